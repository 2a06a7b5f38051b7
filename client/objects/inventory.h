#ifndef CPSIZER_CLIENT_OBJECTS_INVENTORY_H_
#define CPSIZER_CLIENT_OBJECTS_INVENTORY_H_

#include <string>
#include <vector>

#include "absl/types/optional.h"
#include "absl/types/span.h"
#include "client/objects/cpu_objects.h"
#include "client/objects/found_object.h"
#include "client/objects/known_objects.h"
#include "client/objects/label_selector.h"
#include "client/objects/machine_objects.h"
#include "client/objects/replica_objects.h"
#include "cpsizer/v1/cluster_sizing_configuration.pb.h"
#include "cpsizer/v1/machine_set.pb.h"
#include "cpsizer/v1/vertical_pod_autoscaler.pb.h"

namespace cpsizer::objects {

struct FoundConfiguration : CheckedObject {
  v1::ClusterSizingConfiguration config;
};

// A MachineSet with only the used fields: annotations can be long, and a request contains every MachineSet.
struct FoundMachineSet : FoundObject {
  v1::MachineSet machine_set;
};

// The fields of a HostedCluster that sizing uses.
struct HostedCluster {
  std::string namespace_name;
  std::string name;
  // The recommendation annotation, otherwise the size label; empty without both.
  std::string current_size;
  Labels labels;
  // Opted in: annotations resource-based-cp-auto-scaling "true" and topology dedicated-request-serving-components.
  bool eligible = false;
  // Status of its VPA `kube-apiserver`; absent if the files have none.
  absl::optional<v1::VerticalPodAutoscalerStatus> vpa_status;
  // spec.resourcePolicy of that VPA; absent if it has none.
  absl::optional<v1::PodResourcePolicy> vpa_resource_policy;
  // metadata.creationTimestamp of that VPA, RFC 3339, or empty.
  std::string vpa_created;
};

// An object of a kind that is not read.
struct OtherObject {
  std::string kind;
  std::string file;
  Position position;
};

// The objects in files.
struct Inventory {
  std::vector<FoundConfiguration> configurations;
  std::vector<HostedCluster> clusters;  // by namespace, then name
  std::vector<FoundMachineSet> machine_sets;
  ReplicaObjects replicas;
  CpuObjects cpu;
  MachineObjects machines;
  std::vector<FileProblem> problems;
  int skipped_objects = 0;                    // of other kinds
  absl::optional<OtherObject> first_skipped;  // of those that were read as objects
  int skipped_files = 0;                      // in folders, not named .yaml, .yml or .json
};

// Reads the objects of `kinds` from files, folders (recursive, in the order of names) and `-` (standard input). Never
// fails as a whole: invalid input is a problem in the result. Objects of `optional_kinds` that cannot be read are
// skipped without a problem. `mistyped_values` is for all objects that can be validated.
Inventory ReadInventory(absl::Span<const std::string> paths, const KindSet& kinds = kSizingKinds,
                        const KindSet& optional_kinds = kNoKinds,
                        MistypedValues mistyped_values = MistypedValues::kRefuse);

}  // namespace cpsizer::objects

#endif  // CPSIZER_CLIENT_OBJECTS_INVENTORY_H_
