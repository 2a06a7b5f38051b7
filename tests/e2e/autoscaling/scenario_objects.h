#ifndef CPSIZER_TESTS_E2E_AUTOSCALING_SCENARIO_OBJECTS_H_
#define CPSIZER_TESTS_E2E_AUTOSCALING_SCENARIO_OBJECTS_H_

#include <string>
#include <vector>

#include "absl/time/time.h"
#include "client/kube/http/http.h"
#include "tests/e2e/autoscaling/scenario.h"
#include "tests/testing/json.h"

// The objects of a scenario on an API server where nothing but the autoscaler's controller acts on them.
namespace cpsizer::e2e {

inline constexpr char kAutoscalers[] = "/apis/autoscaling/v2/horizontalpodautoscalers";
// What every scenario calls its autoscaler, its target and the pods' label.
inline constexpr char kName[] = "web";

std::string PathIn(const Scenario& scenario, const char* group_version, const std::string& rest);
std::string AutoscalerPath(const Scenario& scenario, const std::string& name = kName);
std::string TargetPath(const Scenario& scenario);
std::string ScalePath(const Scenario& scenario);
// Whether the API server knows what is to be scaled.
bool HasKnownKind(const Scenario& scenario);
// Whether there is something to be scaled that can be.
bool HasScale(const Scenario& scenario);

// In this order, those of one list at once: the namespaces, what is in them, and then what they report.
struct ScenarioRequests {
  std::vector<kube::HttpRequest> namespaces;
  std::vector<kube::HttpRequest> objects;
  std::vector<kube::HttpRequest> reports;
  // Deletions, of which the first reports go before.
  std::vector<kube::HttpRequest> deletions;
  // The autoscalers, once all else is there.
  std::vector<kube::HttpRequest> autoscalers;
};
// Appends those of a scenario; times count back from `now`.
void AddRequests(const Scenario& scenario, absl::Time now, ScenarioRequests& requests);

// One entry of `pods` or `strangers` for each pod, with its name in `name`.
std::vector<kube::Json> PodsOf(const kube::Json& fields, const char* list);
// The containers of a pod of the table.
kube::Json ContainersOf(const kube::Json& pod);
// So many seconds before `now`, as objects write it.
std::string Ago(absl::Time now, int64_t seconds);

}  // namespace cpsizer::e2e

#endif  // CPSIZER_TESTS_E2E_AUTOSCALING_SCENARIO_OBJECTS_H_
