#ifndef CPSIZER_CLIENT_OBJECTS_MACHINE_OBJECTS_H_
#define CPSIZER_CLIENT_OBJECTS_MACHINE_OBJECTS_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "client/objects/found_object.h"
#include "client/objects/problem_list.h"
#include "cpsizer/v1/cluster_autoscaler.pb.h"
#include "cpsizer/v1/control_plane_machine_set.pb.h"
#include "cpsizer/v1/control_plane_machine_set_autoscaler.pb.h"
#include "cpsizer/v1/machine_autoscaler.pb.h"
#include "cpsizer/v1/machine_set.pb.h"
#include "cpsizer/v1/plan_cluster_autoscaler.pb.h"
#include "cpsizer/v1/pod.pb.h"

// The objects about machines of control planes and of MachineSets. Files may use these short forms, which the messages
// do not have: an authenticationRef as a name, several authModes as one text, value and threshold as numbers, and one
// secretTargetRef without a list.
namespace cpsizer::objects {

// A JSON Pointer to the fields of a ControlPlaneMachineSet that define the size of a machine.
inline constexpr char kProviderSpecPointer[] =
    "/spec/template/machines_v1beta1_machine_openshift_io/spec/providerSpec/value/";

struct FoundControlPlaneMachineSetAutoscaler : CheckedObject {
  v1::ControlPlaneMachineSetAutoscaler autoscaler;
};
bool ReadControlPlaneAutoscaler(const Node& object, ProblemList& problems,
                                FoundControlPlaneMachineSetAutoscaler& found);

struct FoundTriggerAuthentication : CheckedObject {
  v1::ControlPlaneMachineSetAutoscalingTriggerAuthentication authentication;
};
bool ReadTriggerAuthentication(const Node& object, ProblemList& problems, FoundTriggerAuthentication& found);

// A ControlPlaneMachineSet. The provider spec has only the fields that define the size of a machine.
struct FoundControlPlaneMachineSet : FoundObject {
  v1::ControlPlaneMachineSet machine_set;
};
bool ReadControlPlaneMachineSet(const Node& object, ProblemList& problems, FoundControlPlaneMachineSet& found);

struct FoundClusterAutoscaler : CheckedObject {
  v1::ClusterAutoscaler autoscaler;
};
bool ReadClusterAutoscaler(const Node& object, ProblemList& problems, FoundClusterAutoscaler& found);

struct FoundMachineAutoscaler : CheckedObject {
  v1::MachineAutoscaler autoscaler;
};
bool ReadMachineAutoscaler(const Node& object, ProblemList& problems, FoundMachineAutoscaler& found);

// A MachineSet as the target of MachineAutoscalers. It has only the annotations that autoscaling uses, because other
// annotations can be long.
struct FoundScalingTarget : FoundObject {
  v1::MachineSet machine_set;
};
bool ReadScalingTarget(const Node& object, ProblemList& problems, FoundScalingTarget& found);

// Returns the current version of an object that the operator of the cluster-autoscaler writes, without
// `metadata.managedFields`.
v1::ClusterAutoscalerCurrentObject ReadOperand(const Node& object, absl::string_view kind);

// A NodeMetrics object of metrics.k8s.io/v1beta1: the usage of one node in a short time window.
struct FoundNodeMetrics {
  Place place;
  std::string node;
  std::string timestamp;
  std::string window;
  // The field `usage`. The name of the message is empty.
  v1::ContainerMetrics metrics;
};
bool ReadNodeMetrics(const Node& object, ProblemList& problems, FoundNodeMetrics& found);

// All objects of these kinds from files, in the order of the files.
struct MachineObjects {
  std::vector<FoundControlPlaneMachineSetAutoscaler> autoscalers;
  std::vector<FoundTriggerAuthentication> authentications;
  std::vector<FoundControlPlaneMachineSet> machine_sets;
  std::vector<FoundNodeMetrics> node_metrics;
  std::vector<FoundClusterAutoscaler> cluster_autoscalers;
  std::vector<FoundMachineAutoscaler> machine_autoscalers;
  std::vector<FoundScalingTarget> scaling_targets;
  std::vector<v1::ClusterAutoscalerCurrentObject> operands;

  bool empty() const {
    return autoscalers.empty() && authentications.empty() && machine_sets.empty() && node_metrics.empty() &&
           cluster_autoscalers.empty() && machine_autoscalers.empty() && scaling_targets.empty() && operands.empty();
  }
};

}  // namespace cpsizer::objects

#endif  // CPSIZER_CLIENT_OBJECTS_MACHINE_OBJECTS_H_
