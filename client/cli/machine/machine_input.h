#ifndef CPSIZER_CLIENT_CLI_MACHINE_MACHINE_INPUT_H_
#define CPSIZER_CLIENT_CLI_MACHINE_MACHINE_INPUT_H_

#include <vector>

#include "absl/types/optional.h"
#include "client/cli/base/places.h"
#include "client/cli/base/screen.h"
#include "client/cli/input/decision_verb.h"
#include "client/cli/input/inputs.h"
#include "cpsizer/v1/recommend_machine.pb.h"

namespace cpsizer::cli {

// Maps the paths of a RecommendMachineRequest to places in the files that the request was made from. The inventory must
// outlive this.
struct MachinePlaces : public Places {
  absl::optional<objects::Place> PlaceOf(absl::string_view path) const override;

  const objects::FoundControlPlaneMachineSetAutoscaler* autoscaler = nullptr;
  const objects::FoundControlPlaneMachineSet* machine_set = nullptr;
  std::vector<objects::Place> nodes;  // the places of the nodes, in the order of the request
};

// A request made from objects. It does not have the time, readings and options.
using MachineInput = DecisionInput<v1::RecommendMachineRequest, MachinePlaces>;

// Makes a request from only the autoscaler and the ControlPlaneMachineSet, without nodes and samples. Prints an error,
// sets the exit code in `inputs` and returns nothing if one of the two objects is missing or occurs twice, or if
// IsDecidable() is false for the autoscaler.
absl::optional<MachineInput> MakeMachineInputWithoutNodes(Inputs& inputs, Screen& err);

// Makes a request from the objects of files or of a cluster. Prints an error, sets the exit code in `inputs` and
// returns nothing in the cases of MakeMachineInputWithoutNodes(), and if an amount cannot be read.
//
// The nodes of the request are the nodes with a control plane role. If no node has this role, uses all nodes and prints
// a note. Each NodeMetrics of these nodes is one sample, with the capacity of its Node.
absl::optional<MachineInput> MakeMachineInput(Inputs& inputs, Screen& err);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_MACHINE_MACHINE_INPUT_H_
