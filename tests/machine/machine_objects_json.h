#ifndef CPSIZER_TESTS_MACHINE_MACHINE_OBJECTS_JSON_H_
#define CPSIZER_TESTS_MACHINE_MACHINE_OBJECTS_JSON_H_

#include <string>
#include <vector>

#include "tests/testing/json.h"

// These functions return objects about the machines of a control plane, in the JSON form of the API server.
namespace cpsizer::machine {

inline constexpr char kNamespace[] = "openshift-machine-api";

// Returns an autoscaler with the AWS sizes `small`, `medium` and `large` in the order of their weights. It increases
// the size above 80 % of CPU and decreases it below 40 %. Both windows have the length `window`.
kube::Json AutoscalerJson(const std::string& window = "5m");
// Returns an active ControlPlaneMachineSet with three machines and without a rollout.
kube::Json MachineSetJson(const std::string& size = "small");
// Returns `spec.providerSpec.value` of the machines.
kube::Json& ProviderSpecOf(kube::Json& machine_set);
// Returns a control plane node with 4 CPUs and 16 GiB.
kube::Json NodeJson(const std::string& name);
kube::Json NodeMetricsJson(const std::string& node, const std::string& timestamp, const std::string& cpu,
                           const std::string& memory = "4Gi");
kube::Json ListOf(const std::string& kind, const std::vector<kube::Json>& items);
kube::Json SecretJson(const std::string& name, const std::string& key, const std::string& value);
// Returns a trigger with a query to `server` and this threshold.
kube::Json QueryTriggerJson(const std::string& server, const std::string& threshold);

}  // namespace cpsizer::machine

#endif  // CPSIZER_TESTS_MACHINE_MACHINE_OBJECTS_JSON_H_
