#ifndef CPSIZER_CLIENT_CLI_REPLICA_QUESTION_H_
#define CPSIZER_CLIENT_CLI_REPLICA_QUESTION_H_

#include <string>
#include <vector>

#include "absl/types/optional.h"
#include "client/cli/named.h"
#include "client/cli/screen.h"
#include "client/cli/sources.h"
#include "client/objects/label_selector.h"
#include "client/objects/replica_objects.h"
#include "cpsizer/v1/recommend_replicas.pb.h"

namespace cpsizer::cli {

// Finds the paths of a RecommendReplicasRequest in the files that it was made from.
class ReplicaPlaces : public Places {
 public:
  explicit ReplicaPlaces(const objects::FoundAutoscaler& autoscaler) : autoscaler_(&autoscaler) {}

  // `autoscaler.spec...` and `spec...` stand in the autoscaler, `pods[3]...` in that pod, and so on.
  absl::optional<objects::Place> PlaceOf(absl::string_view path) const override;

  // Of the items of these fields, in order.
  std::vector<objects::Place> pods;
  std::vector<objects::Place> pod_metrics;
  std::vector<std::vector<objects::Place>> readings;

 private:
  const objects::FoundAutoscaler* autoscaler_;
};

// What the service is asked about one autoscaler.
struct ReplicaQuestion {
  Named name;
  // Without history, time and options.
  v1::RecommendReplicasRequest request;
  ReplicaPlaces places;
};

Named NameOf(const objects::FoundAutoscaler& found);

// The autoscaler called `wanted`, as `name` or `namespace/name`; absent after saying that there is none, or several.
absl::optional<size_t> ChooseAutoscaler(const objects::ReplicaObjects& objects, absl::string_view wanted, Screen& err);

// Says what only a reader of files sees. False where a field is misspelt: the autoscaler then says something else than
// it was meant to, and nothing is decided.
bool IsUsable(const objects::FoundAutoscaler& found, Screen& err);

// The objects of a run, to find what belongs to an autoscaler. An object without a namespace belongs to every one.
class ReplicaWorld {
 public:
  // `objects` must outlive this, and every question.
  explicit ReplicaWorld(const objects::ReplicaObjects& objects);

  // The autoscaler at `place` of the list with its scale, its pods, their metrics, and its rivals. The scale is that of
  // a Scale object, else of the target's own manifest; absent after saying that there is neither, or two.
  absl::optional<ReplicaQuestion> Ask(size_t place, Screen& err) const;

  // The scale of the autoscaler at `place`, and the manifest of its target; null where the files have none.
  const v1::Scale* ScaleOf(size_t place) const { return targets_[place].Scale(); }
  const objects::FoundWorkload* ManifestOf(size_t place) const { return targets_[place].workload; }

 private:
  struct Target {
    const objects::FoundScale* scale = nullptr;
    const objects::FoundWorkload* workload = nullptr;
    objects::LabelSelector selector;
    // Of a second Scale, or a second manifest, of the same name; which of the two counts nobody can tell.
    absl::optional<objects::Place> again;

    // Null where neither is there.
    const v1::Scale* Scale() const;
  };

  Target TargetOf(const objects::FoundAutoscaler& found) const;
  bool Selects(size_t autoscaler, const objects::FoundPod& pod) const;
  void AddPods(size_t place, ReplicaQuestion& question) const;
  void AddPodMetrics(size_t place, ReplicaQuestion& question) const;
  void AddReadings(size_t place, ReplicaQuestion& question) const;
  void AddRivals(size_t place, ReplicaQuestion& question) const;

  const objects::ReplicaObjects& objects_;
  std::vector<Target> targets_;  // of the autoscalers
};

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_REPLICA_QUESTION_H_
