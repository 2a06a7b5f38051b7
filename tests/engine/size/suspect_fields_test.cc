// Tests findings about values that are valid but probably wrong: units of capacities, names that differ only in case,
// and a window of 0.
#include <string>
#include <vector>

#include "cpsizer/validate_config.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/engine/size/requests.h"

namespace cpsizer {
namespace {

using ::cpsizer::testing::ConfigOf;
using ::cpsizer::testing::DemandRequest;
using ::cpsizer::testing::ExampleConfig;
using ::cpsizer::testing::Lines;
using ::cpsizer::testing::MachineSetOf;
using ::cpsizer::testing::Recommend;
using ::cpsizer::testing::SizeText;
using ::cpsizer::testing::Validate;
using ::cpsizer::testing::WithPace;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

struct UnitCase {
  absl::string_view name;
  std::vector<SizeText> sizes;
  std::vector<std::string> lines;
};

TEST(SuspectFields, AUnitIsReportedForItsFieldAndNotForANeighbour) {
  const UnitCase cases[] = {
      {"1Gi is enough", {{"a", "1Gi", "", "", ""}}, {}},
      {"one byte less",
       {{"a", "1073741823", "", "", ""}},
       {"WARNING MEMORY_CAPACITY_TINY spec.sizes[0].capacity.memory"}},
      {"almost 4Ti", {{"a", "4398046511103", "", "", ""}}, {}},
      {"4Ti", {{"a", "4Ti", "", "", ""}}, {"WARNING MEMORY_CAPACITY_HUGE spec.sizes[0].capacity.memory"}},
      {"Ti for Gi",
       {{"a", "32Ti", "8", "", ""}, {"b", "64Gi", "16", "", ""}, {"c", "128Gi", "32", "", ""}},
       {"WARNING MEMORY_CAPACITY_HUGE spec.sizes[0].capacity.memory"}},
      {"1,920 CPUs, as the largest machine", {{"a", "32Gi", "1920", "", ""}}, {}},
      {"one millicore less", {{"a", "32Gi", "1999999m", "", ""}}, {}},
      {"2 CPUs in millicores without the m",
       {{"a", "32Gi", "2000", "", ""}},
       {"WARNING CPU_CAPACITY_HUGE spec.sizes[0].capacity.cpu"}},
      {"memory without a unit in the middle",
       {{"a", "32Gi", "8", "", ""}, {"b", "64", "16", "", ""}, {"c", "128Gi", "32", "", ""}},
       {"WARNING MEMORY_CAPACITY_TINY spec.sizes[1].capacity.memory"}},
      {"memory without a unit at the end",
       {{"a", "32Gi", "8", "", ""}, {"b", "64Gi", "16", "", ""}, {"c", "128", "32", "", ""}},
       {"WARNING MEMORY_CAPACITY_TINY spec.sizes[2].capacity.memory"}},
      {"cpu with the unit of memory",
       {{"a", "32Gi", "8Gi", "", ""}, {"b", "64Gi", "16", "", ""}, {"c", "128Gi", "32", "", ""}},
       {"WARNING CPU_CAPACITY_HUGE spec.sizes[0].capacity.cpu"}},
      {"the two exchanged",
       {{"a", "32Gi", "8", "", ""}, {"b", "16", "64Gi", "", ""}, {"c", "128Gi", "32", "", ""}},
       {"WARNING MEMORY_CAPACITY_TINY spec.sizes[1].capacity.memory",
        "WARNING CPU_CAPACITY_HUGE spec.sizes[1].capacity.cpu"}},
      {"two sizes without a unit, of which one has less",
       {{"a", "32", "8", "0.9", ""}, {"b", "33", "8", "0.5", ""}, {"c", "128Gi", "32", "", ""}},
       {"WARNING MEMORY_CAPACITY_TINY spec.sizes[0].capacity.memory",
        "WARNING MEMORY_CAPACITY_TINY spec.sizes[1].capacity.memory"}},
      {"the others are compared as before",
       {{"a", "32Gi", "8", "", ""}, {"b", "64", "16", "", ""}, {"c", "128Gi", "4", "", ""}},
       {"WARNING MEMORY_CAPACITY_TINY spec.sizes[1].capacity.memory",
        "WARNING CAPACITY_ORDER_INCONSISTENT spec.sizes[2].capacity.cpu",
        "WARNING EFFECTIVE_CAPACITY_NOT_INCREASING spec.sizes[2].capacity.cpu"}},
  };
  for (const UnitCase& c : cases) {
    EXPECT_EQ(Lines(Validate(ConfigOf(c.sizes)).findings()), c.lines) << c.name;
  }
  const v1::ValidateConfigResponse response = Validate(ConfigOf({{"a", "1048575", "10000001m", "", ""}}));
  EXPECT_EQ(response.findings(0).message(), "1048575 is less than 1Gi; the unit is probably missing or wrong");
  EXPECT_EQ(response.findings(1).message(), "10000001m is 2,000 CPUs or more; the unit is probably missing or wrong");
}

// The size with too much memory comes last, so a demand above all capacities would choose it.
TEST(SuspectFields, TooMuchMemoryHoldsASizeWithFewerCpus) {
  const v1::ClusterSizingConfiguration config =
      ConfigOf({{"a", "32Ti", "8", "", ""}, {"b", "64Gi", "16", "", ""}, {"c", "128Gi", "32", "", ""}});
  v1::RecommendSizeRequest request = DemandRequest(config, "10Gi", "25");
  request.set_current_size("c");
  const auto response = Recommend(request);
  EXPECT_EQ(response.held_by(), v1::SIZE_HOLD_RULE_CAPACITY_SUSPECT);
  EXPECT_THAT(Lines(response.findings()), ElementsAre("WARNING MEMORY_CAPACITY_HUGE spec.sizes[0].capacity.memory",
                                                      "WARNING CAPACITY_SUSPECT spec.sizes[0].capacity.memory"));
}

TEST(SuspectFields, EffectsAreNotComparedWithASuspectCapacity) {
  v1::ClusterSizingConfiguration config = ConfigOf({{"a", "32", "8", "", ""}});
  v1::Effects& effects = *config.mutable_spec()->mutable_sizes(0)->mutable_effects();
  effects.set_kas_go_mem_limit("8GiB");
  v1::ResourceRequest& request = *effects.add_resource_requests();
  request.set_deployment_name("kube-apiserver");
  request.set_container_name("kube-apiserver");
  request.set_memory("8Gi");
  request.set_cpu("16");
  EXPECT_THAT(Lines(Validate(config).findings()),
              ElementsAre("WARNING MEMORY_CAPACITY_TINY spec.sizes[0].capacity.memory",
                          "WARNING RESOURCE_REQUEST_ABOVE_CAPACITY spec.sizes[0].effects.resourceRequests[0].cpu"));
}

TEST(SuspectFields, ADecisionHasTheSameWarningsAboutUnits) {
  const auto response = Recommend(DemandRequest(ConfigOf({{"a", "32", "8Gi", "", ""}}), "1Gi", ""));
  EXPECT_THAT(Lines(response.findings()), ElementsAre("WARNING MEMORY_CAPACITY_TINY spec.sizes[0].capacity.memory",
                                                      "WARNING CPU_CAPACITY_HUGE spec.sizes[0].capacity.cpu"));
}

TEST(SuspectFields, ALadderWithoutCapacityNeedsMachineSets) {
  v1::ValidateConfigRequest request;
  *request.mutable_cluster_sizing_configuration() = WithPace(ConfigOf({{"a", "", "", "", ""}, {"b", "", "", "", ""}}));
  v1::ValidateConfigResponse response;
  ASSERT_TRUE(ValidateConfig(request, response).ok());
  EXPECT_THAT(Lines(response.findings()), ElementsAre("NOTE NO_CAPACITY spec.sizes"));
  EXPECT_TRUE(response.valid());
  EXPECT_FALSE(response.decidable());
  *request.add_machine_sets() = MachineSetOf("a", "32768", "8");
  *request.add_machine_sets() = MachineSetOf("b", "65536", "16");
  response.Clear();
  ASSERT_TRUE(ValidateConfig(request, response).ok());
  EXPECT_THAT(response.findings(), IsEmpty());
  EXPECT_THAT(Validate(ConfigOf({{"a", "", "8", "", ""}})).findings(), IsEmpty()) << "CPU alone can decide";
}

TEST(SuspectFields, NamesThatDifferInCase) {
  const auto config = ConfigOf({{"small", "1Gi", "", "", ""},
                                {"Large", "2Gi", "", "", ""},
                                {"SMALL", "4Gi", "", "", ""},
                                {"Small", "8Gi", "", "", ""}});
  const v1::ValidateConfigResponse response = Validate(config);
  EXPECT_THAT(Lines(response.findings()), ElementsAre("WARNING SIZE_NAMES_DIFFER_IN_CASE spec.sizes[2].name",
                                                      "WARNING SIZE_NAMES_DIFFER_IN_CASE spec.sizes[3].name"));
  EXPECT_EQ(response.findings(0).message(), "the names SMALL and small differ only in case");
  // An error in another field does not hide the warning. If two names are equal, there is an error instead of the
  // warning.
  const auto invalid =
      ConfigOf({{"small", "no", "", "", ""}, {"Small", "2Gi", "", "", ""}, {"small", "4Gi", "", "", ""}});
  EXPECT_THAT(Lines(Validate(invalid).findings()),
              ::testing::UnorderedElementsAre("ERROR QUANTITY_MALFORMED spec.sizes[0].capacity.memory",
                                              "ERROR SIZE_NAME_DUPLICATE spec.sizes[2].name",
                                              "WARNING SIZE_NAMES_DIFFER_IN_CASE spec.sizes[1].name"));
}

TEST(SuspectFields, ASlidingWindowOfZeroLimitsNothing) {
  const auto lines = [](const char* window) {
    v1::ClusterSizingConfiguration config = ExampleConfig();
    config.mutable_spec()->mutable_concurrency()->set_sliding_window(window);
    return Lines(Validate(config).findings());
  };
  for (const char* zero : {"0s", "0m0s", "0.0h"}) {
    EXPECT_THAT(lines(zero), ElementsAre("WARNING SLIDING_WINDOW_ZERO spec.concurrency.slidingWindow")) << zero;
  }
  EXPECT_THAT(lines("0.001s"), IsEmpty());
  EXPECT_THAT(lines("0"), ElementsAre("ERROR DURATION_MALFORMED spec.concurrency.slidingWindow"));
}

TEST(SuspectFields, TheWindowIsCheckedWhereSizesHaveErrors) {
  v1::ClusterSizingConfiguration config = ConfigOf({{"a", "0", "", "", ""}});
  config.mutable_spec()->mutable_concurrency()->set_sliding_window("0s");
  EXPECT_THAT(Lines(Validate(config).findings()),
              ElementsAre("ERROR CAPACITY_NOT_POSITIVE spec.sizes[0].capacity.memory",
                          "WARNING SLIDING_WINDOW_ZERO spec.concurrency.slidingWindow"));
}

// The defaults of the API server do not apply below an absent object. The operator reads zero values.
TEST(SuspectFields, AbsentPaceIsAWarningAndNotAnErrorOfADecision) {
  v1::ValidateConfigRequest request;
  *request.mutable_cluster_sizing_configuration() = ExampleConfig();
  v1::ValidateConfigResponse response;
  ASSERT_TRUE(ValidateConfig(request, response).ok());
  EXPECT_TRUE(response.valid());
  EXPECT_TRUE(response.decidable());
  ASSERT_THAT(Lines(response.findings()), ElementsAre("WARNING CONCURRENCY_ABSENT spec.concurrency",
                                                      "WARNING TRANSITION_DELAY_ABSENT spec.transitionDelay"));
  EXPECT_EQ(response.findings(0).message(),
            "concurrency is absent, so the operator's limit is 0, and a scheduled cluster never changes its size");
  EXPECT_EQ(response.findings(1).message(), "transitionDelay is absent, so the operator changes sizes without a delay");
  *request.mutable_cluster_sizing_configuration() = WithPace(ExampleConfig());
  response.Clear();
  ASSERT_TRUE(ValidateConfig(request, response).ok());
  EXPECT_THAT(response.findings(), IsEmpty());
  EXPECT_THAT(Recommend(DemandRequest(ExampleConfig(), "1Gi", "1")).findings(), IsEmpty());
}

TEST(SuspectFields, ANegativeGenerationIsAWarningForEachKind) {
  v1::ClusterSizingConfiguration config = ExampleConfig();
  config.mutable_metadata()->set_generation(-1);
  const v1::ValidateConfigResponse response = Validate(config);
  EXPECT_THAT(Lines(response.findings()), ElementsAre("WARNING GENERATION_NEGATIVE metadata.generation"));
  EXPECT_EQ(response.config_generation(), -1);
  EXPECT_EQ(response.condition().observed_generation(), 0) << "the API server refuses a negative one";

  v1::ValidateConfigRequest request;
  request.mutable_infrastructure()->mutable_metadata()->set_name("cluster");
  request.mutable_infrastructure()->mutable_metadata()->set_generation(-7);
  v1::ValidateConfigResponse other;
  ASSERT_TRUE(ValidateConfig(request, other).ok());
  EXPECT_THAT(Lines(other.findings()), ElementsAre("WARNING GENERATION_NEGATIVE metadata.generation"));
}

}  // namespace
}  // namespace cpsizer
