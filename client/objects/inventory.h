#ifndef CPSIZER_CLIENT_OBJECTS_INVENTORY_H_
#define CPSIZER_CLIENT_OBJECTS_INVENTORY_H_

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/time/time.h"
#include "absl/types/optional.h"
#include "absl/types/span.h"
#include "client/objects/annotation_write.h"
#include "client/objects/capacity_objects.h"
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

// A MachineSet with only the fields that are used. Other fields are removed, because annotations can be long and a
// request contains each MachineSet.
struct FoundMachineSet : FoundObject {
  v1::MachineSet machine_set;
};

struct VpaProblem {
  const char* reason;   // the reason with which the sidecar holds such a cluster, such as VPA_UNREADABLE
  std::string message;  // such as "there are two VPAs for it"
};

// The thing that decides the size of a cluster without an override.
enum class SizeBasis : uint8_t {
  kResources,  // the resources that the kube-apiserver needs
  kNodes,      // the number of nodes
};

// The fields of a HostedCluster that sizing uses.
struct HostedCluster {
  std::string namespace_name;
  std::string name;
  // The size from which a decision starts: the value of the recommendation annotation or, without this annotation, of
  // the size label. It may be empty.
  std::string current_size;
  // The values of the recommendation annotation and of the size label. Only the label is the size that the cluster has.
  std::string recommended_annotation;
  std::string size_label;
  absl::Time size_since = absl::InfinitePast();  // SizeSince()
  Labels labels;
  // The value of spec.controllerAvailabilityPolicy, such as HighlyAvailable, or empty.
  std::string availability_policy;
  // True if the annotation resource-based-cp-auto-scaling is "true", the annotation topology is
  // dedicated-request-serving-components, and the cluster is not being deleted.
  bool eligible = false;
  bool deleted = false;  // it is being deleted
  // Why the cluster is not sized by resources: the annotation that has another value. Empty if it is.
  std::string not_opted_in;
  // True if the annotation resource-based-cp-auto-scaling is "true": the operator then reads the recommendation, and
  // not the number of nodes.
  bool reads_recommendation = false;
  // The number of nodes, as the operator counts them: status.nodeCount of the HostedControlPlane or, without it, the
  // sum over the NodePools. Absent if the input has neither, or if `nodes_not_counted`.
  absl::optional<int64_t> node_count;
  // True if the operator does not count the nodes now, so that the cluster keeps its size: a NodePool is autoscaled,
  // the cluster has a size label, and its condition KubeAPIServerAvailable is not True.
  bool nodes_not_counted = false;
  // The thing that decides about this cluster. The reader sets what the operator does, as far as the input shows it.
  SizeBasis basis = SizeBasis::kResources;
  // The value of the annotation cluster-size-override, or empty. With an override, the operator ignores
  // recommendations.
  std::string size_override;
  // The last write of this annotation. Empty if the input has no metadata.managedFields.
  AnnotationWrite override_write;
  // The annotations with kRequestOverridePrefix: the rest of each key, and the value. In the order of the file.
  std::vector<std::pair<std::string, std::string>> request_overrides;
  // The annotations of kEffectAnnotations, in the order of the file: key and value.
  std::vector<std::pair<std::string, std::string>> effect_annotations;
  // The places of `size_override`, `request_overrides`, `effect_annotations` and `invalid_pause`. Empty if the cluster
  // has none of them.
  FoundObject overrides;
  // True if the annotation cluster-scheduled is "true". If it is false, the operator does not apply the limit for
  // transitions to the cluster.
  bool scheduled = false;
  // An invalid spec.pausedUntil, with which `paused_until` has no end. Empty if the field is valid.
  std::string invalid_pause;
  // The result of PausedUntil().
  absl::Time paused_until = absl::InfinitePast();
  // The status of the VPA `kube-apiserver` of the cluster. Absent if the files have no such VPA.
  absl::optional<v1::VerticalPodAutoscalerStatus> vpa_status;
  // The value of spec.resourcePolicy of the VPA `kube-apiserver`. Absent if the VPA does not set it.
  absl::optional<v1::PodResourcePolicy> vpa_resource_policy;
  // Why the VPA of the cluster cannot be used. Absent if the VPA can be used or does not exist. If it is set, no
  // decision must be made, because the sidecar does not make one either.
  absl::optional<VpaProblem> vpa_problem;
  // The value of metadata.creationTimestamp of the VPA `kube-apiserver` (RFC 3339), or empty.
  std::string vpa_created;
};

// An object of a kind that is not read.
struct OtherObject {
  std::string api_version;  // empty if it is not known
  std::string kind;
  std::string file;
  Position position;
};

// The objects that only decisions other than sizes use.
struct OtherDecisionObjects {
  ReplicaObjects replicas;
  CpuObjects cpu;
  MachineObjects machines;
  CapacityObjects capacity;
};

// The objects that were read from files.
struct Inventory : OtherDecisionObjects {
  std::vector<FoundConfiguration> configurations;
  std::vector<HostedCluster> clusters;  // sorted by namespace, then name
  std::vector<FoundMachineSet> machine_sets;
  std::vector<FileProblem> problems;
  std::vector<FileProblem> optional_problems;  // of the objects of `optional_kinds`, which are skipped
  // The documents in folders that are not Kubernetes objects, such as the values of a Helm chart. These are not errors.
  std::vector<FileProblem> not_objects;
  int skipped_objects = 0;                    // the number of objects of other kinds
  absl::optional<OtherObject> first_skipped;  // the first skipped object that was parsed
  int skipped_files = 0;                      // files in folders whose name does not end with .yaml, .yml or .json

  // Counts an object that is not used.
  void Skip(OtherObject object) {
    ++skipped_objects;
    if (!first_skipped.has_value()) first_skipped = std::move(object);
  }

  // Returns whether there are objects that a decision or the validator can use.
  bool HasObjects() const {
    return !configurations.empty() || !clusters.empty() || !machine_sets.empty() || !replicas.empty() || !cpu.empty() ||
           !machines.empty() || !capacity.empty();
  }
};

// Reads the objects of `kinds` from files, folders (recursively, in the order of names) and `-` (standard input). A
// file must contain Kubernetes objects, a folder can also contain other documents: see ReadFolderDocuments(). Always
// returns a result: invalid input is a problem in the result. Objects of `optional_kinds` that cannot be read are
// skipped, and are optional problems. `mistyped_values` applies to all objects that can be validated.
Inventory ReadInventory(absl::Span<const std::string> paths, const KindSet& kinds = kSizingKinds,
                        const KindSet& optional_kinds = kNoKinds,
                        MistypedValues mistyped_values = MistypedValues::kRefuse);

}  // namespace cpsizer::objects

#endif  // CPSIZER_CLIENT_OBJECTS_INVENTORY_H_
