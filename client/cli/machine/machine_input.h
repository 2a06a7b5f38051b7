#ifndef CPSIZER_CLIENT_CLI_MACHINE_MACHINE_INPUT_H_
#define CPSIZER_CLIENT_CLI_MACHINE_MACHINE_INPUT_H_

#include <vector>

#include "absl/types/optional.h"
#include "client/cli/base/places.h"
#include "client/cli/base/screen.h"
#include "client/cli/input/inputs.h"
#include "cpsizer/v1/recommend_machine.pb.h"

namespace cpsizer::cli {

// Finds the paths of a RecommendMachineRequest in the files that it was made from. Points into the inventory.
struct MachinePlaces : public Places {
  absl::optional<objects::Place> PlaceOf(absl::string_view path) const override;

  const objects::FoundControlPlaneMachineSetAutoscaler* autoscaler = nullptr;
  const objects::FoundControlPlaneMachineSet* machine_set = nullptr;
  std::vector<objects::Place> nodes;  // in the order of the request
};

// A request made from objects, without time, readings and options.
struct MachineInput {
  v1::RecommendMachineRequest request;
  MachinePlaces places;
};

// Makes a request from the autoscaler and the machines alone, without nodes and samples. Nothing, with an exit code in
// `inputs`, after a message if one of them is missing, occurs twice, or has a misspelt field.
absl::optional<MachineInput> MakeMachineInputWithoutNodes(Inputs& inputs, Screen& err);

// Makes a request from the objects of files or a cluster. Nothing, with an exit code in `inputs`, after a message if an
// object is missing, occurs twice, or has a misspelt field or an amount that cannot be read.
//
// Nodes are those with a role of the control plane; without any such node, all, after a note. Each NodeMetrics is a
// sample, with the capacity that its Node has.
absl::optional<MachineInput> MakeMachineInput(Inputs& inputs, Screen& err);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_MACHINE_MACHINE_INPUT_H_
