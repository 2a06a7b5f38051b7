#ifndef CPSIZER_TESTS_E2E_AUTOSCALING_SCENARIO_OBJECTS_H_
#define CPSIZER_TESTS_E2E_AUTOSCALING_SCENARIO_OBJECTS_H_

#include <string>
#include <vector>

#include "absl/time/time.h"
#include "client/kube/http/http.h"
#include "tests/e2e/autoscaling/scenario.h"
#include "tests/testing/json.h"

// Functions for the objects of a scenario. Only the controller of autoscalers changes these objects; the API server
// runs without other controllers.
namespace cpsizer::e2e {

inline constexpr char kAutoscalers[] = "/apis/autoscaling/v2/horizontalpodautoscalers";
// In each scenario, this is the name of the autoscaler and of the target, and the value of the label of the pods.
inline constexpr char kName[] = "web";

std::string PathIn(const Scenario& scenario, const char* group_version, const std::string& rest);
std::string AutoscalerPath(const Scenario& scenario, const std::string& name = kName);
std::string TargetPath(const Scenario& scenario);
std::string ScalePath(const Scenario& scenario);
// Returns whether the API server has the kind of the target.
bool HasKnownKind(const Scenario& scenario);
// Returns whether the target exists and has a scale.
bool HasScale(const Scenario& scenario);

// The requests that create a scenario. They must be sent in the order of the fields: first the namespaces, then the
// objects, their statuses, and so on. The requests of one field are sent at the same time.
struct ScenarioRequests {
  std::vector<kube::HttpRequest> namespaces;
  std::vector<kube::HttpRequest> objects;
  std::vector<kube::HttpRequest> reports;
  // The deletions. They are sent after the first statuses.
  std::vector<kube::HttpRequest> deletions;
  // The autoscalers. They are created after all other objects.
  std::vector<kube::HttpRequest> autoscalers;
};
// Appends the requests of a scenario. The times of the scenario are relative to `now`.
void AddRequests(const Scenario& scenario, absl::Time now, ScenarioRequests& requests);

// Returns the pods of the list `pods` or `strangers`, one entry for each pod. The field `name` of an entry is the name
// of the pod.
std::vector<kube::Json> PodsOf(const kube::Json& fields, const char* list);
// Returns the containers of `pod`, which is an entry that PodsOf() returned.
kube::Json ContainersOf(const kube::Json& pod);
// Returns the time `seconds` before `now`, in the format of Kubernetes objects.
std::string Ago(absl::Time now, int64_t seconds);

}  // namespace cpsizer::e2e

#endif  // CPSIZER_TESTS_E2E_AUTOSCALING_SCENARIO_OBJECTS_H_
