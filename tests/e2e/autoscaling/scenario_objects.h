#ifndef CPSIZER_TESTS_E2E_AUTOSCALING_SCENARIO_OBJECTS_H_
#define CPSIZER_TESTS_E2E_AUTOSCALING_SCENARIO_OBJECTS_H_

#include <string>
#include <vector>

#include "absl/time/time.h"
#include "client/kube/http/http.h"
#include "tests/e2e/autoscaling/scenario.h"
#include "tests/testing/json.h"

// The objects of a scenario. Only the controller of autoscalers acts on them; the API server has no other controllers.
namespace cpsizer::e2e {

inline constexpr char kAutoscalers[] = "/apis/autoscaling/v2/horizontalpodautoscalers";
// The name of the autoscaler and of the target in each scenario, and the value of the pods' label.
inline constexpr char kName[] = "web";

std::string PathIn(const Scenario& scenario, const char* group_version, const std::string& rest);
std::string AutoscalerPath(const Scenario& scenario, const std::string& name = kName);
std::string TargetPath(const Scenario& scenario);
std::string ScalePath(const Scenario& scenario);
// Returns whether the API server knows the kind of the target.
bool HasKnownKind(const Scenario& scenario);
// Returns whether the target exists and has a scale.
bool HasScale(const Scenario& scenario);

// The requests that create a scenario, in the order in which they must be sent: the namespaces, the objects in them,
// their statuses, and so on. The requests of one list are sent concurrently.
struct ScenarioRequests {
  std::vector<kube::HttpRequest> namespaces;
  std::vector<kube::HttpRequest> objects;
  std::vector<kube::HttpRequest> reports;
  // The deletions, which are sent after the first statuses.
  std::vector<kube::HttpRequest> deletions;
  // The autoscalers, which are created after all other objects.
  std::vector<kube::HttpRequest> autoscalers;
};
// Appends the requests of a scenario. Times are relative to `now`.
void AddRequests(const Scenario& scenario, absl::Time now, ScenarioRequests& requests);

// Returns one entry for each pod of the list `pods` or `strangers`, with the name of the pod in `name`.
std::vector<kube::Json> PodsOf(const kube::Json& fields, const char* list);
// Returns the containers of a pod in the table.
kube::Json ContainersOf(const kube::Json& pod);
// Returns the time this many seconds before `now`, in the format of Kubernetes objects.
std::string Ago(absl::Time now, int64_t seconds);

}  // namespace cpsizer::e2e

#endif  // CPSIZER_TESTS_E2E_AUTOSCALING_SCENARIO_OBJECTS_H_
