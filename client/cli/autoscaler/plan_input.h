#ifndef CPSIZER_CLIENT_CLI_AUTOSCALER_PLAN_INPUT_H_
#define CPSIZER_CLIENT_CLI_AUTOSCALER_PLAN_INPUT_H_

#include <vector>

#include "absl/types/optional.h"
#include "client/cli/base/places.h"
#include "client/cli/base/screen.h"
#include "client/cli/input/inputs.h"
#include "cpsizer/v1/plan_cluster_autoscaler.pb.h"

namespace cpsizer::cli {

// Finds the paths of a PlanClusterAutoscalerRequest in the files that it was made from. Points into the inventory.
struct PlanPlaces : public Places {
  absl::optional<objects::Place> PlaceOf(absl::string_view path) const override;

  const objects::FoundClusterAutoscaler* autoscaler = nullptr;
  const objects::FoundInfrastructure* infrastructure = nullptr;
  std::vector<const objects::FoundObject*> machine_autoscalers;
  std::vector<const objects::FoundObject*> machine_sets;
};

// A request made from objects, without the settings of the operator.
struct PlanInput {
  v1::PlanClusterAutoscalerRequest request;
  PlanPlaces places;
};

// Makes a request from the objects of files or a cluster, with the current objects if `compares`. Returns nothing,
// with an exit code in `inputs`, after printing an error if there is nothing to plan, two objects where one is
// allowed, or a misspelt field.
absl::optional<PlanInput> MakePlanInput(Inputs& inputs, bool compares, Screen& err);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_AUTOSCALER_PLAN_INPUT_H_
