#ifndef CPSIZER_CLIENT_CLI_REPLICAS_REPLICA_INPUT_H_
#define CPSIZER_CLIENT_CLI_REPLICAS_REPLICA_INPUT_H_

#include <string>
#include <utility>
#include <vector>

#include "absl/container/btree_set.h"
#include "absl/status/statusor.h"
#include "absl/types/optional.h"
#include "absl/types/span.h"
#include "client/cli/base/screen.h"
#include "client/cli/input/namespaced_name.h"
#include "client/cli/input/sources.h"
#include "client/cli/replicas/label_index.h"
#include "client/cli/replicas/meant_target.h"
#include "client/cli/replicas/metric_match.h"
#include "client/objects/cpu_objects.h"
#include "client/objects/label_selector.h"
#include "client/objects/replica_objects.h"
#include "cpsizer/v1/recommend_replicas.pb.h"
#include "google/protobuf/repeated_ptr_field.h"

namespace cpsizer::cli {

// Maps the paths of a RecommendReplicasRequest to places in the files from which the request was made.
class ReplicaPlaces : public Places {
 public:
  explicit ReplicaPlaces(const objects::FoundAutoscaler& autoscaler, std::string subject = "")
      : autoscaler_(&autoscaler), subject_(std::move(subject)) {}

  // Returns a place in the autoscaler for `horizontalPodAutoscaler.spec...` and `spec...`, and a place in the pod for
  // `pods[3]...`. Returns a place for the other lists of the request in the same way as for pods.
  absl::optional<objects::Place> PlaceOf(absl::string_view path) const override;
  std::string Subject() const override { return subject_; }

  // The places of the items in the request fields with these names, in the order of the items.
  std::vector<objects::Place> pods;
  std::vector<objects::Place> pod_metrics;
  std::vector<std::vector<objects::Place>> readings;

 private:
  const objects::FoundAutoscaler* autoscaler_;
  std::string subject_;
};

struct AutoscalerInput {
  NamespacedName name;
  // The request does not have the history, the time and the options.
  v1::RecommendReplicasRequest request;
  ReplicaPlaces places;
  // The warnings of the reader about the autoscaler. The caller adds them to the findings of the response.
  google::protobuf::RepeatedPtrField<v1::Finding> reader_warnings = {};
};

inline constexpr char kAutoscalerKind[] = "HorizontalPodAutoscaler";

// Returns the group of an apiVersion, such as `apps` for `apps/v1`; empty for `v1`.
absl::string_view GroupOf(absl::string_view api_version);

NamespacedName NameOf(const objects::FoundAutoscaler& found);
// Returns the kind and the name, such as `HorizontalPodAutoscaler shop/web`.
std::string SubjectOf(const objects::FoundAutoscaler& found);

// Returns the index of the autoscaler at one of `places` that is named `wanted`, which is `name` or `namespace/name`.
// Errors: those of ChooseNamed().
absl::StatusOr<size_t> ChooseAutoscaler(const objects::ReplicaObjects& objects, absl::Span<const size_t> places,
                                        absl::string_view wanted);

// Prints the errors that the service cannot find, and which annotations cannot be read. Returns the result of
// IsDecidable().
bool IsUsable(const objects::FoundAutoscaler& found, const Places& places, Screen& err);

// Workloads that run pods and cannot be scaled, such as DaemonSets. Only the labels of their pods are used.
using UnscaledWorkloads = std::vector<const objects::FoundWorkload*>;

// Returns the unscaled workloads among `objects`. The result points into `objects`.
UnscaledWorkloads UnscaledWorkloadsOf(const objects::CpuObjects& objects);

// The objects of a run, indexed so that the objects of one autoscaler are found quickly. The work for one autoscaler
// grows with the number of its own objects, not with the number of all objects. An object without a namespace belongs
// to all namespaces.
class ReplicaInput {
 public:
  // `objects` and `unscaled` must outlive this and all AutoscalerInputs.
  explicit ReplicaInput(const objects::ReplicaObjects& objects, UnscaledWorkloads unscaled = {});

