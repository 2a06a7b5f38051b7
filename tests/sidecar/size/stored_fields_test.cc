#include "client/sidecar/size/stored_fields.h"

#include <string>

#include "client/kube/parse_value.h"
#include "client/kube/read_file.h"
#include "client/sidecar/size/plan_condition.h"
#include "client/tree/parse_json.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/sidecar/size/objects.h"
#include "tests/testing/paths.h"

namespace cpsizer::sidecar {
namespace {

using kube::Json;
using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

constexpr char kAllCpu[] = "spec.resourceBasedAutoscaling.kubeAPIServerCPUFraction";
constexpr char kAllMemory[] = "spec.resourceBasedAutoscaling.kubeAPIServerMemoryFraction";
constexpr char kSizeCpu[] = "spec.sizes[].capacity.kubeAPIServerCPUFraction";
constexpr char kSizeMemory[] = "spec.sizes[].capacity.kubeAPIServerMemoryFraction";
constexpr char kMediumMemoryFraction[] = "spec.sizes[medium].capacity.kubeAPIServerMemoryFraction";
constexpr char kCpu[] = "spec.sizes[].capacity.cpu";
constexpr char kMemory[] = "spec.sizes[].capacity.memory";

// Returns the configuration with a fraction for CPU and one for a size, or without them as a schema of an operator
// returns it.
Configuration Config(bool whole, int64_t generation = 5, const std::string& annotation = "",
                     const std::string& uid = "C") {
  Json object = ConfigurationJson(generation);
  object["metadata"]["uid"] = uid;
  if (!annotation.empty()) object["metadata"]["annotations"] = {{"cpsizer/fractions", annotation}};
  if (whole) {
    object["spec"]["sizes"][1]["capacity"]["kubeAPIServerMemoryFraction"] = "0.25";
  } else {
    object["spec"]["resourceBasedAutoscaling"].erase("kubeAPIServerCPUFraction");
  }
  return ReadConfiguration(object);
}

// Returns `configuration` with the condition that reports `problem`.
Configuration WithFieldsCondition(Configuration configuration, const std::string& problem) {
  configuration.fields_condition = FieldsCondition(configuration, problem);
  return configuration;
}

FieldPaths OlderSchema() {
  return {kMemory, kCpu, kAllMemory};
}

FieldPaths OurSchema() {
  return {kMemory, kCpu, kAllMemory, kAllCpu, kSizeMemory, kSizeCpu};
}

Json CrdVersion(const char* name, bool served, bool storage, const Json& schema) {
  return {{"name", name}, {"served", served}, {"storage", storage}, {"schema", {{"openAPIV3Schema", schema}}}};
}

Json CrdWith(const Json& schema) {
  return {
      {"spec",
       {{"versions", {CrdVersion("v1", false, false, Json::object()), CrdVersion("v1alpha1", true, true, schema)}}}}};
}

absl::StatusOr<StoredSchema> SchemaOf(const Json& crd) {
  return ReadStoredSchema(tree::ParseJson(crd.dump()));
}

// `after` is the configuration that was read after the schema.
StoredSchema SchemaWith(FieldPaths fields, const std::string& version = "crd/1",
                        const Configuration& after = Config(true)) {
  return {std::move(fields), version, after.uid, objects::FieldsOf(after.config.spec())};
}

// An annotation with the fields that Config() has.
constexpr char kBoth[] =
    R"({"kubeAPIServerCPUFraction": "0.5", "sizes": {"medium": {"kubeAPIServerMemoryFraction": "0.25"}}})";

// Restores `text` in a process that reads the schema `schema` at its first observation of `configuration`.
void RestoreAndObserve(StoredFields& fields, const std::string& text, const Configuration& configuration,
                       const absl::StatusOr<StoredSchema>& schema) {
  fields.Restore(text);
  EXPECT_TRUE(fields.Observe(configuration) || fields.wants_schema());
  fields.SchemaRead(schema);
}

TEST(StoredFieldsTest, ReadsTheFieldsOfASpec) {
  const FieldPaths whole = objects::FieldsOf(Config(true).config.spec());
  EXPECT_THAT(whole, AllOf(Contains(kAllCpu), Contains(kAllMemory), Contains(kMediumMemoryFraction),
                           Contains("spec.sizes[small].capacity.cpu"), Contains("spec.sizes[large].capacity.memory")));
  FieldPaths pruned = whole;
  pruned.erase(kAllCpu);
  pruned.erase(kMediumMemoryFraction);
  EXPECT_EQ(objects::FieldsOf(Config(false).config.spec()), pruned);
  EXPECT_THAT(objects::FieldsOf({}), IsEmpty());
}

TEST(StoredFieldsTest, ReadsTheFieldsOfASchema) {
  const Json memory_only = {
      {"properties",
       {{"spec",
         {{"properties",
           {{"sizes",
             {{"items",
               {{"properties", {{"capacity", {{"properties", {{"memory", {{"type", "string"}}}}}}}}}}}}}}}}}}}};
  EXPECT_THAT(SchemaOf(CrdWith(memory_only))->fields, ElementsAre(kMemory));
  EXPECT_EQ(SchemaOf(CrdWith({{"properties", {{"spec", {{"x-kubernetes-preserve-unknown-fields", true}}}}}}))->fields,
            OurSchema());
  EXPECT_THAT(
      SchemaOf(CrdWith({{"properties", {{"spec", {{"x-kubernetes-preserve-unknown-fields", false}}}}}}))->fields,
      IsEmpty());
  EXPECT_TRUE(absl::IsInvalidArgument(SchemaOf({{"spec", Json::object()}}).status()));
  EXPECT_TRUE(absl::IsInvalidArgument(SchemaOf(Json::array()).status()));
}

// A request of another version, and the version in which objects are stored, remove the fields that they do not have.
TEST(StoredFieldsTest, ASchemaHasOnlyTheFieldsOfEachVersionInUse) {
  const Json all = {{"properties", {{"spec", {{"x-kubernetes-preserve-unknown-fields", true}}}}}};
  const Json none = {{"properties", Json::object()}};
  const auto fields = [](const Json& first, const Json& second) {
    return SchemaOf({{"spec", {{"versions", {first, second}}}}})->fields;
  };
  const Json ours = CrdVersion("v1alpha1", true, true, all);
  EXPECT_EQ(fields(ours, CrdVersion("v1beta1", false, false, none)), OurSchema());
  EXPECT_THAT(fields(ours, CrdVersion("v1beta1", true, false, none)), IsEmpty());
  EXPECT_THAT(fields(CrdVersion("v1alpha1", true, false, all), CrdVersion("v1beta1", false, true, none)), IsEmpty());
  EXPECT_THAT(fields(ours, {{"name", "v1beta1"}}), IsEmpty());
}

TEST(StoredFieldsTest, ReadsTheCrdsOfTheOperatorAndOfCpsizer) {
  const auto read = [](const char* path) {
    return ReadStoredSchema(*kube::ParseValue(*kube::ReadFile(::cpsizer::testing::SourcePath(path), size_t{1} << 20)));
  };
  EXPECT_EQ(read("tests/testing/crds/clustersizingconfigurations_older.yaml")->fields, OlderSchema());
  EXPECT_EQ(read("deploy/crds/clustersizingconfigurations.yaml")->fields, OurSchema());
}

TEST(StoredFieldsTest, NothingIsLostWhileTheConfigurationStaysOrGetsMoreFields) {
  StoredFields fields;
  EXPECT_FALSE(fields.Observe(Config(false)));
  EXPECT_FALSE(fields.Observe(Config(true, 6)));
  EXPECT_FALSE(fields.Observe(Config(true, 7)));
  EXPECT_EQ(fields.problem(), "");
}

TEST(StoredFieldsTest, WithoutAnEditTheFieldsAreLostWhateverTheSchemaIs) {
  StoredFields fields;
  fields.Observe(Config(true));
  EXPECT_FALSE(fields.Observe(Config(false)));
  EXPECT_THAT(fields.problem(),
              AllOf(HasSubstr(kAllCpu), HasSubstr(kMediumMemoryFraction), HasSubstr("does not store them"),
                    HasSubstr(kConfigurationCrd), HasSubstr("cpsizer/fractions")));
  EXPECT_FALSE(fields.Observe(Config(true)));
  EXPECT_EQ(fields.problem(), "") << "the fields are back";
}

TEST(StoredFieldsTest, AnEditIsObeyedIfTheSchemaHasTheFields) {
  StoredFields fields;
  fields.Observe(Config(true));
  EXPECT_TRUE(fields.Observe(Config(false, 6)));
  fields.SchemaRead(SchemaWith(OurSchema()));
  EXPECT_EQ(fields.problem(), "");
  EXPECT_FALSE(fields.Observe(Config(false, 7)));
  EXPECT_EQ(fields.problem(), "");
}

TEST(StoredFieldsTest, AnEditDoesNotCountIfTheSchemaDoesNotHaveAField) {
  StoredFields fields;
  fields.Observe(Config(true));
  EXPECT_TRUE(fields.Observe(Config(false, 6)));
  FieldPaths without_one = OurSchema();
  without_one.erase(kSizeMemory);
  fields.SchemaRead(SchemaWith(without_one));
  EXPECT_THAT(fields.problem(), AllOf(HasSubstr(kMediumMemoryFraction), Not(HasSubstr(kAllCpu))))
      << "an edit removed the other";
  EXPECT_FALSE(fields.Observe(Config(false, 6))) << "the schema of this generation is known";
  EXPECT_NE(fields.problem(), "");
}

// The object that is edited no longer has the field, so the edit says nothing about it.
TEST(StoredFieldsTest, AnEditAfterASmallerSchemaDoesNotCountEvenIfTheSchemaHasTheFieldsAgain) {
  StoredFields fields;
  fields.Observe(Config(true));
  EXPECT_TRUE(fields.Observe(Config(false, 6)));
  fields.SchemaRead(SchemaWith(OlderSchema()));
  EXPECT_FALSE(fields.Observe(Config(false, 7)));
  StoredFields next;
  RestoreAndObserve(next, fields.text(), Config(false, 7), SchemaWith(OlderSchema()));
  for (StoredFields* each : {&fields, &next}) {
    EXPECT_FALSE(each->Observe(Config(false, 8)));
    EXPECT_THAT(each->problem(), AllOf(HasSubstr(kAllCpu), HasSubstr(kMediumMemoryFraction)));
    EXPECT_FALSE(each->Observe(Config(true, 9)));
    EXPECT_EQ(each->problem(), "") << "the fields are back";
    EXPECT_TRUE(each->Observe(Config(false, 10)));
    each->SchemaRead(SchemaWith(OurSchema()));
    EXPECT_EQ(each->problem(), "") << "this edit removed them";
  }
}

TEST(StoredFieldsTest, ASchemaThatCannotBeReadDoesNotCount) {
  StoredFields fields;
  fields.Observe(Config(true));
  EXPECT_TRUE(fields.Observe(Config(false, 6)));
  fields.SchemaRead(absl::PermissionDeniedError("customresourcedefinitions is forbidden"));
  EXPECT_THAT(fields.problem(), HasSubstr("its schema cannot be read (customresourcedefinitions is forbidden)"));
  EXPECT_TRUE(fields.Observe(Config(false, 6))) << "read it again";
}

TEST(StoredFieldsTest, TheAnnotationReplacesTheFieldsThatItHas) {
  constexpr char kOne[] = R"({"kubeAPIServerCPUFraction": "0.5"})";
  StoredFields prepared;
  prepared.Observe(Config(true, 5, kBoth));
  EXPECT_FALSE(prepared.Observe(Config(false, 5, kBoth)));
  EXPECT_EQ(prepared.problem(), "");
  StoredFields in_part;
  in_part.Observe(Config(true, 5, kOne));
  EXPECT_FALSE(in_part.Observe(Config(false, 5, kOne)));
  EXPECT_THAT(in_part.problem(), AllOf(HasSubstr(kMediumMemoryFraction), Not(HasSubstr(kAllCpu))));
}

TEST(StoredFieldsTest, AnAddedAnnotationIsObeyedOnlyIfItHasTheFieldsOrSaysThatThereAreNone) {
  for (const char* none : {"{}", " { } "}) {
    StoredFields fields;
    fields.Observe(Config(true));
    EXPECT_FALSE(fields.Observe(Config(false)));
    for (const char* other : {R"({"kubeAPIServerMemoryFraction": "0.6"})", "[]", "null", "x", R"({"sizes": {}})"}) {
      EXPECT_FALSE(fields.Observe(Config(false, 5, other)));
      EXPECT_THAT(fields.problem(), AllOf(HasSubstr(kAllCpu), HasSubstr(kMediumMemoryFraction))) << other;
    }
    EXPECT_FALSE(fields.Observe(Config(false, 5, none)));
    EXPECT_EQ(fields.problem(), "") << none;
  }
}

// The fraction of another size says nothing about this size.
TEST(StoredFieldsTest, AFractionOfTheAnnotationIsForItsSizeOnly) {
  StoredFields fields;
  fields.Observe(Config(true));
  EXPECT_FALSE(fields.Observe(Config(false, 5, R"({
    "kubeAPIServerCPUFraction": "0.5", "sizes": {"large": {"kubeAPIServerMemoryFraction": "0.75"}}})")));
  EXPECT_THAT(fields.problem(), AllOf(HasSubstr(kMediumMemoryFraction), Not(HasSubstr(kAllCpu))));
}

TEST(StoredFieldsTest, TheFieldsOfARemovedSizeAreNotLost) {
  StoredFields fields;
  fields.Observe(Config(true));
  Configuration smaller = Config(true, 6);
  smaller.config.mutable_spec()->mutable_sizes()->DeleteSubrange(1, 1);
  EXPECT_TRUE(fields.Observe(smaller));
  fields.SchemaRead(SchemaWith(OurSchema()));
  EXPECT_EQ(fields.problem(), "");
}

// With a smaller schema, a size with another name has no fraction, although its author has written one.
TEST(StoredFieldsTest, TheFieldsOfARenamedSizeAreLostIfTheSchemaDoesNotHaveThem) {
  StoredFields fields;
  fields.Observe(Config(true));
  Configuration renamed = Config(false, 6);
  renamed.config.mutable_spec()->mutable_sizes(1)->set_name("mid");
  EXPECT_TRUE(fields.Observe(renamed));
  fields.SchemaRead(SchemaWith(OlderSchema()));
  EXPECT_THAT(fields.problem(), HasSubstr(kMediumMemoryFraction));
  Configuration annotated = Config(
      false, 6, R"({"kubeAPIServerCPUFraction": "0.5", "sizes": {"mid": {"kubeAPIServerMemoryFraction": "0.5"}}})");
  annotated.config.mutable_spec()->mutable_sizes(1)->set_name("mid");
  EXPECT_FALSE(fields.Observe(annotated));
  EXPECT_EQ(fields.problem(), "") << "another size has the field";
}

// The sizes small and large had fractions, and the annotation has only that of large.
TEST(StoredFieldsTest, AFieldThatASizeHadBeforeIsNotThatOfARenamedSize) {
  const auto config = [](const char* small, int64_t generation, bool whole) {
    Configuration made = Config(false, generation, R"({"sizes": {"large": {"kubeAPIServerMemoryFraction": "0.7"}}})");
    v1::ClusterSizingConfigurationSpec& spec = *made.config.mutable_spec();
    spec.mutable_sizes(0)->set_name(small);
    spec.mutable_sizes(1)->set_name("large");
    if (!whole) return made;
    made.config.mutable_metadata()->clear_annotations();
    for (auto& size : *spec.mutable_sizes()) size.mutable_capacity()->set_kube_api_server_memory_fraction("0.7");
    return made;
  };
  StoredFields fields;
  fields.Observe(config("small", 5, true));
  EXPECT_FALSE(fields.Observe(config("small", 5, false)));
  EXPECT_THAT(fields.problem(), HasSubstr("spec.sizes[small]"));
  EXPECT_FALSE(fields.Observe(config("tiny", 6, false)));
  EXPECT_THAT(fields.problem(), HasSubstr("spec.sizes[small]"));
}

// A manifest with all fields replaces the object: its fields are pruned, and it does not have the annotation.
TEST(StoredFieldsTest, WithoutTheAnnotationTheFieldsAreLostAgain) {
  StoredFields fields;
  fields.Observe(Config(true));
  EXPECT_FALSE(fields.Observe(Config(false)));
  EXPECT_FALSE(fields.Observe(Config(false, 5, kBoth)));
  EXPECT_EQ(fields.problem(), "");
  EXPECT_FALSE(fields.Observe(Config(false, 6)));
  EXPECT_THAT(fields.problem(), HasSubstr(kAllCpu));
  EXPECT_FALSE(fields.Observe(Config(true, 7)));
  EXPECT_EQ(fields.problem(), "");
}

TEST(StoredFieldsTest, TheRemovalOfTheAnnotationDoesNotConcernTheSpec) {
  StoredFields fields;
  fields.Observe(Config(true, 5, "{}"));
  EXPECT_FALSE(fields.Observe(Config(false)));
  EXPECT_NE(fields.problem(), "");
}

// The manifest can have the fields, and a schema without them removes them.
TEST(StoredFieldsTest, TheSchemaDecidesAboutAConfigurationThatIsCreatedAgain) {
  StoredFields removed;
  removed.Observe(Config(true));
  EXPECT_TRUE(removed.Observe(Config(false, 5, "", "D")));
  removed.SchemaRead(SchemaWith(OurSchema()));
  EXPECT_EQ(removed.problem(), "");
  StoredFields lost;
  lost.Observe(Config(true));
  EXPECT_TRUE(lost.Observe(Config(false, 5, "", "D")));
  lost.SchemaRead(SchemaWith(OlderSchema()));
  EXPECT_THAT(lost.problem(), HasSubstr(kAllCpu));
  EXPECT_FALSE(lost.Observe(Config(true, 6, "", "D")));
  EXPECT_EQ(lost.problem(), "");
  StoredFields declared;
  declared.Observe(Config(true, 5, "{}"));
  EXPECT_FALSE(declared.Observe(Config(false, 1, "{}", "D")));
  EXPECT_EQ(declared.problem(), "") << "a person has written the annotation with this object";
}

TEST(StoredFieldsTest, TheNextLeaderKnowsTheFields) {
  StoredFields first;
  EXPECT_EQ(first.text(), "");
  first.Observe(Config(true));
  StoredFields next;
  next.Observe(Config(false));
  EXPECT_EQ(next.problem(), "");
  RestoreAndObserve(next, first.text(), Config(false), SchemaWith(OurSchema()));
  EXPECT_NE(next.problem(), "") << "the generation is the same";
  EXPECT_THAT(next.text(), HasSubstr(R"("pruned":["spec.resource)")) << "the loss is stored";
  StoredFields after_edit;
  after_edit.Restore(first.text());
  EXPECT_TRUE(after_edit.Observe(Config(false, 6))) << "the schema decides";
  StoredFields recreated;
  RestoreAndObserve(recreated, first.text(), Config(false, 5, "", "D"), SchemaWith(OurSchema()));
  EXPECT_EQ(recreated.problem(), "");
}

// A process that begins during the loss and does not know the lease, such as an observer.
TEST(StoredFieldsTest, TheConditionNamesTheFieldsForAProcessWithoutTheLease) {
  StoredFields leader;
  leader.Observe(Config(true));
  leader.Observe(Config(false));
  const auto now = [&](const Configuration& configuration) {
    return WithFieldsCondition(configuration, leader.problem());
  };
  StoredFields fields;
  EXPECT_FALSE(fields.Observe(now(Config(false))));
  EXPECT_EQ(fields.problem(), leader.problem());
  EXPECT_FALSE(fields.Observe(now(Config(false, 6)))) << "an edit of another field";
  EXPECT_NE(fields.problem(), "");
  EXPECT_FALSE(fields.Observe(now(Config(true, 7))));
  EXPECT_EQ(fields.problem(), "") << "the fields are back";
  StoredFields declared;
  declared.Observe(now(Config(false)));
  EXPECT_FALSE(declared.Observe(now(Config(false, 5, "{}"))));
  EXPECT_EQ(declared.problem(), "");
  StoredFields later;
  EXPECT_FALSE(later.Observe(now(Config(false, 5, "{}"))));
  EXPECT_NE(later.problem(), "") << "the annotation may be older than the loss";
  EXPECT_FALSE(later.Observe(Config(false, 5, "{}")));
  EXPECT_EQ(later.problem(), "") << "the leader knows that no field is lost";
  Configuration stored = now(Config(false));
  stored.fields_condition.set_status("True");
  StoredFields other;
  EXPECT_FALSE(other.Observe(stored));
  EXPECT_EQ(other.problem(), "");
}

TEST(StoredFieldsTest, AConditionWithoutFieldsLastsUntilItIsNotFalse) {
  for (const char* message : {"", "a person wrote this"}) {
    const Configuration lost = WithFieldsCondition(Config(false), "x");
    Configuration configuration = lost;
    configuration.fields_condition.set_message(message);
    StoredFields fields;
    EXPECT_FALSE(fields.Observe(configuration));
    EXPECT_NE(fields.problem(), "");
    StoredFields declared = fields;
    configuration.config.mutable_metadata()->set_generation(6);
    EXPECT_FALSE(fields.Observe(configuration));
    EXPECT_NE(fields.problem(), "");
    configuration.fields_condition.set_status("True");
    EXPECT_FALSE(fields.Observe(configuration));
    EXPECT_EQ(fields.problem(), "");
    EXPECT_FALSE(declared.Observe(WithFieldsCondition(Config(false, 5, "{}"), message)));
    EXPECT_EQ(declared.problem(), "");
  }
}

TEST(StoredFieldsTest, TheLeaseIsNewerThanTheCondition) {
  StoredFields leader;
  leader.Observe(Config(true));
  leader.Observe(Config(false));
  const std::string problem = leader.problem();
  leader.Observe(Config(false, 5, "{}"));
  StoredFields next;
  next.Observe(WithFieldsCondition(Config(false), problem));
  EXPECT_NE(next.problem(), "");
  RestoreAndObserve(next, leader.text(), WithFieldsCondition(Config(false, 5, "{}"), problem), SchemaWith(OurSchema()));
  EXPECT_EQ(next.problem(), "");
}

// While no leader ran, the CRD was replaced by one without the field and back, and the object was edited in between.
TEST(StoredFieldsTest, AnEditDoesNotCountIfTheCrdHasChangedWhileNoLeaderRan) {
  StoredFields leader;
  leader.Restore(absl::nullopt);
  EXPECT_FALSE(leader.Observe(Config(true)));
  EXPECT_TRUE(leader.wants_schema()) << "the next leader needs its version";
  leader.SchemaRead(SchemaWith(OurSchema()));
  EXPECT_FALSE(leader.wants_schema());
  for (const auto& [version, held] : {std::make_pair("crd/1", false), std::make_pair("crd/3", true)}) {
    StoredFields next;
    next.Restore(leader.text());
    EXPECT_TRUE(next.Observe(Config(false, 6)));
    next.SchemaRead(SchemaWith(OurSchema(), version));
    EXPECT_EQ(!next.problem().empty(), held) << version;
  }
}

// All three within a second: the CRD is replaced by one without the field, the object is edited, the CRD is restored.
TEST(StoredFieldsTest, AnEditDoesNotCountIfTheCrdHasChangedTwiceSinceTheFieldsWereSeen) {
  StoredFields leader;
  leader.Restore(absl::nullopt);
  leader.Observe(Config(true));
  leader.SchemaRead(SchemaWith(OurSchema()));
  for (const auto& [version, held] : {std::make_pair("crd/1", false), std::make_pair("crd/2", false),
                                      std::make_pair("crd/3", true), std::make_pair("other/1", true)}) {
    StoredFields fields = leader;
    EXPECT_TRUE(fields.Observe(Config(false, 6)));
    fields.SchemaRead(SchemaWith(OurSchema(), version, Config(false, 6)));
    EXPECT_EQ(!fields.problem().empty(), held) << version;
    EXPECT_FALSE(fields.Observe(Config(false, 7)));
    EXPECT_EQ(!fields.problem().empty(), held) << version;
    EXPECT_FALSE(fields.Observe(Config(true, 8)));
    EXPECT_EQ(fields.problem(), "") << "the fields are back";
  }
}

TEST(StoredFieldsTest, ASchemaThatIsReadWhileTheFieldsAreThereIsTheOneThatLaterOnesAreComparedWith) {
  for (const bool is_there : {true, false}) {
    StoredFields fields;
    fields.Restore(absl::nullopt);
    fields.Observe(Config(true));
    fields.SchemaRead(SchemaWith(OurSchema()));
    EXPECT_FALSE(fields.wants_schema());
    fields.ForgetSchema();
    EXPECT_TRUE(fields.wants_schema());
    fields.SchemaRead(SchemaWith(OurSchema(), "crd/3", Config(is_there, 6)));
    EXPECT_EQ(fields.problem(), "");
    EXPECT_TRUE(fields.Observe(Config(false, 6)));
    fields.SchemaRead(SchemaWith(OurSchema(), "crd/3", Config(false, 6)));
    EXPECT_EQ(fields.problem().empty(), is_there);
  }
}

TEST(StoredFieldsTest, WithoutALossAChangedCrdIsOnlyStored) {
  StoredFields leader;
  leader.Restore(absl::nullopt);
  leader.Observe(Config(true));
  leader.SchemaRead(SchemaWith(OurSchema()));
  StoredFields next;
  next.Restore(leader.text());
  EXPECT_FALSE(next.Observe(Config(true)));
  EXPECT_TRUE(next.wants_schema());
  next.SchemaRead(SchemaWith(OurSchema(), "crd/2"));
  EXPECT_EQ(next.problem(), "");
  EXPECT_THAT(next.text(), HasSubstr("crd/2"));
  StoredFields forbidden;
  forbidden.Restore(next.text());
  EXPECT_FALSE(forbidden.Observe(Config(true)));
  forbidden.SchemaRead(absl::PermissionDeniedError("forbidden"));
  EXPECT_EQ(forbidden.problem(), "");
  EXPECT_TRUE(forbidden.wants_schema());
}

TEST(StoredFieldsTest, ATextOfAnotherFormHoldsUnlessTheSchemaHasAllFields) {
  for (const char* text : {R"({"annotation":"","fields":["spec.resourceB)", "x", R"({"uid": "C"})", ""}) {
    StoredFields fields;
    RestoreAndObserve(fields, text, Config(false), SchemaWith(OlderSchema()));
    EXPECT_THAT(fields.problem(), HasSubstr("in another form")) << text;
    EXPECT_FALSE(fields.Observe(Config(false)) || fields.wants_schema()) << "the schema of this generation is known";
    EXPECT_EQ(fields.text(), "") << "the next leader must not take these fields for all";
    StoredFields repaired = fields;
    EXPECT_FALSE(repaired.Observe(Config(false, 6)));
    EXPECT_NE(repaired.problem(), "") << "the API server may still use the schema before";
    EXPECT_FALSE(repaired.Observe(Config(true, 6)));
    EXPECT_EQ(repaired.problem(), "");
    EXPECT_FALSE(fields.Observe(Config(false, 5, "{}")));
    EXPECT_EQ(fields.problem(), "");
    StoredFields forbidden;
    RestoreAndObserve(forbidden, text, Config(false), absl::PermissionDeniedError("forbidden"));
    EXPECT_THAT(forbidden.problem(), HasSubstr("cannot be read")) << text;
  }
}

// The annotation was written before the loss, so it says nothing about the fields of the spec.
TEST(StoredFieldsTest, AnAnnotationThatWasThereDoesNotEndTheHoldAfterAnUnreadableText) {
  for (const std::string& annotation : {std::string("{}"), std::string(R"({"kubeAPIServerCPUFraction": "0.5"})")}) {
    StoredFields fields;
    RestoreAndObserve(fields, "", Config(false, 5, annotation), SchemaWith(OlderSchema()));
    EXPECT_NE(fields.problem(), "") << annotation;
    EXPECT_FALSE(fields.Observe(Config(false, 6, annotation)));
    EXPECT_NE(fields.problem(), "") << annotation;
    EXPECT_FALSE(fields.Observe(Config(false, 6, annotation == "{}" ? "{ }" : annotation + " ")));
    EXPECT_EQ(fields.problem(), "") << "a person has written it again";
  }
}

TEST(StoredFieldsTest, AnAnnotationThatWasThereDoesNotEndTheHoldOfTheConditionWithoutTheLease) {
  const Configuration lost = WithFieldsCondition(Config(false, 5, "{}"), "x");
  StoredFields fields;
  fields.Restore(absl::nullopt);
  EXPECT_FALSE(fields.Observe(lost));
  EXPECT_NE(fields.problem(), "");
}

// An API server can still use the schema before, and return all fields.
TEST(StoredFieldsTest, ASchemaWithoutAFieldIsNotTheOneThatLaterOnesAreComparedWith) {
  StoredFields fields;
  fields.Restore(absl::nullopt);
  fields.Observe(Config(true));
  fields.SchemaRead(SchemaWith(OurSchema()));
  fields.ForgetSchema();
  fields.SchemaRead(SchemaWith(OlderSchema(), "crd/2"));
  EXPECT_TRUE(fields.Observe(Config(false, 6)));
  fields.SchemaRead(SchemaWith(OurSchema(), "crd/3", Config(false, 6)));
  EXPECT_NE(fields.problem(), "");
}

TEST(StoredFieldsTest, IgnoresATextOfAnotherForm) {
  for (const char* text : {"", "x", "[]", "{}", R"({"uid": 5, "fields": ["spec.other"]})",
                           R"({"uid": "C", "generation": 5, "fields": ["spec.other", {}]})"}) {
    StoredFields fields;
    RestoreAndObserve(fields, text, Config(false), SchemaWith(OurSchema()));
    EXPECT_EQ(fields.problem(), "") << text;
  }
}

}  // namespace
}  // namespace cpsizer::sidecar
