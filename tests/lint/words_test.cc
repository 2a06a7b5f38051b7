// Checks that `cpsizer explain` has every word for users in the output of the sidecar, the decisions and the alerts.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "client/cli/output/show.h"
#include "client/cli/verbs/vocabulary.h"
#include "client/cli/words/word_groups.h"
#include "client/sidecar/control/controllers.h"
#include "client/webhook/validated_kinds.h"
#include "client/webhook/webhook_metrics.h"
#include "cpsizer/v1/size_row.pb.h"
#include "server/process/tls/tls_report.h"
#include "server/rpc/server_metrics.h"
#include "tests/lint/source_tree.h"

namespace cpsizer::lint {
namespace {

using ::testing::IsSubsetOf;
using ::testing::UnorderedElementsAreArray;

std::set<std::string> IdsOf(absl::Span<const cli::Word> words) {
  std::set<std::string> ids;
  for (const cli::Word& word : words) EXPECT_TRUE(ids.emplace(word.id).second) << word.id << " is there twice";
  return ids;
}

std::set<std::string> IdsOfGroup(absl::string_view name) {
  for (const cli::WordGroup& group : cli::WordGroups()) {
    if (group.name == name) return IdsOf(group.words);
  }
  ADD_FAILURE() << name;
  return {};
}

// Adds the texts that the first group of `pattern` matches in the code of a file.
void AddMatches(const std::string& path, const std::regex& pattern, std::set<std::string>& found) {
  for (const SourceLine& line : CodeLines(path)) {
    for (std::sregex_iterator it(line.text.begin(), line.text.end(), pattern), end; it != end; ++it) {
      found.insert((*it)[1]);
    }
  }
}

TEST(WordsTest, EveryHoldReasonIsExplained) {
  std::set<std::string> reasons;
  // The reasons of holds are in upper case. The names in lower case are shared causes of several holds.
  for (const std::string& path : SourceFiles("client/sidecar", {".h"})) {
    AddMatches(path, std::regex(R"re(\bconstexpr char k\w+\[\] = "([A-Z_]+)";)re"), reasons);
  }
  EXPECT_GT(reasons.size(), 20u);
  // The size controller also holds a size for each reason of the service for no recommendation.
  const size_t names = reasons.size();
  AddMatches("proto/cpsizer/v1/recommend_size.proto",
             std::regex(R"re(SIZE_NO_RECOMMENDATION_REASON_([A-Z_]+) = [1-9])re"), reasons);
  EXPECT_GE(reasons.size(), names + 6);
  EXPECT_THAT(IdsOfGroup("hold-reason"), UnorderedElementsAreArray(reasons));
}

TEST(WordsTest, EveryOutcomeAgreementAndStateIsExplained) {
  std::set<std::string> words;
  AddMatches("client/sidecar/size/plan.cc", std::regex(R"re(return "([a-z_]+)";)re"), words);
  AddMatches("client/sidecar/replicas/replica_comparator.cc", std::regex(R"re(return "([a-z_]+)";)re"), words);
  AddMatches("client/sidecar/size/configuration_state.h", std::regex(R"re("([a-z]+)"[,}])re"), words);
  EXPECT_GT(words.size(), 12u);
  EXPECT_THAT(words, IsSubsetOf(IdsOfGroup("output-word")));
}

TEST(WordsTest, EveryColumnTitleIsExplained) {
  std::set<std::string> titles = {"(none)", "(deleted)"};
  for (const std::string& path : SourceFiles("client/cli", kCppEndings)) {
    // In a file with a Table, all literals of capitals without underscores are titles.
    if (!std::regex_search(Text(path), std::regex(R"re(\bTable\b)re"))) continue;
    AddMatches(path, std::regex(R"re("([A-Z][A-Z0-9/-]*[A-Z0-9]( [A-Z]+)*)")re"), titles);
  }
  titles.erase("FAILED");  // a cell
  EXPECT_GT(titles.size(), 70u);
  std::set<std::string> explained = IdsOfGroup("column");
  explained.insert({"(none)", "(deleted)"});
  EXPECT_THAT(explained, UnorderedElementsAreArray(titles));
}

TEST(WordsTest, EveryCellIsExplained) {
  std::set<std::string> cells;
  for (const std::string& path : SourceFiles("client/cli", kCppEndings)) {
    if (!std::regex_search(Text(path), std::regex(R"re(\bTable\b)re"))) continue;
    AddMatches(path, std::regex(R"re(\{"([a-z(][a-z() -]*)"(?:\}|, Style::))re"), cells);
  }
  EXPECT_GT(cells.size(), 10u);
  // These cells are parts of larger expressions, so the pattern does not match them.
  cells.insert({"short by", "(unused)", "(pod)", "(none)", "full", "not full", "none", "nothing", "wins"});
  const cli::Vocabulary vocabulary;
  for (const std::string& cell : cells) EXPECT_FALSE(vocabulary.Find(cell).empty()) << cell;
}

TEST(WordsTest, EverySourceOfAnAmountIsExplained) {
  std::set<std::string> sources;
  for (const google::protobuf::EnumDescriptor* type :
       {v1::SizeCapacitySource_descriptor(), v1::SizeFractionSource_descriptor()}) {
    const std::string& unspecified = type->value(0)->name();
    const std::string prefix = unspecified.substr(0, unspecified.rfind("UNSPECIFIED"));
    for (int i = 1; i < type->value_count(); ++i) {
      sources.insert(absl::StrCat("(", cli::ShowEnum(type->value(i)->name(), prefix), ")"));
    }
  }
  EXPECT_THAT(sources, ::testing::SizeIs(5));
  EXPECT_THAT(sources, IsSubsetOf(IdsOfGroup("output-word")));
}

using LabelValues = std::map<std::string, std::set<std::string>>;

void AddLabels(const std::vector<prometheus::MetricFamily>& families, LabelValues& values) {
  for (const prometheus::MetricFamily& family : families) {
    for (const prometheus::ClientMetric& metric : family.metric) {
      for (const auto& label : metric.label) values[label.name].insert(label.value);
    }
  }
}

// Returns the values of all labels of the service, the webhook and the sidecar that do not depend on their input.
LabelValues AllLabelValues() {
  std::vector<prometheus::MetricFamily> families = server::ServerMetrics().Collect(
      server::InFlightLimit(1), server::InFlightLimit(1), server::OpenConnections(1), server::FloodGuard(1, 1), {});
  webhook::WebhookMetrics().Collect(families);
  for (const server::Side side : {server::Side::kServer, server::Side::kClient}) {
    server::CollectTls(side, server::TlsStatus{}, families);
  }
  LabelValues values;
  AddLabels(families, values);
  for (const sidecar::ControllerInfo* controller : sidecar::Controllers()) {
    values["controller"].insert(controller->label);
  }
  for (const std::string& path : SourceFiles("client/sidecar", kCppEndings)) {
    AddMatches(path, std::regex(R"re(\bk[A-Za-z]+Writes\[\] = "([a-z_]+)")re"), values["kind"]);
  }
  AddMatches("client/sidecar/cluster_autoscaler/cluster_autoscaler_reporter.cc",
             std::regex(R"re(return \{"([a-z]+)", ")re"), values["kind"]);
  AddMatches("client/sidecar/replicas/replica_comparator.cc", std::regex(R"re(return "([a-z_]+)";)re"),
             values["agreement"]);
  values["agreement"].insert("held");
  AddMatches("client/sidecar/size/configuration_state.h", std::regex(R"re("([a-z]+)"[,}])re"), values["state"]);
  values["code"].insert("other");
  // These values are not words.
  values.erase("version");
  values.erase("commit");
  return values;
}

// Returns true if `meanings` has a meaning of the word as a value of `label`, and not only another meaning.
bool ExplainsLabel(const std::string& label, const cli::Meanings& meanings) {
  const std::string quoted = absl::StrCat("`", label, "`");
  if (std::any_of(meanings.words.begin(), meanings.words.end(),
                  [&quoted](const cli::FoundWord& found) { return absl::StrContains(found.word->seen, quoted); })) {
    return true;
  }
  if (label == "rule") return meanings.rule != nullptr;
  if (label == "kind" || label == "grpc_service" || label == "grpc_method") return !meanings.matches.empty();
  const std::set<std::string> enums = {"driver", "outcome", "reason", "severity"};
  return enums.count(label) > 0 && !meanings.values.empty();
}

TEST(WordsTest, EveryLabelValueIsExplained) {
  const LabelValues values = AllLabelValues();
  EXPECT_EQ(values.at("grpc_code").size(), server::kStatusCodes);
  EXPECT_EQ(values.at("flood").size(), server::kFloodCount);
  EXPECT_EQ(values.at("certificate").size(), 4u);
  EXPECT_GE(values.at("kind").size(), webhook::kKindCount + 10);
  EXPECT_EQ(values.at("agreement").size(), 6u);
  EXPECT_GE(values.at("outcome").size(), 20u);
  const cli::Vocabulary vocabulary;
  for (const auto& [label, words] : values) {
    for (const std::string& word : words) {
      EXPECT_TRUE(ExplainsLabel(label, vocabulary.Find(word))) << label << "=" << word;
    }
  }
}

TEST(WordsTest, EveryAlertIsExplained) {
  std::set<std::string> alerts;
  AddMatches("deploy/rules/cpsizer.yaml", std::regex("alert: (\\w+)"), alerts);
  AddMatches("server/engine/cluster_autoscaler/autoscaler_monitoring.cc",
             std::regex("\"(ClusterAutoscaler[A-Z]\\w+)\""), alerts);
  EXPECT_THAT(IdsOfGroup("alert"), UnorderedElementsAreArray(alerts));
}

// Words in camel case that are not conditions, events or their reasons: kinds, fields, values of fields, names of
// settings, and actions of events. A new word must be explained, or added here.
const std::set<std::string>& OtherWords() {
  static const std::set<std::string> words = {
      "AlibabaCloud",
      "AverageValue",
      "AzureMachineProviderSpec",
      "BareMetal",
      "ClusterAPIMachineManagement",
      "ClusterAutoscaler",
      "ClusterIP",
      "ClusterSizingConfiguration",
      "ConfigUnsupported",
      "ContainerResource",
      "ControlPlaneMachineSet",
      "ControlPlaneMachineSetAutoscaler",
      "ControlPlaneMachineSetAutoscalers",
      "ControlPlaneMachineSetAutoscalingTriggerAuthentication",
      "CpuResourceLimit",
      "CriticalAddonsOnly",
      "CronJob",
      "DaemonSet",
      "DoesNotExist",
      "GiB",
      "HorizontalPodAutoscaler",
      "HorizontalPodAutoscalers",
      "HostedCluster",
      "KiB",
      "KubeletConfig",
      "LeastWaste",
      "MachineAutoscaler",
      "MachineAutoscalers",
      "MachineSet",
      "MachineSets",
      "MemoryResourceLimit",
      "MiB",
      "NetworkPolicy",
      "NoPodsMatched",
      "NoSchedule",
      "NotIn",
      "NutanixMachineProviderConfig",
      "OnDelete",
      "OpenStack",
      "OpenstackProviderSpec",
      "PowerVS",
      "PreferredDuringScheduling",
      "PrometheusRule",
      "ProvisioningRequestAvailable",
      "RecommendSize",
      "ReplicationController",
      "ServiceMonitor",
      "TiB",
      "VerticalPodAutoscaler",
  };
  return words;
}

TEST(WordsTest, EveryConditionAndEventIsExplained) {
  std::set<std::string> explained = OtherWords();
  for (const cli::WordGroup& group : cli::WordGroups()) explained.merge(IdsOf(group.words));
  std::set<std::string> written;
  const std::regex camel_case(R"re("([A-Z][a-z]+[A-Z][A-Za-z]*)")re");
  for (const char* folder : {"client/sidecar", "server/engine"}) {
    for (const std::string& path : SourceFiles(folder, kCppEndings)) AddMatches(path, camel_case, written);
  }
  EXPECT_GT(written.size(), 80u);
  EXPECT_THAT(written, IsSubsetOf(explained));
  // These words have only one capital letter, so the pattern does not match them.
  EXPECT_THAT((std::set<std::string>{"Available", "Degraded", "Progressing", "Upgradeable"}),
              IsSubsetOf(IdsOfGroup("condition")));
}

TEST(WordsTest, EveryExplainedWordExists) {
  std::string sources;
  for (const char* folder : {"client/objects", "client/sidecar", "server/engine"}) {
    for (const std::string& path : SourceFiles(folder, kCppEndings)) sources += Text(path);
  }
  for (const char* group : {"condition", "condition-reason", "event"}) {
    for (const std::string& word : IdsOfGroup(group)) {
      EXPECT_NE(sources.find("\"" + word + "\""), std::string::npos) << word;
    }
  }
}

TEST(WordsTest, EveryExplanationIsComplete) {
  for (const cli::WordGroup& group : cli::WordGroups()) {
    EXPECT_FALSE(group.about.empty()) << group.name;
    for (const cli::Word& word : group.words) {
      EXPECT_EQ(word.meaning.back(), '.') << word.id;
      EXPECT_EQ(word.remedy.back(), '.') << word.id;
      EXPECT_FALSE(word.seen.empty()) << word.id;
    }
  }
}

}  // namespace
}  // namespace cpsizer::lint
