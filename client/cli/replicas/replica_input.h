#ifndef CPSIZER_CLIENT_CLI_REPLICAS_REPLICA_INPUT_H_
#define CPSIZER_CLIENT_CLI_REPLICAS_REPLICA_INPUT_H_

#include <string>
#include <utility>
#include <vector>

#include "absl/container/btree_set.h"
#include "absl/types/optional.h"
#include "absl/types/span.h"
#include "client/cli/base/screen.h"
#include "client/cli/input/namespaced_name.h"
#include "client/cli/input/sources.h"
#include "client/cli/replicas/label_index.h"
#include "client/cli/replicas/metric_match.h"
#include "client/cli/replicas/replica_index.h"
#include "client/objects/label_selector.h"
#include "client/objects/replica_objects.h"
#include "cpsizer/v1/recommend_replicas.pb.h"

namespace cpsizer::cli {

// Finds the paths of a RecommendReplicasRequest in the files from which it was made.
class ReplicaPlaces : public Places {
 public:
  explicit ReplicaPlaces(const objects::FoundAutoscaler& autoscaler, std::string subject = "")
      : autoscaler_(&autoscaler), subject_(std::move(subject)) {}

  // Finds `horizontalPodAutoscaler.spec...` and `spec...` in the autoscaler, `pods[3]...` in that pod, and so on.
  absl::optional<objects::Place> PlaceOf(absl::string_view path) const override;
  std::string Subject() const override { return subject_; }

  // The places of the items of these fields, in order.
  std::vector<objects::Place> pods;
  std::vector<objects::Place> pod_metrics;
  std::vector<std::vector<objects::Place>> readings;

 private:
  const objects::FoundAutoscaler* autoscaler_;
  std::string subject_;
};

// The request about one autoscaler.
struct AutoscalerInput {
  NamespacedName name;
  // The request, without history, time and options.
  v1::RecommendReplicasRequest request;
  ReplicaPlaces places;
};

inline constexpr char kAutoscalerKind[] = "HorizontalPodAutoscaler";

NamespacedName NameOf(const objects::FoundAutoscaler& found);
// Returns `HorizontalPodAutoscaler shop/web`.
std::string SubjectOf(const objects::FoundAutoscaler& found);

// Returns the autoscaler named `wanted`, as `name` or `namespace/name`; absent after printing an error if there is
// none, or several.
absl::optional<size_t> ChooseAutoscaler(const objects::ReplicaObjects& objects, absl::string_view wanted, Screen& err);
// The same among the autoscalers at `places`.
absl::optional<size_t> ChooseAutoscaler(const objects::ReplicaObjects& objects, absl::Span<const size_t> places,
                                        absl::string_view wanted, Screen& err);

// Prints the errors that only a reader of files can find. Returns false if a field is misspelt: the autoscaler then
// differs from the intended one, and no decision is made.
bool IsUsable(const objects::FoundAutoscaler& found, const Places& places, Screen& err);

// The objects of a run, indexed to find those of an autoscaler. An object without a namespace belongs to all. The
// work for one autoscaler grows with its own objects, not with all objects.
class ReplicaInput {
 public:
  // `objects` must outlive this, and all AutoscalerInputs.
  explicit ReplicaInput(const objects::ReplicaObjects& objects);

  // Makes a request from the autoscaler at `place` of the list with its scale, its pods, their metrics, and the other
  // autoscalers of its pods. The scale is that of a Scale object, else of the target's own manifest; absent after
  // printing an error if there is neither, or two. `places` are those of the autoscaler.
  absl::optional<AutoscalerInput> Make(size_t place, ReplicaPlaces places, Screen& err) const;

  // Returns the names of the other autoscalers that scale the same pods as that at `place`: their target is the same,
  // or they select a pod of the files, or of a manifest, that it selects.
  std::vector<std::string> SharersOf(size_t place) const;

  // Return the scale of the autoscaler at `place`, the manifest of its target, and the place of the scale; null or
  // absent if the files do not have it.
  const v1::Scale* ScaleOf(size_t place) const { return targets_[place].Scale(); }
  const objects::FoundWorkload* ManifestOf(size_t place) const { return targets_[place].workload; }
  absl::optional<objects::Place> ScalePlaceOf(size_t place) const;

 private:
  struct Target {
    const objects::FoundScale* scale = nullptr;
    const objects::FoundWorkload* workload = nullptr;
    objects::LabelSelector selector;
    // The place of a second Scale, or a second manifest, of the same name; it is undefined which of the two counts.
    absl::optional<objects::Place> again;

    // Returns null if there is neither.
    const v1::Scale* Scale() const;
  };

  using SharerSet = absl::btree_set<size_t>;

  Target TargetOf(const objects::FoundAutoscaler& found) const;
  bool Selects(size_t autoscaler, absl::string_view name_space, const objects::Labels& labels) const;
  // Returns the indexes of the pods that the autoscaler selects.
  std::vector<size_t> PodsOf(size_t place) const;
  // Returns whether these are two autoscalers in one namespace.
  bool AreNeighbours(size_t a, size_t b) const;
  // Adds to `sharers` the other autoscalers of the namespace that also select such an object.
  void AddSharers(size_t place, absl::string_view name_space, const objects::Labels& labels, SharerSet& sharers) const;
  void AddPods(absl::Span<const size_t> pods, AutoscalerInput& input) const;
  void AddPodMetrics(size_t place, const PodNames& names, AutoscalerInput& input) const;
  std::vector<size_t> ValuesFor(absl::string_view name_space, const v1::MetricSpec& metric,
                                const PodNames& names) const;
  void AddReadings(const PodNames& names, AutoscalerInput& input) const;
  void AddRivals(size_t place, absl::Span<const size_t> pods, AutoscalerInput& input) const;

  const objects::ReplicaObjects& objects_;
  const ReplicaIndex index_;
  std::vector<Target> targets_;  // the targets of the autoscalers
  LabelSelectors selectors_;     // the selectors of the targets
};

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_REPLICAS_REPLICA_INPUT_H_
