#ifndef CPSIZER_TESTS_E2E_AUTOSCALING_SCENARIO_OBJECTS_H_
#define CPSIZER_TESTS_E2E_AUTOSCALING_SCENARIO_OBJECTS_H_

#include <string>
#include <vector>

#include "absl/time/time.h"
#include "client/kube/http/http.h"
#include "tests/e2e/autoscaling/scenario.h"
#include "tests/testing/json.h"

// The objects of a scenario on an API server on which only the controller of autoscalers acts.
namespace cpsizer::e2e {

inline constexpr char kAutoscalers[] = "/apis/autoscaling/v2/horizontalpodautoscalers";
// The name of each scenario's autoscaler and target, and the pods' label.
inline constexpr char kName[] = "web";

std::string PathIn(const Scenario& scenario, const char* group_version, const std::string& rest);
std::string AutoscalerPath(const Scenario& scenario, const std::string& name = kName);
std::string TargetPath(const Scenario& scenario);
std::string ScalePath(const Scenario& scenario);
// Returns whether the API server knows the kind of the target.
bool HasKnownKind(const Scenario& scenario);
// Returns whether the target exists and has a scale.
bool HasScale(const Scenario& scenario);

// Requests in this order; those of one list are concurrent: the namespaces, the objects in them, and then their
// statuses.
struct ScenarioRequests {
  std::vector<kube::HttpRequest> namespaces;
  std::vector<kube::HttpRequest> objects;
  std::vector<kube::HttpRequest> reports;
  // Deletions, which come after the first statuses.
  std::vector<kube::HttpRequest> deletions;
  // The autoscalers, after all other objects.
  std::vector<kube::HttpRequest> autoscalers;
};
// Appends the requests of a scenario; times are relative to `now`.
void AddRequests(const Scenario& scenario, absl::Time now, ScenarioRequests& requests);

// Returns one entry of `pods` or `strangers` for each pod, with its name in `name`.
std::vector<kube::Json> PodsOf(const kube::Json& fields, const char* list);
// Returns the containers of a pod of the table.
kube::Json ContainersOf(const kube::Json& pod);
// Returns the time this many seconds before `now`, in the form of objects.
std::string Ago(absl::Time now, int64_t seconds);

}  // namespace cpsizer::e2e

#endif  // CPSIZER_TESTS_E2E_AUTOSCALING_SCENARIO_OBJECTS_H_