  // Makes a request from the autoscaler at `place` of the list, with its scale, its pods, their metrics, and the other
  // autoscalers of its pods. The scale comes from a Scale object. If there is no Scale object, the scale comes from the
  // manifest of the target. `places` maps the fields of the autoscaler to their places. Error: NotFound if both are
  // missing, or if one of them occurs twice.
  absl::StatusOr<AutoscalerInput> Make(size_t place, ReplicaPlaces places) const;

  // Returns the names of the other autoscalers that scale the same pods as the autoscaler at `place`. These are the
  // autoscalers with the same target, and the autoscalers that select a pod that this autoscaler also selects. Pods of
  // the files and pods of manifests are compared.
  std::vector<std::string> SharersOf(size_t place) const;

  // Returns the findings about the target of the autoscaler at `place`: see target_findings.h. Adds SELECTOR_TOO_WIDE
  // if the selector of the target selects other pods too.
  std::vector<v1::Finding> TargetFindings(size_t place) const;

  // These functions return the scale of the autoscaler at `place`, the manifest of its target, and the place of the
  // scale. They return null or nothing if the files do not contain this object.
  const v1::Scale* ScaleOf(size_t place) const { return targets_[place].Scale(); }
  const objects::FoundWorkload* ManifestOf(size_t place) const { return targets_[place].workload; }
  absl::optional<objects::Place> ScalePlaceOf(size_t place) const;

 private:
  struct Target {
    const objects::FoundScale* scale = nullptr;
    const objects::FoundWorkload* workload = nullptr;
    objects::LabelSelector selector;
    // The place of a second Scale, or of a second manifest, with the same name. If this place is set, it is undefined
    // which of the two objects is used.
    absl::optional<objects::Place> again;

    // Returns null if both the Scale and the manifest are missing.
    const v1::Scale* Scale() const;
  };

  using SharerSet = absl::btree_set<size_t>;

  Target TargetOf(const objects::FoundAutoscaler& found) const;
  // Returns the rest of the sentence about an autoscaler whose target is missing.
  std::string Missing(const objects::FoundAutoscaler& found) const;
  bool Selects(size_t autoscaler, absl::string_view name_space, const objects::Labels& labels) const;
  // Returns the indexes of the pods that the autoscaler at `place` selects.
  std::vector<size_t> PodsOf(size_t place) const;
  // Returns whether `a` and `b` are two different autoscalers in the same namespace.
  bool ShareNamespace(size_t a, size_t b) const;
  // Adds the other autoscalers of the namespace that select an object with `labels` to `sharers`.
  void AddSharers(size_t place, absl::string_view name_space, const objects::Labels& labels, SharerSet& sharers) const;
  void AddPods(absl::Span<const size_t> pods, AutoscalerInput& input) const;
  void AddPodMetrics(size_t place, const PodNames& names, AutoscalerInput& input) const;
  std::vector<size_t> ValuesFor(absl::string_view name_space, const v1::MetricSpec& metric,
                                const PodNames& names) const;
  void AddReadings(const PodNames& names, AutoscalerInput& input) const;
  // Adds the owners of `pods`, and the workloads whose pods the selector of the target selects.
  void AddOtherOwners(size_t place, absl::Span<const size_t> pods, v1::RecommendReplicasRequest& request) const;
  void AddRivals(size_t place, absl::Span<const size_t> pods, AutoscalerInput& input) const;

  const objects::ReplicaObjects& objects_;
  const UnscaledWorkloads unscaled_;
  const ReplicaIndex index_;
  std::vector<Target> targets_;    // one for each autoscaler
  ScaledWorkloads scaled_;         // the workloads of `targets_`
  LabelSelectors selectors_;       // the selectors of the targets, indexed by label
  LabelledObjects unscaled_pods_;  // `unscaled_`, indexed by the labels of their pods
};

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_REPLICAS_REPLICA_INPUT_H_
