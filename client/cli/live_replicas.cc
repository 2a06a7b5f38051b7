#include "client/cli/live_replicas.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/types/optional.h"
#include "client/objects/node_json.h"
#include "client/objects/problem_list.h"

namespace cpsizer::cli {
namespace {

constexpr char kApiVersion[] = "autoscaling/v2";

std::string PathOf(const std::string& name_space) {
  return absl::StrCat("/apis/", kApiVersion, name_space.empty() ? "" : "/namespaces/", name_space,
                      "/horizontalpodautoscalers");
}

}  // namespace

absl::StatusOr<std::unique_ptr<LiveReplicas>> LiveReplicas::Read(const ClusterFlags& flags) {
  absl::StatusOr<std::unique_ptr<ClusterConnection>> connection = ClusterConnection::Make(flags);
  if (!connection.ok()) return connection.status();
  std::unique_ptr<LiveReplicas> live(new LiveReplicas(*std::move(connection)));
  const absl::Status status =
      live->connection_->List({PathOf(flags.name_space), ""}, [&](const kube::Json& object) { live->Add(object); });
  if (!status.ok()) return status;
  return live;
}

LiveReplicas::LiveReplicas(std::unique_ptr<ClusterConnection> connection)
    : connection_(std::move(connection)), observer_(connection_->loop(), connection_->client(), {}) {}

void LiveReplicas::Add(const kube::Json& object) {
  kube::Json whole = object;
  // The items of a list do not say it.
  whole["apiVersion"] = kApiVersion;
  whole["kind"] = "HorizontalPodAutoscaler";
  objects::ProblemList problems(NameOfObject(whole), problems_);
  objects::FoundAutoscaler found;
  if (!objects::ReadAutoscaler(objects::FromJson(whole), kApiVersion, problems, found)) return;
  found.file = problems.file();
  // What the API server has beside the fields that we know is not misspelt.
  found.unknown_fields.clear();
  autoscalers_.push_back(std::move(found));
}

void LiveReplicas::LearnSelectors(const std::string& name_space) {
  if (!learned_.insert(name_space).second) return;
  size_t missing = 0;
  for (const objects::FoundAutoscaler& found : autoscalers_) {
    if (found.autoscaler.metadata().namespace_() != name_space) continue;
    ++missing;
    observer_.LearnSelector(found.autoscaler, [&missing](const absl::Status&) { --missing; });
  }
  connection_->RunUntil([&missing] { return missing == 0; });
}

absl::StatusOr<v1::RecommendReplicasRequest> LiveReplicas::Observe(size_t place) {
  const v1::HorizontalPodAutoscaler& autoscaler = autoscalers_[place].autoscaler;
  LearnSelectors(autoscaler.metadata().namespace_());
  absl::optional<absl::StatusOr<replicas::Observation>> observation;
  observer_.Observe(autoscaler, [&](absl::StatusOr<replicas::Observation> got) { observation = std::move(got); });
  connection_->RunUntil([&] { return observation.has_value(); });
  if (!observation->ok()) return observation->status();
  return std::move((*observation)->request);
}

}  // namespace cpsizer::cli
