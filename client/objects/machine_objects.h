#ifndef CPSIZER_CLIENT_OBJECTS_MACHINE_OBJECTS_H_
#define CPSIZER_CLIENT_OBJECTS_MACHINE_OBJECTS_H_

#include <vector>

#include "client/objects/found_object.h"
#include "client/objects/problem_list.h"
#include "cpsizer/v1/control_plane_machine_set_autoscaler.pb.h"

// The objects about machines of control planes. Besides what their messages say, files may write the name of an
// authenticationRef alone, several authModes as one text, value and threshold as numbers, and one secretTargetRef
// without a list.
namespace cpsizer::objects {

struct FoundMachineAutoscaler : CheckedObject {
  v1::ControlPlaneMachineSetAutoscaler autoscaler;
};
bool ReadMachineAutoscaler(const Node& object, ProblemList& problems, FoundMachineAutoscaler& found);

struct FoundTriggerAuthentication : CheckedObject {
  v1::ControlPlaneMachineSetAutoscalingTriggerAuthentication authentication;
};
bool ReadTriggerAuthentication(const Node& object, ProblemList& problems, FoundTriggerAuthentication& found);

// All these objects in files, in their order.
struct MachineObjects {
  std::vector<FoundMachineAutoscaler> autoscalers;
  std::vector<FoundTriggerAuthentication> authentications;

  bool empty() const { return autoscalers.empty() && authentications.empty(); }
};

}  // namespace cpsizer::objects

#endif  // CPSIZER_CLIENT_OBJECTS_MACHINE_OBJECTS_H_
