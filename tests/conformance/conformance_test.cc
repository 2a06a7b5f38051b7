// Tests the contract: the summaries of the library's responses are equal to the reviewed summaries, the files of
// conformance/ are current, and there is a vector for every rule.
#include <google/protobuf/util/message_differencer.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "cpsizer/rules.h"
#include "gmock/gmock.h"
#include "google/rpc/error_details.pb.h"
#include "gtest/gtest.h"
#include "tests/conformance/vector.h"
#include "tests/conformance/vector_file.h"
#include "tests/testing/paths.h"

namespace cpsizer::conformance {
namespace {

using ::google::protobuf::EnumDescriptor;
using ::google::protobuf::util::MessageDifferencer;
using ::testing::ElementsAreArray;
using ::testing::IsEmpty;

const std::string kFolder = testing::SourcePath("conformance/");

std::string Committed(const std::string& name) {
  std::ifstream file(kFolder + name);
  return std::string(std::istreambuf_iterator<char>(file), {});
}

std::vector<Vector> AllVectors() {
  std::vector<Vector> all;
  for (const Subject& subject : Subjects()) {
    for (Vector& vector : subject.vectors()) all.push_back(std::move(vector));
  }
  return all;
}

// Returns the lines as C++ strings that can be copied into the table.
std::string Literal(const std::vector<std::string>& lines) {
  return absl::StrCat("{\"", absl::StrJoin(lines, "\", \""), "\"}");
}

TEST(Conformance, EveryResponseEqualsTheReviewedOne) {
  for (const Vector& vector : AllVectors()) {
    const std::vector<std::string> gist = Gist(Ask(vector.request));
    EXPECT_THAT(gist, ElementsAreArray(vector.reviewed)) << vector.name << ": " << Literal(gist);
  }
}

TEST(Conformance, TheFilesAreFresh) {
  for (const VectorFile& file : VectorFiles()) {
    // Not EXPECT_EQ, because a difference of two complete files is not readable.
    EXPECT_TRUE(Committed(file.name) == file.text)
        << "conformance/" << file.name << " is stale. Run `./dev vectors`, read what changes, and commit it.";
  }
}

TEST(Conformance, TheFolderHoldsNoOtherVectors) {
  std::set<std::string> known;
  for (const VectorFile& file : VectorFiles()) known.insert(file.name);
  for (const auto& entry : std::filesystem::directory_iterator(kFolder)) {
    const std::string name = entry.path().filename();
    EXPECT_TRUE(name == "README.md" || known.count(name) == 1) << name;
  }
}

// Each implementation should run this test on the files.
TEST(Conformance, EachRequestOfTheFilesHasItsResponse) {
  std::set<std::string> sentences;
  for (const Subject& subject : Subjects()) {
    const absl::StatusOr<std::vector<ReadVector>> vectors = ReadVectors(Committed(std::string(subject.file)));
    ASSERT_TRUE(vectors.ok()) << subject.file << ": " << vectors.status();
    EXPECT_EQ(vectors->size(), subject.vectors().size()) << subject.file;
    for (const ReadVector& vector : *vectors) {
      Answer answer = Ask(vector.request);
      ASSERT_EQ(answer.index(), vector.expected.index()) << vector.name;
      std::visit(
          [&](auto& message) {
            TakeSentences(message, sentences);
            using Message = std::decay_t<decltype(message)>;
            EXPECT_TRUE(MessageDifferencer::Equals(message, std::get<Message>(vector.expected))) << vector.name;
          },
          answer);
    }
  }
}

TEST(Conformance, TheRuleOfAViolationStaysWithoutItsSentence) {
  google::rpc::BadRequest violations;
  violations.add_field_violations()->set_description("x (or y) is wrong (X_WRONG)");
  google::rpc::Status status;
  status.set_message("1 error");
  status.add_details()->PackFrom(violations);
  std::set<std::string> sentences;
  TakeSentences(status, sentences);
  EXPECT_THAT(sentences, ::testing::ElementsAre("1 error", "x (or y) is wrong"));
  ASSERT_TRUE(status.details(0).UnpackTo(&violations));
  EXPECT_EQ(violations.field_violations(0).description(), "(X_WRONG)");
  EXPECT_EQ(status.message(), "");
}

TEST(Conformance, AnInvalidVectorIsRefusedByName) {
  EXPECT_FALSE(ReadVectors("{}").ok());
  const auto refused = ReadVectors(R"([{"name": "x", "method": "RecommendSize", "request": {"zzz": 1}}])");
  EXPECT_THAT(std::string(refused.status().message()), ::testing::StartsWith("x: "));
  EXPECT_FALSE(ReadVectors(R"([{"name": "x", "method": "Zzz", "request": {}}])").ok());
}

TEST(Conformance, NamesAreUnique) {
  std::set<std::string> names;
  for (const Vector& vector : AllVectors()) {
    EXPECT_TRUE(names.insert(absl::StrCat(vector.rule, ": ", vector.name)).second) << vector.name;
  }
}

// Every rule of the decision has vectors, and each vector is about one of these rules.
TEST(Conformance, EveryRuleOfTheDecisionHasAVector) {
  std::set<std::string> rules, used;
  for (const DecisionRule& rule : DecisionRules()) EXPECT_TRUE(rules.emplace(rule.id).second) << rule.id;
  for (const Vector& vector : AllVectors()) used.emplace(vector.rule);
  EXPECT_EQ(used, rules);
}

// Returns the text of all files, in which the tests search for words.
std::string AllText() {
  std::string text;
  for (const VectorFile& file : VectorFiles()) absl::StrAppend(&text, file.text);
  return text;
}

// Returns true if only a client can find the rule broken, because a request does not have the field.
bool IsOfClientsAlone(Rule rule) {
  return rule == Rule::kFieldUnknown || rule == Rule::kFieldTypeMismatch || rule == Rule::kSizeOverrideUnknown ||
         rule == Rule::kPausedUntilInvalid || rule == Rule::kRequestOverrideMalformed ||
         rule == Rule::kRequestOverrideIgnored || rule == Rule::kResourceRequestAboveNodes ||
         rule == Rule::kEffectAnnotationMalformed || rule == Rule::kTargetUnmatched;
}

TEST(Conformance, EveryRuleThatAFindingOrAnErrorNamesHasAVector) {
  const std::string text = AllText();
  for (const RuleInfo& info : AllRules()) {
    const bool is_there = absl::StrContains(text, absl::StrCat("\"rule\": \"", info.id, "\"")) ||
                          absl::StrContains(text, absl::StrCat("\"reason\": \"", info.id, "\""));
    EXPECT_EQ(is_there, !IsOfClientsAlone(info.rule)) << info.id;
  }
}

// All values except `unspecified`: requests may omit an enum, and in responses the value has no meaning.
TEST(Conformance, EveryValueOfAnEnumHasAVector) {
  const std::string text = AllText();
  std::vector<std::string> missing;
  for (const EnumDescriptor* type : {v1::SizeCpuPolicy_descriptor(),
                                     v1::SizeHygieneMode_descriptor(),
                                     v1::SizeHoldMode_descriptor(),
                                     v1::Detail_descriptor(),
                                     v1::SizeOutcome_descriptor(),
                                     v1::SizeHoldRule_descriptor(),
                                     v1::SizeNoRecommendationReason_descriptor(),
                                     v1::SizeDriver_descriptor(),
                                     v1::SizeNotInPlayReason_descriptor(),
                                     v1::SizeCapacitySource_descriptor(),
                                     v1::SizeFractionSource_descriptor(),
                                     v1::Severity_descriptor(),
                                     v1::ReplicasZeroRule_descriptor(),
                                     v1::ReplicasOutcome_descriptor(),
                                     v1::ReplicasKeptReason_descriptor(),
                                     v1::ReplicasStepKind_descriptor(),
                                     v1::CpuRequestsOutcome_descriptor(),
                                     v1::CpuRequestsBound_descriptor(),
                                     v1::MachineMetricsSource_descriptor(),
                                     v1::MachineQueryResult_descriptor(),
                                     v1::MachineOutcome_descriptor(),
                                     v1::MachineReason_descriptor(),
                                     v1::MachineDirection_descriptor(),
                                     v1::MachineTriggerState_descriptor(),
                                     v1::MachineDirectionState_descriptor(),
                                     v1::ClusterAutoscalerPlanOutcome_descriptor(),
                                     v1::ClusterAutoscalerMachinesOutcome_descriptor(),
                                     v1::ClusterAutoscalerAnnotationAction_descriptor(),
                                     v1::ClusterAutoscalerObjectAction_descriptor()}) {
    for (int i = 1; i < type->value_count(); ++i) {
      if (!absl::StrContains(text, absl::StrCat("\"", type->value(i)->name(), "\""))) {
        missing.push_back(type->value(i)->name());
      }
    }
  }
  EXPECT_THAT(missing, IsEmpty());
}

// A new enum must be added to the list in EveryValueOfAnEnumHasAVector.
TEST(Conformance, TheListOfEnumsIsComplete) {
  int enums = 0;
  for (const auto* file :
       {v1::RecommendSizeRequest::descriptor()->file(), v1::Detail_descriptor()->file(),
        v1::Finding::descriptor()->file(), v1::ValidateConfigRequest::descriptor()->file(),
        v1::SizeRow::descriptor()->file(), v1::ClusterSizingConfiguration::descriptor()->file(),
        v1::HorizontalPodAutoscaler::descriptor()->file(), v1::RecommendReplicasRequest::descriptor()->file(),
        v1::Pod::descriptor()->file(), v1::ScaleCpuRequestsRequest::descriptor()->file(),
        v1::KubeletConfig::descriptor()->file(), v1::Infrastructure::descriptor()->file(),
        v1::Node::descriptor()->file(), v1::ControlPlaneMachineSet::descriptor()->file(),
        v1::ControlPlaneMachineSetAutoscaler::descriptor()->file(), v1::ClusterAutoscaler::descriptor()->file(),
        v1::MachineAutoscaler::descriptor()->file(), v1::RecommendMachineRequest::descriptor()->file(),
        v1::PlanClusterAutoscalerRequest::descriptor()->file()}) {
    enums += file->enum_type_count();
  }
  EXPECT_EQ(enums, 29);
}

}  // namespace
}  // namespace cpsizer::conformance
