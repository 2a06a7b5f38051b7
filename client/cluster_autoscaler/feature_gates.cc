#include "client/cluster_autoscaler/feature_gates.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/types/optional.h"
#include "client/objects/escape.h"

namespace cpsizer::cluster_autoscaler {
namespace {

std::string FieldAt(const v1::ClusterAutoscalerCurrentObject& object, const std::string& path) {
  const auto found = object.fields().find(path);
  return found == object.fields().end() ? "" : found->second;
}

std::string ReleasePath(size_t index) {
  return absl::StrCat("status.featureGates[", index, "]");
}

std::vector<std::string> ReleasesOf(const v1::ClusterAutoscalerCurrentObject& object) {
  std::vector<std::string> releases;
  for (;;) {
    std::string version = FieldAt(object, absl::StrCat(ReleasePath(releases.size()), ".version"));
    if (version.empty()) return releases;
    releases.push_back(std::move(version));
  }
}

}  // namespace

absl::Status ReadFeatureGates(const v1::ClusterAutoscalerCurrentObject& object,
                              v1::ClusterAutoscalerOperatorSettings& settings) {
  const std::vector<std::string> releases = ReleasesOf(object);
  if (releases.empty()) return absl::OkStatus();
  absl::optional<size_t> release;
  for (size_t i = 0; i < releases.size(); ++i) {
    if (releases.size() == 1 || releases[i] == settings.release_version()) release = i;
  }
  if (!release.has_value()) {
    return absl::NotFoundError(absl::StrCat(
        "FeatureGate cluster has the releases ", objects::Escape(absl::StrJoin(releases, ", ")), ", but not \"",
        objects::Escape(settings.release_version()), "\"; set the release of the cluster with --release-version"));
  }
  for (size_t i = 0;; ++i) {
    const std::string gate = FieldAt(object, absl::StrCat(ReleasePath(*release), ".enabled[", i, "].name"));
    if (gate.empty()) return absl::OkStatus();
    settings.add_feature_gates(gate);
  }
}

}  // namespace cpsizer::cluster_autoscaler
