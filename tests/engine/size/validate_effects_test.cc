#include <functional>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/engine/size/requests.h"

namespace cpsizer {
namespace {

using ::cpsizer::testing::ConfigOf;
using ::cpsizer::testing::ExampleConfig;
using ::cpsizer::testing::Lines;
using ::cpsizer::testing::Validate;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

using Spec = v1::ClusterSizingConfigurationSpec;

struct ValidateEffectsCase {
  absl::string_view name;
  std::function<void(Spec&)> change;
  std::vector<std::string> lines;
};

v1::ResourceRequest& AddRequest(Spec& spec, int size, const std::string& deployment, const std::string& container) {
  v1::ResourceRequest& request = *spec.mutable_sizes(size)->mutable_effects()->add_resource_requests();
  request.set_deployment_name(deployment);
  request.set_container_name(container);
  return request;
}

// Each case changes a configuration that has no findings. This configuration has one size with 32Gi x 0.5 of memory and
// 8 x 0.5 of CPU.
TEST(OperatorFields, AtAndAroundTheirBorders) {
  const auto effects = [](Spec& spec) -> v1::Effects& { return *spec.mutable_sizes(0)->mutable_effects(); };
  const auto management = [](Spec& spec) -> v1::Management& { return *spec.mutable_sizes(0)->mutable_management(); };
  const ValidateEffectsCase cases[] = {
      {"limit 1", [&](Spec& s) { s.mutable_concurrency()->set_limit(1); }, {}},
      {"limit 0",
       [&](Spec& s) { s.mutable_concurrency()->set_limit(0); },
       {"ERROR LIMIT_TOO_SMALL spec.concurrency.limit"}},
      {"limit negative",
       [&](Spec& s) { s.mutable_concurrency()->set_limit(-1); },
       {"ERROR LIMIT_TOO_SMALL spec.concurrency.limit"}},
      {"durations",
       [&](Spec& s) {
         s.mutable_concurrency()->set_sliding_window("10m");
         s.mutable_transition_delay()->set_increase("1h30m0.5s");
         s.mutable_transition_delay()->set_decrease("10.25h");
       },
       {}},
      {"malformed durations",
       [&](Spec& s) {
         s.mutable_concurrency()->set_sliding_window("10");
         s.mutable_transition_delay()->set_increase("-30s");
         s.mutable_transition_delay()->set_decrease("");
       },
       {"ERROR DURATION_MALFORMED spec.concurrency.slidingWindow",
        "ERROR DURATION_MALFORMED spec.transitionDelay.increase",
        "ERROR DURATION_MALFORMED spec.transitionDelay.decrease"}},
      {"go duration", [&](Spec& s) { effects(s).set_machine_health_check_timeout("-1.5h300ms"); }, {}},
      {"no go duration",
       [&](Spec& s) { effects(s).set_machine_health_check_timeout("5 minutes"); },
       {"ERROR DURATION_MALFORMED spec.sizes[0].effects.machineHealthCheckTimeout"}},
      {"memory limits", [&](Spec& s) { effects(s).set_kas_go_mem_limit("16GiB"); }, {}},
      {"memory limit without unit", [&](Spec& s) { effects(s).set_kas_go_mem_limit("17179869184"); }, {}},
      {"memory limit of 20 characters", [&](Spec& s) { effects(s).set_kas_go_mem_limit("0000000000000000016B"); }, {}},
      {"memory limit of 21 characters",
       [&](Spec& s) { effects(s).set_kas_go_mem_limit("00000000000000000016B"); },
       {"ERROR MEMORY_LIMIT_MALFORMED spec.sizes[0].effects.kasGoMemLimit"}},
      {"memory limit with a quantity's suffix",
       [&](Spec& s) { effects(s).set_kas_go_mem_limit("8Gi"); },
       {"ERROR MEMORY_LIMIT_MALFORMED spec.sizes[0].effects.kasGoMemLimit"}},
      {"memory limit without digits",
       [&](Spec& s) { effects(s).set_kas_go_mem_limit("GiB"); },
       {"ERROR MEMORY_LIMIT_MALFORMED spec.sizes[0].effects.kasGoMemLimit"}},
      {"memory limit empty",
       [&](Spec& s) { effects(s).set_kas_go_mem_limit(""); },
       {"ERROR MEMORY_LIMIT_MALFORMED spec.sizes[0].effects.kasGoMemLimit"}},
      {"memory limit one above the capacity",
       [&](Spec& s) { effects(s).set_kas_go_mem_limit("17179869185"); },
       {"WARNING MEMORY_LIMIT_ABOVE_CAPACITY spec.sizes[0].effects.kasGoMemLimit"}},
      {"memory limit above every quantity",
       [&](Spec& s) { effects(s).set_kas_go_mem_limit("99999999999999999TiB"); },
       {"ERROR MEMORY_LIMIT_MALFORMED spec.sizes[0].effects.kasGoMemLimit"}},
      {"memory limit of 63 bits",
       [&](Spec& s) { effects(s).set_kas_go_mem_limit("9223372036854775807"); },
       {"WARNING MEMORY_LIMIT_ABOVE_CAPACITY spec.sizes[0].effects.kasGoMemLimit"}},
      {"memory limit past 63 bits",
       [&](Spec& s) { effects(s).set_kas_go_mem_limit("9223372036854775808B"); },
       {"ERROR MEMORY_LIMIT_MALFORMED spec.sizes[0].effects.kasGoMemLimit"}},
      {"delay that Go can read", [&](Spec& s) { s.mutable_transition_delay()->set_increase("2562047h"); }, {}},
      {"delay that Go cannot read",
       [&](Spec& s) { s.mutable_transition_delay()->set_increase("2562048h"); },
       {"ERROR DURATION_MALFORMED spec.transitionDelay.increase"}},
      {"inflight zero",
       [&](Spec& s) {
         effects(s).set_maximum_requests_inflight(0);
         effects(s).set_maximum_mutating_requests_inflight(0);
       },
       {}},
      {"inflight negative",
       [&](Spec& s) {
         effects(s).set_maximum_requests_inflight(-1);
         effects(s).set_maximum_mutating_requests_inflight(-1);
       },
       {"ERROR VALUE_NEGATIVE spec.sizes[0].effects.maximumRequestsInflight",
        "ERROR VALUE_NEGATIVE spec.sizes[0].effects.maximumMutatingRequestsInflight"}},
      {"request", [&](Spec& s) { AddRequest(s, 0, "etcd", "etcd").set_memory("0"); }, {}},
      {"request without names",
       [&](Spec& s) {
         AddRequest(s, 0, "", "etcd").set_memory("1Gi");
         AddRequest(s, 0, "etcd", "").set_memory("1Gi");
       },
       {"ERROR RESOURCE_REQUEST_INCOMPLETE spec.sizes[0].effects.resourceRequests[0].deploymentName",
        "ERROR RESOURCE_REQUEST_INCOMPLETE spec.sizes[0].effects.resourceRequests[1].containerName"}},
      {"request twice",
       [&](Spec& s) {
         AddRequest(s, 0, "etcd", "etcd").set_memory("1Gi");
         AddRequest(s, 0, "etcd", "other").set_memory("1Gi");
         AddRequest(s, 0, "etcd", "etcd").set_memory("1Gi");
       },
       {"ERROR RESOURCE_REQUEST_DUPLICATE spec.sizes[0].effects.resourceRequests[2]"}},
      {"request negative and malformed",
       [&](Spec& s) {
         AddRequest(s, 0, "etcd", "etcd").set_memory("-1");
         s.mutable_sizes(0)->mutable_effects()->mutable_resource_requests(0)->set_cpu("1 core");
       },
       {"ERROR VALUE_NEGATIVE spec.sizes[0].effects.resourceRequests[0].memory",
        "ERROR QUANTITY_MALFORMED spec.sizes[0].effects.resourceRequests[0].cpu"}},
      {"request of the kube-apiserver at the capacity",
       [&](Spec& s) {
         AddRequest(s, 0, "kube-apiserver", "kube-apiserver").set_memory("16Gi");
         s.mutable_sizes(0)->mutable_effects()->mutable_resource_requests(0)->set_cpu("4");
       },
       {}},
      {"request of the kube-apiserver above it",
       [&](Spec& s) {
         AddRequest(s, 0, "kube-apiserver", "kube-apiserver").set_memory("16.1Gi");
         s.mutable_sizes(0)->mutable_effects()->mutable_resource_requests(0)->set_cpu("4001m");
       },
       {"WARNING RESOURCE_REQUEST_ABOVE_CAPACITY spec.sizes[0].effects.resourceRequests[0].memory",
        "WARNING RESOURCE_REQUEST_ABOVE_CAPACITY spec.sizes[0].effects.resourceRequests[0].cpu"}},
      {"request without amounts",
       [&](Spec& s) { AddRequest(s, 0, "etcd", "etcd"); },
       {"WARNING RESOURCE_REQUEST_EMPTY spec.sizes[0].effects.resourceRequests[0]"}},
      {"memory limit equal to the request",
       [&](Spec& s) {
         AddRequest(s, 0, "kube-apiserver", "kube-apiserver").set_memory("8Gi");
         effects(s).set_kas_go_mem_limit("8GiB");
       },
       {}},
      {"memory limit one above the request",
       [&](Spec& s) {
         AddRequest(s, 0, "kube-apiserver", "kube-apiserver").set_memory("8Gi");
         effects(s).set_kas_go_mem_limit("8589934593");
       },
       {"NOTE MEMORY_LIMIT_ABOVE_REQUEST spec.sizes[0].effects.kasGoMemLimit"}},
      {"memory limit above the request of another container",
       [&](Spec& s) {
         AddRequest(s, 0, "kube-apiserver", "audit").set_memory("1Mi");
         effects(s).set_kas_go_mem_limit("8GiB");
       },
       {}},
      {"request of another container",
       [&](Spec& s) { AddRequest(s, 0, "kube-apiserver", "audit").set_memory("99Gi"); },
       {}},
      {"placeholders zero", [&](Spec& s) { management(s).set_placeholders(0); }, {}},
      {"placeholders negative",
       [&](Spec& s) { management(s).set_placeholders(-1); },
       {"ERROR VALUE_NEGATIVE spec.sizes[0].management.placeholders"}},
      {"nodes per zone",
       [&](Spec& s) {
         management(s).set_non_request_serving_nodes_per_zone("0");
         s.set_non_request_serving_nodes_buffer_per_zone("0.5");
       },
       {}},
      {"no buffer per zone", [&](Spec& s) { s.set_non_request_serving_nodes_buffer_per_zone("0"); }, {}},
      {"nodes per zone negative",
       [&](Spec& s) {
         management(s).set_non_request_serving_nodes_per_zone("-1n");
         s.set_non_request_serving_nodes_buffer_per_zone("-1");
       },
       {"ERROR VALUE_NEGATIVE spec.sizes[0].management.nonRequestServingNodesPerZone",
        "ERROR VALUE_NEGATIVE spec.nonRequestServingNodesBufferPerZone"}},
  };
  for (const ValidateEffectsCase& c : cases) {
    v1::ClusterSizingConfiguration config = ConfigOf({{"a", "32Gi", "8", "0.5", "0.5"}});
    c.change(*config.mutable_spec());
    EXPECT_EQ(Lines(Validate(config).findings()), c.lines) << c.name;
  }
}

TEST(OperatorFields, SetOnSomeSizesOnly) {
  v1::ClusterSizingConfiguration config =
      ConfigOf({{"a", "1Gi", "", "", ""}, {"b", "2Gi", "", "", ""}, {"c", "4Gi", "", "", ""}});
  Spec& spec = *config.mutable_spec();
  spec.mutable_sizes(1)->mutable_management()->set_non_request_serving_nodes_per_zone("1");
  spec.mutable_sizes(0)->mutable_effects()->set_kas_go_mem_limit("1MiB");
  spec.mutable_sizes(2)->mutable_effects()->set_kas_go_mem_limit("1MiB");
  spec.mutable_sizes(1)->mutable_effects()->set_api_critical_priority_class_name("p");
  for (int i = 0; i < 3; ++i) spec.mutable_sizes(i)->mutable_effects()->set_etcd_priority_class_name("p");
  AddRequest(spec, 0, "etcd", "etcd").set_memory("1Gi");
  AddRequest(spec, 1, "etcd", "etcd").set_memory("1Gi");
  AddRequest(spec, 2, "oauth", "oauth").set_memory("1Gi");
  const v1::ValidateConfigResponse response = Validate(config);
  EXPECT_THAT(Lines(response.findings()),
              ElementsAre("ERROR MANAGEMENT_INCOMPLETE spec.sizes[0].management.nonRequestServingNodesPerZone",
                          "WARNING EFFECT_ON_SOME_SIZES_ONLY spec.sizes[1].effects.kasGoMemLimit",
                          "WARNING EFFECT_ON_SOME_SIZES_ONLY spec.sizes[0].effects.APICriticalPriorityClassName",
                          "WARNING EFFECT_ON_SOME_SIZES_ONLY spec.sizes[2].effects.resourceRequests",
                          "WARNING EFFECT_ON_SOME_SIZES_ONLY spec.sizes[0].effects.resourceRequests"));
  EXPECT_THAT(response.findings(0).message(), HasSubstr("set on b and not on a and c"));
  EXPECT_THAT(response.findings(1).message(), HasSubstr("set on a and c and not on b"));
  EXPECT_THAT(response.findings(3).message(),
              HasSubstr("the request of etcd/etcd is set on a and b and not on 1 other size"));
}

TEST(OperatorFields, AResourceOfARequestOnSomeSizesOnly) {
  v1::ClusterSizingConfiguration config = ConfigOf({{"a", "1Gi", "", "", ""}, {"b", "2Gi", "", "", ""}});
  Spec& spec = *config.mutable_spec();
  AddRequest(spec, 0, "etcd", "etcd").set_memory("1Gi");
  AddRequest(spec, 1, "etcd", "etcd").set_memory("1Gi");
  spec.mutable_sizes(0)->mutable_effects()->mutable_resource_requests(0)->set_cpu("1");
  const v1::ValidateConfigResponse response = Validate(config);
  EXPECT_THAT(Lines(response.findings()),
              ElementsAre("WARNING EFFECT_ON_SOME_SIZES_ONLY spec.sizes[1].effects.resourceRequests"));
  EXPECT_THAT(response.findings(0).message(), HasSubstr("the cpu request of etcd/etcd is set on a and not on b"));
}

TEST(OperatorFields, EffectsThatShrink) {
  // The order is that of the capacities, not that of the configuration.
  v1::ClusterSizingConfiguration config =
      ConfigOf({{"large", "64Gi", "", "", ""}, {"small", "16Gi", "", "", ""}, {"medium", "32Gi", "", "", ""}});
  Spec& spec = *config.mutable_spec();
  const char* const limits[] = {"4GiB", "2GiB", "6144MiB"};
  const int64_t inflight[] = {400, 400, 400};
  const char* const memory[] = {"8Gi", "2Gi", "4Gi"};
  const char* const cpu[] = {"2", "3", "3000m"};
  for (int i = 0; i < 3; ++i) {
    v1::Effects& effects = *spec.mutable_sizes(i)->mutable_effects();
    effects.set_kas_go_mem_limit(limits[i]);
    effects.set_maximum_requests_inflight(inflight[i]);
    effects.set_maximum_mutating_requests_inflight(200 + 100 * i);
    v1::ResourceRequest& request = AddRequest(spec, i, "etcd", "etcd");
    request.set_memory(memory[i]);
    request.set_cpu(cpu[i]);
  }
  const v1::ValidateConfigResponse response = Validate(config);
  EXPECT_THAT(Lines(response.findings()),
              ElementsAre("WARNING CRITERIA_ORDER_CONTRADICTS_CAPACITY spec.sizes[0].criteria.from",
                          "WARNING EFFECT_SHRINKS spec.sizes[0].effects.kasGoMemLimit",
                          "WARNING EFFECT_SHRINKS spec.sizes[0].effects.maximumMutatingRequestsInflight",
                          "WARNING EFFECT_SHRINKS spec.sizes[0].effects.resourceRequests[0].cpu"));
  EXPECT_THAT(response.findings(1).message(),
              HasSubstr("kasGoMemLimit is 4GiB on large, less than 6144MiB on the smaller size medium"));
}

TEST(OperatorFields, NodeCountsOrderSizesWithoutCapacities) {
  v1::ClusterSizingConfiguration config = ConfigOf({{"a", "", "", "", ""}, {"b", "", "", "", ""}});
  Spec& spec = *config.mutable_spec();
  spec.mutable_sizes(0)->mutable_criteria()->set_from(10);
  spec.mutable_sizes(0)->mutable_criteria()->clear_to();
  spec.mutable_sizes(1)->mutable_criteria()->set_from(0);
  spec.mutable_sizes(1)->mutable_criteria()->set_to(9);
  AddRequest(spec, 0, "etcd", "etcd").set_memory("1Gi");
  AddRequest(spec, 1, "etcd", "etcd").set_memory("2Gi");
  EXPECT_THAT(Lines(Validate(config).findings()),
              Contains("WARNING EFFECT_SHRINKS spec.sizes[0].effects.resourceRequests[0].memory"));
}

// The operator removes this effect from a cluster whose size does not set it, so no value of an old size stays.
TEST(OperatorFields, MachineHealthCheckTimeoutMayBeOnSomeSizesOnly) {
  v1::ClusterSizingConfiguration config = ConfigOf({{"a", "1Gi", "", "", ""}, {"b", "2Gi", "", "", ""}});
  config.mutable_spec()->mutable_sizes(0)->mutable_effects()->set_machine_health_check_timeout("8m0s");
  EXPECT_THAT(Lines(Validate(config).findings()), ElementsAre());
}

TEST(OperatorFields, DescribeMissingAndTooLongValues) {
  Spec spec = ExampleConfig().spec();
  v1::ResourceRequest& request = *spec.mutable_sizes(0)->mutable_effects()->add_resource_requests();
  request.set_container_name("etcd");
  spec.mutable_concurrency()->set_sliding_window("2562048h");
  spec.mutable_transition_delay()->set_increase("soon");
  v1::ClusterSizingConfiguration config;
  *config.mutable_spec() = spec;
  std::vector<std::string> messages;
  const v1::ValidateConfigResponse response = Validate(config);
  for (const v1::Finding& finding : response.findings()) messages.push_back(finding.message());
  EXPECT_THAT(messages, ::testing::IsSupersetOf(
                            {std::string("the resource request does not specify the deployment"),
                             std::string("\"2562048h\" is longer than Go can count (2562047h47m16.854775807s)"),
                             std::string("\"soon\" is not a duration in s, m and h")}));
}

TEST(Effects, OneOtherSizeIsOne) {
  auto config = ExampleConfig();
  v1::ResourceRequest& request = *config.mutable_spec()->mutable_sizes(0)->mutable_effects()->add_resource_requests();
  request.set_deployment_name("etcd");
  request.set_container_name("etcd");
  request.set_memory("1Gi");
  EXPECT_THAT(Validate(config).findings(0).message(), ::testing::EndsWith("and not on 2 other sizes"));
}

}  // namespace
}  // namespace cpsizer
