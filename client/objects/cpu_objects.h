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

// The objects that decisions about CPU requests use, besides workloads and pods. Read in the same way as those of
// replica_objects.h.
namespace cpsizer::objects {

struct FoundInfrastructure : CheckedObject {
  v1::Infrastructure infrastructure;
};
// Fields that are not modelled are ignored, except one whose name is nearly that of the limit.
bool ReadInfrastructure(const Node& object, ProblemList& problems, FoundInfrastructure& found);

struct FoundKubeletConfig : CheckedObject {
  v1::KubeletConfig config;
  // True if it selects the machine config pool `master`, that of the control plane, or no pool by the label that all
  // pools have.
  bool of_control_plane = false;
};
// A KubeletConfig has many fields that are not modelled: a field is reported as unknown only if its name is nearly that
// of a modelled one.
bool ReadKubeletConfig(const Node& object, ProblemList& problems, FoundKubeletConfig& found);

struct FoundNode {
  Place place;
  v1::Node node;
  // True if it has a label of the control plane's role.
  bool of_control_plane = false;
};
bool ReadNode(const Node& object, ProblemList& problems, FoundNode& found);

struct FoundDaemonSet {
  // The workload with a scale of 1.
  FoundWorkload workload;
  // status.desiredNumberScheduled; absent for a manifest.
  absl::optional<int32_t> scheduled;
};
bool ReadDaemonSet(const Node& object, ProblemList& problems, FoundDaemonSet& found);

// An install-config.yaml, of which only the limit is read.
struct FoundInstallConfig : CheckedObject {
  Place place;
  int32_t limit = 0;
};
// Returns whether a document without a kind is an install-config.yaml: only this kind has a base domain.
bool IsInstallConfig(const Node& document);
bool ReadInstallConfig(const Node& document, ProblemList& problems, FoundInstallConfig& found);

// Returns whether a Pod is static: its only owner is its node, which owns the copy on the API server.
bool IsStaticPod(const Node& object);

// All these objects in files, in their order.
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
