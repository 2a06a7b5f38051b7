#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "cpsizer/limits.h"
#include "cpsizer/recommend_size.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/engine/size/requests.h"

// The annotation cpsizer/fractions of a configuration.
namespace cpsizer {
namespace {

using ::cpsizer::testing::ConfigOf;
using ::cpsizer::testing::DemandRequest;
using ::cpsizer::testing::Lines;
using ::cpsizer::testing::Recommend;
using ::cpsizer::testing::Validate;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

constexpr char kPath[] = "metadata.annotations[cpsizer/fractions]";

// Returns a configuration of the fields that the CRD of the operator has, with this annotation.
v1::ClusterSizingConfiguration Annotated(const std::string& annotation) {
  v1::ClusterSizingConfiguration config =
      ConfigOf({{"small", "32Gi", "8", "", ""}, {"medium", "64Gi", "16", "", ""}, {"large", "128Gi", "32", "", ""}});
  (*config.mutable_metadata()->mutable_annotations())["cpsizer/fractions"] = annotation;
  return config;
}

std::string SizeFor(const v1::ClusterSizingConfiguration& config, absl::string_view memory, absl::string_view cpu,
                    v1::SizeCpuPolicy policy = v1::SIZE_CPU_POLICY_WHEN_FRACTION_CONFIGURED) {
  v1::RecommendSizeRequest request = DemandRequest(config, memory, cpu);
  request.mutable_options()->set_cpu_policy(policy);
  return Recommend(request).recommended_size();
}

TEST(ConfiguredFractionsTest, AMisspelledAnnotationIsAWarning) {
  v1::ClusterSizingConfiguration config = Annotated("{}");
  auto& annotations = *config.mutable_metadata()->mutable_annotations();
  for (const char* name : {"cpsizer.io/fractions", "cpsizer/fraction", "cpsizers/fractions", "example/cpsizer"}) {
    annotations[name] = R"({"kubeAPIServerCPUFraction": "0.5"})";
  }
  EXPECT_THAT(Lines(Validate(config).findings()),
              ElementsAre("WARNING ANNOTATION_UNKNOWN metadata.annotations[cpsizer.io/fractions]",
                          "WARNING ANNOTATION_UNKNOWN metadata.annotations[cpsizer/fraction]"));
}

TEST(ConfiguredFractionsTest, TheAnnotationHasTheEffectOfTheFieldsOfTheSpec) {
  const auto annotated = Annotated(
      R"({"kubeAPIServerMemoryFraction": "0.6", "kubeAPIServerCPUFraction": "0.5",
          "sizes": {"small": {"kubeAPIServerCPUFraction": "0.25"}, "large": {"kubeAPIServerMemoryFraction": "0.9"}}})");
  v1::ClusterSizingConfiguration in_spec = Annotated("{}");
  in_spec.mutable_metadata()->clear_annotations();
  v1::ResourceBasedAutoscalingConfiguration& all = *in_spec.mutable_spec()->mutable_resource_based_autoscaling();
  all.set_kube_api_server_memory_fraction("0.6");
  all.set_kube_api_server_cpu_fraction("0.5");
  in_spec.mutable_spec()->mutable_sizes(0)->mutable_capacity()->set_kube_api_server_cpu_fraction("0.25");
  in_spec.mutable_spec()->mutable_sizes(2)->mutable_capacity()->set_kube_api_server_memory_fraction("0.9");
  EXPECT_EQ(Validate(annotated).SerializeAsString(), Validate(in_spec).SerializeAsString());
  for (const char* cpu : {"", "2", "2.001", "8", "8.001", "17"}) {
    for (const char* memory : {"1Gi", "19.2Gi", "20Gi", "100Gi", "200Gi"}) {
      EXPECT_EQ(Recommend(DemandRequest(annotated, memory, cpu)).SerializeAsString(),
                Recommend(DemandRequest(in_spec, memory, cpu)).SerializeAsString());
    }
  }
}

TEST(ConfiguredFractionsTest, CpuTakesPartOnlyIfTheAnnotationHasACpuFraction) {
  EXPECT_EQ(SizeFor(Annotated("{}"), "1Gi", "9"), "small");
  EXPECT_EQ(SizeFor(Annotated(R"({"kubeAPIServerMemoryFraction": "0.6"})"), "1Gi", "9"), "small");
  EXPECT_EQ(SizeFor(Annotated(R"({"kubeAPIServerCPUFraction": "0.6"})"), "1Gi", "9"), "medium");
  EXPECT_EQ(SizeFor(Annotated(R"({"sizes": {"large": {"kubeAPIServerCPUFraction": "0.6"}}})"), "1Gi", "9"), "medium");
  EXPECT_EQ(SizeFor(Annotated(R"({"kubeAPIServerCPUFraction": "0.6"})"), "1Gi", "9", v1::SIZE_CPU_POLICY_NEVER),
            "small");
}

TEST(ConfiguredFractionsTest, AFieldOfTheSpecHasPrecedenceOverTheSameFieldOnly) {
  auto config =
      Annotated(R"({"kubeAPIServerCPUFraction": "0.9", "sizes": {"small": {"kubeAPIServerCPUFraction": "0.25"}}})");
  config.mutable_spec()->mutable_resource_based_autoscaling()->set_kube_api_server_cpu_fraction("0.5");
  v1::ValidateConfigResponse response = Validate(config);
  EXPECT_EQ(response.sizes(0).cpu().effective_capacity(), "2") << "the fraction of the size in the annotation";
  EXPECT_EQ(response.sizes(1).cpu().effective_capacity(), "8");
  EXPECT_THAT(Lines(response.findings()),
              ElementsAre(absl::StrCat("WARNING FRACTION_OVERRIDDEN ", kPath, ".kubeAPIServerCPUFraction")));
  EXPECT_EQ(response.findings(0).message(), R"("0.9" has no effect, because the spec has "0.5")");
  config.mutable_spec()->mutable_sizes(0)->mutable_capacity()->set_kube_api_server_cpu_fraction("0.25");
  response = Validate(config);
  EXPECT_EQ(response.findings_size(), 1) << "equal values are not reported";
  config.mutable_spec()->mutable_sizes(0)->mutable_capacity()->set_kube_api_server_cpu_fraction("0.75");
  response = Validate(config);
  EXPECT_EQ(response.sizes(0).cpu().effective_capacity(), "6");
  EXPECT_EQ(response.findings(1).path(), absl::StrCat(kPath, ".sizes[small].kubeAPIServerCPUFraction"));
}

TEST(ConfiguredFractionsTest, OtherAnnotationsAreNotRead) {
  auto config = Annotated("{}");
  (*config.mutable_metadata()->mutable_annotations())["kubectl.kubernetes.io/last-applied-configuration"] = "{";
  EXPECT_THAT(Validate(config).findings(), IsEmpty());
}

TEST(ConfiguredFractionsTest, EachFindingNamesThePlace) {
  struct Case {
    const char* annotation;
    std::vector<std::string> lines;
    const char* message;
  };
  const std::string path = kPath;
  const Case cases[] = {
      {R"({"kubeAPIServerCPUFraction": 0.6})",
       {"ERROR FRACTIONS_MALFORMED " + path + ".kubeAPIServerCPUFraction"},
       R"(0.6 is a number where a text is expected; write "0.6")"},
      {R"({"kubeAPIServerCPUFraction": {}})",
       {"ERROR FRACTIONS_MALFORMED " + path + ".kubeAPIServerCPUFraction"},
       "the fraction is an object where a text is expected"},
      {R"({"kubeAPIServerCPUFraction": null})",
       {"ERROR FRACTIONS_MALFORMED " + path + ".kubeAPIServerCPUFraction"},
       "the fraction is null where a text is expected"},
      {R"({"sizes": null})",
       {"ERROR FRACTIONS_MALFORMED " + path + ".sizes"},
       "here is null where an object is expected"},
      {R"({"sizes": {"small": null, "gone": null}})",
       {"ERROR FRACTIONS_SIZE_UNKNOWN " + path + ".sizes[gone]", "ERROR FRACTIONS_MALFORMED " + path + ".sizes[small]"},
       ""},
      {R"({"kubeAPIServerCPUFraktion": "0.6"})",
       {"ERROR FRACTIONS_MALFORMED " + path + ".kubeAPIServerCPUFraktion"},
       "there is no field \"kubeAPIServerCPUFraktion\"; the fields are kubeAPIServerMemoryFraction, "
       "kubeAPIServerCPUFraction and sizes"},
      {R"({"sizes": "small"})",
       {"ERROR FRACTIONS_MALFORMED " + path + ".sizes"},
       "here is a text where an object is expected"},
      {R"({"sizes": {"small": "0.6"}})",
       {"ERROR FRACTIONS_MALFORMED " + path + ".sizes[small]"},
       "here is a text where an object is expected"},
      {R"({"sizes": {"small": {"sizes": {}}}})",
       {"ERROR FRACTIONS_MALFORMED " + path + ".sizes[small].sizes"},
       "there is no field \"sizes\"; the fields are kubeAPIServerMemoryFraction and kubeAPIServerCPUFraction"},
      {R"({"sizes": {"meduim": {}, "a\nb": {}}})",
       {"ERROR FRACTIONS_SIZE_UNKNOWN " + path + ".sizes[a\\nb]",
        "ERROR FRACTIONS_SIZE_UNKNOWN " + path + ".sizes[meduim]"},
       "the configuration has no size \"a\\nb\""},
      {R"({"sizes": {"small": {"kubeAPIServerMemoryFraction": "1.5"}}, "kubeAPIServerCPUFraction": "half"})",
       {"ERROR QUANTITY_MALFORMED " + path + ".kubeAPIServerCPUFraction",
        "ERROR FRACTION_OUT_OF_RANGE " + path + ".sizes[small].kubeAPIServerMemoryFraction"},
       ""},
      {R"({"kubeAPIServerCPUFraction": "0.95"})",
       {"WARNING FRACTION_NEAR_ONE " + path + ".kubeAPIServerCPUFraction"},
       ""},
      {R"({"sizes": {"medium": {"kubeAPIServerMemoryFraction": "0.2"}}})",
       {"WARNING EFFECTIVE_CAPACITY_NOT_INCREASING " + path + ".sizes[medium].kubeAPIServerMemoryFraction"},
       ""},
  };
  for (const Case& c : cases) {
    const v1::ValidateConfigResponse response = Validate(Annotated(c.annotation));
    EXPECT_EQ(Lines(response.findings()), c.lines) << c.annotation;
    if (response.findings_size() > 0 && c.message[0] != '\0') {
      EXPECT_EQ(response.findings(0).message(), c.message);
    }
  }
}

TEST(ConfiguredFractionsTest, TextThatIsNotAJsonObjectIsAnErrorOfEachDecision) {
  const std::pair<std::string, const char*> cases[] = {
      {" ", "the annotation is empty where a JSON object is expected"},
      {"0.6", "the annotation is not a JSON object: it does not begin with {"},
      {"null", "the annotation is not a JSON object: it does not begin with {"},
      {"[]", "the annotation is not a JSON object: it does not begin with {"},
      {"kubeAPIServerCPUFraction: 0.6", "the annotation is not a JSON object: it does not begin with {"},
      {R"({"kubeAPIServerCPUFraction": "0.6", })", "the annotation is not a JSON object: remove the comma before }"},
      {R"({"sizes": {"small": {},}})", "the annotation is not a JSON object: remove the comma before }"},
      {R"({'kubeAPIServerCPUFraction': "0.6"})",
       "the annotation is not a JSON object: write double quotes instead of single quotes"},
      {R"({"sizes": {"a": {}, small: {}}})",
       "the annotation is not a JSON object: write the names of fields in double quotes"},
      {R"({"kubeAPIServerCPUFraction" "0.6"})", "Expected : between key:value pair, at \\\"0.6\\\"}"},
      {R"({"sizes": {"small": {}, "small": {}}})",
       "the annotation is not a JSON object: the name \\'small\\' occurs twice"},
      {"{\"kubeAPIServerCPUFraction\": \"\xff\"}", "Encountered non UTF-8 code points"},
      {R"({"sizes": []})", "a list is not allowed in this annotation"},
      {std::string(1'000, '{'), "the annotation is not a JSON object: "},
  };
  for (const auto& [annotation, message] : cases) {
    const v1::ValidateConfigResponse response = Validate(Annotated(annotation));
    EXPECT_THAT(Lines(response.findings()), ElementsAre(absl::StrCat("ERROR FRACTIONS_MALFORMED ", kPath)))
        << annotation;
    EXPECT_THAT(response.findings(0).message(), HasSubstr(message));
    EXPECT_FALSE(response.decidable());
    v1::RecommendSizeResponse decision;
    const absl::Status status = RecommendSize(DemandRequest(Annotated(annotation), "1Gi", "9"), decision);
    EXPECT_EQ(testing::ErrorInfoOf(status).reason(), "FRACTIONS_MALFORMED");
  }
}

TEST(ConfiguredFractionsTest, TheAnnotationHasALimit) {
  std::string text = R"({"kubeAPIServerCPUFraction": "0.6")";
  text.append(kMaxFractionsBytes - text.size() - 1, ' ');
  EXPECT_THAT(Validate(Annotated(text + "}")).findings(), IsEmpty());
  const v1::ValidateConfigResponse response = Validate(Annotated(text + " }"));
  EXPECT_THAT(Lines(response.findings()), ElementsAre(absl::StrCat("ERROR LIMIT_EXCEEDED ", kPath)));
  EXPECT_THAT(response.findings(0).message(), StartsWith("the annotation has 65537 bytes"));
}

// Protobuf takes seconds for some kilobytes of nested lists, and does not limit their depth.
TEST(ConfiguredFractionsTest, NestedListsAreNotParsed) {
  const std::string text = absl::StrCat(R"({"sizes": )", std::string(30'000, '['), std::string(30'000, ']'), "}");
  EXPECT_THAT(Lines(Validate(Annotated(text)).findings()),
              ElementsAre(absl::StrCat("ERROR FRACTIONS_MALFORMED ", kPath)));
}

}  // namespace
}  // namespace cpsizer
