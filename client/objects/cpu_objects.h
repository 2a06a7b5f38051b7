#ifndef CPSIZER_CLIENT_OBJECTS_CPU_OBJECTS_H_
#define CPSIZER_CLIENT_OBJECTS_CPU_OBJECTS_H_

#include <cstdint>
#include <vector>

#include "absl/types/optional.h"
#include "client/objects/found_object.h"
#include "client/objects/problem_list.h"
#include "client/objects/replica_objects.h"
#include "cpsizer/v1/infrastructure.pb.h"
#include "cpsizer/v1/kubelet_config.pb.h"
#include "cpsizer/v1/node.pb.h"

// The objects that decisions about CPU requests use, except workloads and pods. The functions read objects in the same
// way as the functions of replica_objects.h.
namespace cpsizer::objects {

struct FoundInfrastructure : CheckedObject {
  v1::Infrastructure infrastructure;
};
// Ignores unknown fields, except fields whose name is similar to `controlPlaneCPULimit`.
bool ReadInfrastructure(const Node& object, ProblemList& problems, FoundInfrastructure& found);

struct FoundKubeletConfig : CheckedObject {
  v1::KubeletConfig config;
  // True if the object selects the machine config pool `master` (the pool of the control plane), or does not select a
  // pool by its name.
  bool of_control_plane = false;
};
// A KubeletConfig has many fields that the message does not have. For this reason an unknown field is reported only if
// its name is similar to the name of a field of the message.
bool ReadKubeletConfig(const Node& object, ProblemList& problems, FoundKubeletConfig& found);

struct FoundNode {
  Place place;
  v1::Node node;
  // True if the node has a label with the role of the control plane.
  bool of_control_plane = false;
};
bool ReadNode(const Node& object, ProblemList& problems, FoundNode& found);

struct FoundDaemonSet {
  // The DaemonSet as a workload. The scale of this workload is 1.
  FoundWorkload workload;
  // The value of status.desiredNumberScheduled. Absent for a manifest.
  absl::optional<int32_t> scheduled;
};
bool ReadDaemonSet(const Node& object, ProblemList& problems, FoundDaemonSet& found);

// An install-config.yaml. Only the CPU limit of the control plane is read.
struct FoundInstallConfig : CheckedObject {
  Place place;
  int32_t limit = 0;
};
// Returns whether `document` is an install-config.yaml: the document has no kind, but has a base domain.
bool IsInstallConfig(const Node& document);
bool ReadInstallConfig(const Node& document, ProblemList& problems, FoundInstallConfig& found);

// Returns whether a Pod is static: it has no owner, or its only owner is its node. On the API server, the owner of a
// static pod is its node.
bool IsStaticPod(const Node& object);

// All objects of these kinds from files, in the order of the files.
struct CpuObjects {
  std::vector<FoundInfrastructure> infrastructures;
  std::vector<FoundKubeletConfig> kubelet_configs;
  std::vector<FoundNode> nodes;
  std::vector<FoundDaemonSet> daemon_sets;
  std::vector<FoundInstallConfig> install_configs;

  bool empty() const {
    return infrastructures.empty() && kubelet_configs.empty() && nodes.empty() && daemon_sets.empty() &&
           install_configs.empty();
  }
};

}  // namespace cpsizer::objects

#endif  // CPSIZER_CLIENT_OBJECTS_CPU_OBJECTS_H_
