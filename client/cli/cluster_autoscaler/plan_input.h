#ifndef CPSIZER_CLIENT_CLI_CLUSTER_AUTOSCALER_PLAN_INPUT_H_
#define CPSIZER_CLIENT_CLI_CLUSTER_AUTOSCALER_PLAN_INPUT_H_

#include <vector>

#include "absl/types/optional.h"
#include "client/cli/base/places.h"
#include "client/cli/base/screen.h"
#include "client/cli/input/decision_verb.h"
#include "client/cli/input/inputs.h"
#include "cpsizer/v1/plan_cluster_autoscaler.pb.h"

namespace cpsizer::cli {

// Maps the paths of a PlanClusterAutoscalerRequest to places in the files that the request was made from. The inventory
// must outlive this object.
struct PlanPlaces : public Places {
  absl::optional<objects::Place> PlaceOf(absl::string_view path) const override;

  const objects::FoundClusterAutoscaler* autoscaler = nullptr;
  const objects::FoundInfrastructure* infrastructure = nullptr;
  std::vector<const objects::FoundObject*> machine_autoscalers;
  std::vector<const objects::FoundObject*> machine_sets;
};

// A request made from objects. It does not have the settings of the operator.
using PlanInput = DecisionInput<v1::PlanClusterAutoscalerRequest, PlanPlaces>;

// Makes a request from the objects of files or of a cluster. If `compares` is true, the request also has the current
// objects. If there is nothing to plan, if there are two objects where only one is allowed, or if
// IsDecidable() is false, prints an error, sets the exit code in `inputs` and returns nothing.
absl::optional<PlanInput> MakePlanInput(Inputs& inputs, bool compares, Screen& err);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_CLUSTER_AUTOSCALER_PLAN_INPUT_H_
