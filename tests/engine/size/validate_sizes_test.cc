#include <string>
#include <vector>

#include "cpsizer/validate_config.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/engine/size/requests.h"

namespace cpsizer {
namespace {

using ::cpsizer::testing::ConfigOf;
using ::cpsizer::testing::ExampleConfig;
using ::cpsizer::testing::Lines;
using ::cpsizer::testing::Rules;
using ::cpsizer::testing::SizeText;
using ::cpsizer::testing::Validate;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(ValidateConfig, ExampleIsValidWithoutFindings) {
  const v1::ValidateConfigResponse response = Validate(ExampleConfig());
  EXPECT_TRUE(response.valid());
  EXPECT_THAT(response.findings(), IsEmpty());
  ASSERT_EQ(response.sizes_size(), 3);
  EXPECT_EQ(response.sizes(2).memory().effective_capacity(), "96Gi");
  EXPECT_FALSE(response.sizes(2).memory().has_fits());
  EXPECT_EQ(response.cpu_not_in_play_reason(), v1::SIZE_NOT_IN_PLAY_REASON_UNSPECIFIED);
  EXPECT_EQ(response.condition().type(), "ClusterSizingConfigurationValid");
  EXPECT_EQ(response.condition().status(), "True");
  EXPECT_EQ(response.condition().reason(), "AsExpected");
  EXPECT_EQ(response.condition().message(), "Cluster sizing configuration valid.");
  EXPECT_EQ(response.condition().observed_generation(), 3);
  EXPECT_EQ(response.condition().last_transition_time(), "");
}

TEST(ValidateConfig, EscapesWhatHidesOrReordersTextInTheValuesThatItQuotes) {
  const v1::ValidateConfigResponse response = Validate(ConfigOf({{"a\xE2\x80\xAE\xE2\x80\xA8", "1Gi", "", "", ""}}));
  for (const v1::Finding& finding : response.findings()) {
    EXPECT_THAT(finding.SerializeAsString(), ::testing::Not(HasSubstr("\xE2\x80"))) << finding.DebugString();
  }
  ASSERT_EQ(response.findings_size(), 1);
  EXPECT_EQ(response.findings(0).value(), R"(a\u202e\u2028)");
  EXPECT_THAT(response.findings(0).message(), HasSubstr(R"(a\u202e\u2028)"));
  EXPECT_THAT(response.condition().message(), HasSubstr(R"(a\u202e\u2028)"));
}

TEST(ValidateConfig, IsDecidableWhereNoErrorTouchesADecision) {
  const auto decidable = [](const v1::ClusterSizingConfiguration& config, v1::SizeCpuPolicy policy = {}) {
    v1::ValidateConfigRequest request;
    *request.mutable_cluster_sizing_configuration() = config;
    request.set_cpu_policy(policy);
    v1::ValidateConfigResponse response;
    EXPECT_TRUE(ValidateConfig(request, response).ok());
    return response.decidable();
  };
  EXPECT_TRUE(decidable(ExampleConfig()));
  v1::ClusterSizingConfiguration gap = ExampleConfig();
  gap.mutable_spec()->mutable_sizes(1)->mutable_criteria()->set_from(15);
  EXPECT_FALSE(Validate(gap).valid());
  EXPECT_TRUE(decidable(gap));
  v1::ClusterSizingConfiguration kind = ExampleConfig();
  kind.set_kind("ConfigMap");
  EXPECT_FALSE(decidable(kind));
  EXPECT_FALSE(decidable(ConfigOf({})));
  EXPECT_FALSE(decidable(ConfigOf({{"a", "32Gi", "", "2", ""}})));
  EXPECT_FALSE(decidable(ConfigOf({{"a", "32Gi", "", "", ""}, {"b", "", "", "", ""}}))) << "a capacity is missing";
  const auto cpu_alone = ConfigOf({{"a", "", "8", "", ""}, {"b", "", "16", "", ""}});
  EXPECT_TRUE(decidable(cpu_alone));
  EXPECT_FALSE(decidable(cpu_alone, v1::SIZE_CPU_POLICY_NEVER));
}

TEST(ValidateConfig, ConditionListsTheErrors) {
  const v1::ValidateConfigResponse response = Validate(ConfigOf({{"a", "0", "", "", ""}, {"b", "1Gi", "", "2", ""}}));
  EXPECT_FALSE(response.valid());
  EXPECT_THAT(response.sizes(), IsEmpty());
  EXPECT_EQ(response.condition().status(), "False");
  EXPECT_EQ(response.condition().reason(), "SizeConfigurationInvalid");
  EXPECT_EQ(response.condition().message(),
            "spec.sizes[0].capacity.memory: 0 is not a capacity: it must be above zero; "
            "spec.sizes[1].capacity.kubeAPIServerMemoryFraction: 2 is above 1");
}

TEST(ValidateConfig, ConditionMessageStaysWithinItsLimit) {
  std::vector<SizeText> sizes(1'000, SizeText{"-", "garbage", "garbage", "", ""});
  const v1::ValidateConfigResponse response = Validate(ConfigOf(sizes));
  EXPECT_LE(response.condition().message().size(), 32'768U);
  EXPECT_THAT(response.condition().message(), HasSubstr("; and "));
  EXPECT_EQ(response.findings_size(), 3'999);
}

// Each size has one error, so each line of the condition message names one size.
TEST(ValidateConfig, ConditionMessageStaysWithinItsLimitWhateverTheLengthOfItsLines) {
  for (size_t length = 5; length <= 40; ++length) {
    std::vector<std::string> names;
    names.reserve(1'000);
    for (int i = 0; i < 1'000; ++i) names.push_back(absl::StrCat("-", absl::Dec(i, absl::kZeroPad3)));
    for (std::string& name : names) name.resize(length, 'a');
    std::vector<SizeText> sizes;
    sizes.reserve(names.size());
    for (const std::string& name : names) sizes.push_back({name, "1Gi", "", "", ""});
    const std::string message = Validate(ConfigOf(sizes)).condition().message();
    EXPECT_LE(message.size(), 32'768U);
    EXPECT_GT(message.size(), 32'500U);
    int listed = 0;
    for (size_t at = 0; (at = message.find("spec.sizes[", at)) != std::string::npos; ++at) ++listed;
    EXPECT_THAT(message, ::testing::EndsWith(absl::StrCat("; and ", 1'000 - listed, " more")));
  }
}

TEST(ValidateConfig, ConfigurationIsRequired) {
  v1::ValidateConfigResponse response;
  const absl::Status status = ValidateConfig(v1::ValidateConfigRequest(), response);
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(testing::ErrorInfoOf(status).reason(), "CONFIG_MISSING");
}

TEST(ValidateConfig, EmptyConfigurationHasNoSizes) {
  EXPECT_THAT(Lines(Validate(v1::ClusterSizingConfiguration()).findings()), ElementsAre("ERROR NO_SIZES spec.sizes"));
}

TEST(ValidateConfig, ErrorsComeBeforeWarnings) {
  v1::ClusterSizingConfiguration config = ExampleConfig();
  config.mutable_spec()->mutable_sizes(0)->set_name("x-small");
  config.mutable_spec()->mutable_concurrency()->set_limit(0);
  EXPECT_THAT(Lines(Validate(config).findings()),
              ElementsAre("ERROR LIMIT_TOO_SMALL spec.concurrency.limit",
                          "WARNING SIZE_NAME_UNUSABLE_AS_REASON spec.sizes[0].name"));
}

struct NameCase {
  std::string name;
  std::vector<std::string> rules;
};

TEST(ValidateSizes, Names) {
  const NameCase cases[] = {
      {"a", {}},
      {"A_b_C9", {}},
      {std::string(63, 'a'), {}},
      {std::string(64, 'a'), {"SIZE_NAME_INVALID"}},
      {"", {"SIZE_NAME_INVALID"}},
      {"-a", {"SIZE_NAME_INVALID"}},
      {"a-", {"SIZE_NAME_INVALID"}},
      {"a.", {"SIZE_NAME_INVALID"}},
      {"a b", {"SIZE_NAME_INVALID"}},
      {"a/b", {"SIZE_NAME_INVALID"}},
      {"gr\xc3\xb6\xc3\x9f"
       "er",
       {"SIZE_NAME_INVALID"}},
      {"a\x1b[31m", {"SIZE_NAME_INVALID"}},
      {"x-large", {"SIZE_NAME_UNUSABLE_AS_REASON"}},
      {"x.large", {"SIZE_NAME_UNUSABLE_AS_REASON"}},
      {"2xlarge", {"SIZE_NAME_UNUSABLE_AS_REASON"}},
  };
  for (const NameCase& c : cases) {
    const v1::ValidateConfigResponse response = Validate(ConfigOf({{c.name, "32Gi", "8", "", ""}}));
    EXPECT_EQ(Rules(response.findings()), c.rules) << c.name;
    for (const v1::Finding& finding : response.findings()) {
      EXPECT_EQ(finding.path(), "spec.sizes[0].name");
      EXPECT_EQ(finding.value().find('\x1b'), std::string::npos);
      EXPECT_EQ(finding.message().find('\x1b'), std::string::npos);
    }
  }
}

TEST(ValidateSizes, EachDuplicateNameIsReportedOnce) {
  const auto response = Validate(ConfigOf(
      {{"a", "1Gi", "", "", ""}, {"b", "2Gi", "", "", ""}, {"a", "3Gi", "", "", ""}, {"a", "4Gi", "", "", ""}}));
  EXPECT_THAT(Lines(response.findings()), ElementsAre("ERROR SIZE_NAME_DUPLICATE spec.sizes[2].name",
                                                      "ERROR SIZE_NAME_DUPLICATE spec.sizes[3].name"));
}

struct FieldCase {
  std::string text;
  absl::string_view rule;  // empty: the text is valid
};

TEST(ValidateSizes, CapacitiesAtAndAroundTheirBorders) {
  struct CapacityCase {
    std::string text;
    absl::string_view rule;               // error for memory and CPU; empty: none
    std::vector<std::string> lines = {};  // other findings, some of them for only one resource
  };
  const std::vector<std::string> kHuge = {"WARNING MEMORY_CAPACITY_HUGE spec.sizes[0].capacity.memory",
                                          "WARNING CPU_CAPACITY_HUGE spec.sizes[0].capacity.cpu"};
  const CapacityCase cases[] = {{"1n", "", {"WARNING MEMORY_CAPACITY_TINY spec.sizes[0].capacity.memory"}},
                                {"0", "CAPACITY_NOT_POSITIVE"},
                                {"-1n", "CAPACITY_NOT_POSITIVE"},
                                {"9223372036854775807", "", kHuge},
                                {"9223372036854775808", "QUANTITY_OUT_OF_RANGE"},
                                {"7Ei", "", kHuge},
                                {"8Ei", "QUANTITY_OUT_OF_RANGE"},
                                {"32GB", "QUANTITY_MALFORMED"},
                                {"", "QUANTITY_MALFORMED"},
                                {std::string(64, '0'), "CAPACITY_NOT_POSITIVE"},
                                {std::string(65, '0'), "QUANTITY_MALFORMED"},
                                {"1e999999999", "QUANTITY_MALFORMED"},
                                {"1e-999999999", "QUANTITY_MALFORMED"}};
  for (const CapacityCase& c : cases) {
    v1::ClusterSizingConfiguration config = ConfigOf({{"a", "32Gi", "8", "", ""}});
    v1::SizeCapacity& capacity = *config.mutable_spec()->mutable_sizes(0)->mutable_capacity();
    capacity.set_memory(c.text);
    capacity.set_cpu(c.text);
    const v1::ValidateConfigResponse response = Validate(config);
    if (c.rule.empty()) {
      EXPECT_EQ(Lines(response.findings()), c.lines) << c.text;
    } else {
      EXPECT_THAT(Lines(response.findings()),
                  ElementsAre("ERROR " + std::string(c.rule) + " spec.sizes[0].capacity.memory",
                              "ERROR " + std::string(c.rule) + " spec.sizes[0].capacity.cpu"))
          << c.text;
    }
  }
}

TEST(ValidateSizes, FractionsAtAndAroundTheirBorders) {
  const FieldCase cases[] = {{"0", "FRACTION_OUT_OF_RANGE"},
                             {"-0.1", "FRACTION_OUT_OF_RANGE"},
                             {"1n", "FRACTION_NEAR_ZERO"},
                             {"0.099999999", "FRACTION_NEAR_ZERO"},
                             {"0.1", ""},
                             {"0.9", ""},
                             {"0.900000001", "FRACTION_NEAR_ONE"},
                             {"1", "FRACTION_NEAR_ONE"},
                             {"1.000000001", "FRACTION_OUT_OF_RANGE"},
                             {"65", "FRACTION_OUT_OF_RANGE"},
                             {"65%", "QUANTITY_MALFORMED"},
                             {"", "QUANTITY_MALFORMED"},
                             {"1e30", "QUANTITY_OUT_OF_RANGE"}};
  for (const FieldCase& c : cases) {
    v1::ClusterSizingConfiguration config = ConfigOf({{"a", "32Gi", "8", "", ""}});
    config.mutable_spec()->mutable_sizes(0)->mutable_capacity()->set_kube_api_server_memory_fraction(c.text);
    config.mutable_spec()->mutable_sizes(0)->mutable_capacity()->set_kube_api_server_cpu_fraction(c.text);
    config.mutable_spec()->mutable_resource_based_autoscaling()->set_kube_api_server_memory_fraction(c.text);
    config.mutable_spec()->mutable_resource_based_autoscaling()->set_kube_api_server_cpu_fraction(c.text);
    std::vector<std::string> expected;
    const v1::ValidateConfigResponse response = Validate(config);
    for (const v1::Finding& finding : response.findings()) {
      EXPECT_EQ(finding.rule(), c.rule) << c.text;
      expected.push_back(finding.path());
    }
    if (c.rule.empty()) {
      EXPECT_THAT(expected, IsEmpty()) << c.text;
    } else {
      EXPECT_THAT(expected, ElementsAre("spec.resourceBasedAutoscaling.kubeAPIServerMemoryFraction",
                                        "spec.resourceBasedAutoscaling.kubeAPIServerCPUFraction",
                                        "spec.sizes[0].capacity.kubeAPIServerMemoryFraction",
                                        "spec.sizes[0].capacity.kubeAPIServerCPUFraction"))
          << c.text;
    }
  }
}

TEST(ValidateSizes, KindAndName) {
  v1::ClusterSizingConfiguration config = ExampleConfig();
  config.set_api_version("scheduling.hypershift.openshift.io/v1alpha1");
  config.set_kind("ClusterSizingConfiguration");
  EXPECT_THAT(Validate(config).findings(), IsEmpty());
  config.mutable_metadata()->clear_name();
  EXPECT_THAT(Validate(config).findings(), IsEmpty());
  config.set_api_version("scheduling.hypershift.openshift.io/v1");
  config.set_kind("clustersizingconfiguration");
  config.mutable_metadata()->set_name("Cluster");
  EXPECT_THAT(Lines(Validate(config).findings()),
              ElementsAre("ERROR KIND_MISMATCH apiVersion", "ERROR KIND_MISMATCH kind",
                          "ERROR NAME_NOT_CLUSTER metadata.name"));
}

struct LadderCase {
  absl::string_view name;
  std::vector<SizeText> sizes;
  std::vector<std::string> lines;
};

TEST(ValidateSizes, LadderWarnings) {
  const LadderCase cases[] = {
      {"cpu on some sizes",
       {{"a", "1Gi", "1", "", ""}, {"b", "2Gi", "", "", ""}},
       {"WARNING CPU_CAPACITY_INCOMPLETE spec.sizes"}},
      {"memory on some sizes",
       {{"a", "1Gi", "", "", ""}, {"b", "", "", "", ""}},
       {"WARNING MEMORY_CAPACITY_INCOMPLETE spec.sizes"}},
      {"no capacity at all is a configuration for node counts",
       {{"a", "", "", "", ""}, {"b", "", "", "", ""}},
       {"NOTE NO_CAPACITY spec.sizes"}},
      {"cpu fraction where the size has no cpu",
       {{"a", "1Gi", "1", "", ""}, {"b", "2Gi", "", "", "0.5"}},
       {"WARNING CPU_CAPACITY_INCOMPLETE spec.sizes",
        "WARNING CPU_FRACTION_WITHOUT_CAPACITY spec.sizes[1].capacity.kubeAPIServerCPUFraction"}},
      {"more memory, less cpu",
       {{"a", "1Gi", "2", "", ""}, {"b", "2Gi", "1", "", ""}, {"c", "4Gi", "4", "", ""}},
       {"WARNING CAPACITY_ORDER_INCONSISTENT spec.sizes[1].capacity.cpu",
        "WARNING EFFECTIVE_CAPACITY_NOT_INCREASING spec.sizes[1].capacity.cpu"}},
      {"equal memory in any order of cpu",
       {{"b", "1Gi", "2", "", ""}, {"a", "1Gi", "1", "", ""}, {"c", "2Gi", "4", "", ""}},
       {"WARNING CRITERIA_ORDER_CONTRADICTS_CAPACITY spec.sizes[0].criteria.from"}},
      {"effective memory falls",
       {{"a", "32Gi", "8", "0.9", "0.4"}, {"b", "64Gi", "16", "0.4", "0.5"}},
       {"WARNING EFFECTIVE_CAPACITY_NOT_INCREASING spec.sizes[1].capacity.kubeAPIServerMemoryFraction"}},
      {"effective memory stays equal", {{"a", "32Gi", "8", "0.8", "0.4"}, {"b", "64Gi", "16", "0.4", "0.5"}}, {}},
      {"never chosen",
       {{"a", "8Gi", "8", "0.8", "0.8"}, {"b", "8.5Gi", "8", "0.7", "0.8"}, {"c", "64Gi", "32", "", ""}},
       {"WARNING EFFECTIVE_CAPACITY_NOT_INCREASING spec.sizes[1].capacity.kubeAPIServerMemoryFraction",
        "WARNING SIZE_NEVER_CHOSEN spec.sizes[1]"}},
      {"the last size is always chosen for what fits nowhere",
       {{"a", "8Gi", "8", "", ""}, {"b", "8Gi", "8", "", ""}},
       {}},
      {"cpu counts only where it is complete",
       {{"a", "8Gi", "", "", ""}, {"b", "8Gi", "16", "", ""}, {"c", "64Gi", "32", "", ""}},
       {"WARNING CPU_CAPACITY_INCOMPLETE spec.sizes", "WARNING SIZE_NEVER_CHOSEN spec.sizes[1]"}},
  };
  for (const LadderCase& c : cases) {
    EXPECT_EQ(Lines(Validate(ConfigOf(c.sizes)).findings()), c.lines) << c.name;
  }
}

TEST(ValidateSizes, AFractionIsShownAsPeopleWriteIt) {
  const v1::ValidateConfigResponse response =
      Validate(ConfigOf({{"a", "32Gi", "8", "0.9", "0.4"}, {"b", "64Gi", "16", "0.40", "0.5"}}));
  ASSERT_EQ(response.findings_size(), 1);
  EXPECT_EQ(response.findings(0).value(), "0.40");
}

TEST(ValidateSizes, NeverChosenNeedsOneSizeThatCoversBothResources) {
  // In memory, a covers b. In CPU, no size covers b. Only c covers d in both resources: a and b each cover d in one
  // resource.
  const auto response = Validate(ConfigOf({{"a", "10Gi", "2", "0.9", ""},
                                           {"b", "11Gi", "4", "0.5", ""},
                                           {"c", "12Gi", "3", "0.6", ""},
                                           {"d", "13Gi", "3", "0.5", ""},
                                           {"e", "64Gi", "9", "", ""}}));
  std::vector<std::string> never;
  for (const v1::Finding& finding : response.findings()) {
    if (finding.rule() == "SIZE_NEVER_CHOSEN") never.push_back(finding.message());
  }
  EXPECT_THAT(never, ElementsAre("size d is never chosen: c comes before it and holds at least as much"));
}

TEST(ValidateSizes, GlobalCpuFractionWithoutAnyCpuCapacity) {
  v1::ClusterSizingConfiguration config = ConfigOf({{"a", "1Gi", "", "", ""}});
  config.mutable_spec()->mutable_resource_based_autoscaling()->set_kube_api_server_cpu_fraction("0.5");
  EXPECT_THAT(
      Lines(Validate(config).findings()),
      ElementsAre("WARNING CPU_FRACTION_WITHOUT_CAPACITY spec.resourceBasedAutoscaling.kubeAPIServerCPUFraction"));
}

TEST(ValidateSizes, CpuPolicyDecidesWhetherCpuWouldTakePart) {
  v1::ValidateConfigRequest request;
  *request.mutable_cluster_sizing_configuration() = ConfigOf({{"a", "1Gi", "", "", ""}});
  v1::ValidateConfigResponse response;
  ASSERT_TRUE(ValidateConfig(request, response).ok());
  EXPECT_EQ(response.cpu_not_in_play_reason(), v1::SIZE_NOT_IN_PLAY_REASON_CPU_CAPACITY_NOT_CONFIGURED);
  request.set_cpu_policy(v1::SIZE_CPU_POLICY_NEVER);
  response.Clear();
  ASSERT_TRUE(ValidateConfig(request, response).ok());
  EXPECT_EQ(response.cpu_not_in_play_reason(), v1::SIZE_NOT_IN_PLAY_REASON_CPU_POLICY_NEVER);
}

TEST(ValidateConfig, ASizeWithoutNameIsAFinding) {
  EXPECT_EQ(Validate(ConfigOf({{"", "1Gi", "", "", ""}})).findings(0).message(), "the size has no name");
}

TEST(ValidateConfig, ASmallerSizeDoesNotHideThatALaterOneIsCovered) {
  // The effective capacity of `b` is at least that of `c`, so `c` is never chosen. `a` has less than `b`; the finding
  // about `c` must still be reported.
  const auto config = ConfigOf({{"a", "8Gi", "8", "0.5", "0.5"},
                                {"b", "16Gi", "16", "0.5", "0.5"},
                                {"c", "32Gi", "32", "0.1", "0.2"},
                                {"d", "64Gi", "64", "0.5", "0.5"}});
  EXPECT_THAT(Lines(Validate(config).findings()), ::testing::Contains("WARNING SIZE_NEVER_CHOSEN spec.sizes[2]"));
}

TEST(ValidateConfig, WhereEveryLaterSizeHoldsLessNoneOfThemIsChosen) {
  const auto config =
      ConfigOf({{"a", "32Gi", "", "0.9", ""}, {"b", "64Gi", "", "0.3", ""}, {"c", "128Gi", "", "0.1", ""}});
  EXPECT_THAT(Lines(Validate(config).findings()), Contains("WARNING SIZE_NEVER_CHOSEN spec.sizes[1]"));
}

}  // namespace
}  // namespace cpsizer
