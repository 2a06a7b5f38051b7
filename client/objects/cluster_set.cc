#include "client/objects/cluster_set.h"

#include <algorithm>
#include <tuple>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "client/objects/escape.h"
#include "client/objects/hypershift.h"

namespace cpsizer::objects {
namespace {

constexpr char kUnreadable[] = "VPA_UNREADABLE";

using Texts = google::protobuf::Map<std::string, std::string>;

std::string Value(const Texts& texts, const char* key) {
  const auto it = texts.find(key);
  return it == texts.end() ? "" : it->second;
}

// Returns the annotations that must have other values for automatic sizing. Returns an empty text if there are none.
std::string WhyNotOptedIn(const Texts& annotations) {
  std::vector<std::string> reasons;
  for (const auto& [key, wanted] : {std::pair(kAutoScaling, "true"), std::pair(kTopology, kDedicatedTopology)}) {
    const std::string value = Value(annotations, key);
    if (value == wanted) continue;
    reasons.push_back(
        value.empty() ? absl::StrCat("the annotation ", key, ": \"", wanted, "\" is missing")
                      : absl::StrCat("the annotation ", key, " is ", QuotedValue(value), " and not \"", wanted, "\""));
  }
  return absl::StrJoin(reasons, ", and ");
}

void AddOverrides(const Node& object, const std::string& file, HostedCluster& cluster) {
  if (!cluster.invalid_pause.empty()) {
    cluster.overrides.file = file;
    cluster.overrides.positions["spec.pausedUntil"] = tree::Find(object, {"spec", "pausedUntil"}).position;
  }
  for (const Entry& entry : tree::Find(object, {"metadata", "annotations"}).entries) {
    absl::string_view name = entry.key;
    const bool of_request = absl::ConsumePrefix(&name, kRequestOverridePrefix);
    const bool of_effect = absl::c_linear_search(kEffectAnnotations, name);
    if (!of_request && !of_effect && name != kSizeOverride) continue;
    if (of_request) cluster.request_overrides.emplace_back(name, entry.value.text);
    if (of_effect) cluster.effect_annotations.emplace_back(name, entry.value.text);
    cluster.overrides.file = file;
    cluster.overrides.positions[absl::StrCat("metadata.annotations[", entry.key, "]")] = entry.value.position;
  }
}

std::string FullName(absl::string_view namespace_name, absl::string_view name) {
  return EscapeCut(absl::StrCat(namespace_name, namespace_name.empty() ? "" : "/", name), 200);
}

}  // namespace

absl::optional<ClusterSet::Name> ClusterSet::AnnotatedCluster(const v1::ObjectMeta& vpa) {
  Name name = {Value(vpa.annotations(), kClusterNamespace), Value(vpa.annotations(), kClusterName)};
  return name.first.empty() || name.second.empty() ? absl::nullopt : absl::make_optional(std::move(name));
}

void ClusterSet::AddCluster(const v1::ObjectMeta& metadata, const Node& object, ProblemList& problems) {
  const Position position = object.position;
  const auto [it, added] = by_name_.try_emplace(Name(metadata.namespace_(), metadata.name()), clusters_.size());
  if (!added) {
    const Place& first = places_[it->second];
    return problems.Add(position,
                        absl::StrCat("HostedCluster ", FullName(metadata.namespace_(), metadata.name()), " is also in ",
                                     PlaceText(first.file, first.position), "; give it once"));
  }
  by_control_plane_namespace_[ControlPlaneNamespace(metadata.namespace_(), metadata.name())].push_back(
      clusters_.size());
  HostedCluster& cluster = clusters_.emplace_back();
  cluster.namespace_name = metadata.namespace_();
  cluster.name = metadata.name();
  cluster.recommended_annotation = Value(metadata.annotations(), kRecommendedSize);
  cluster.size_label = Value(metadata.labels(), kSizeLabel);
  cluster.current_size = cluster.recommended_annotation.empty() ? cluster.size_label : cluster.recommended_annotation;
  cluster.size_since = SizeSince(object);
  cluster.labels = metadata.labels();
  cluster.availability_policy = std::string(tree::TextAt(object, {"spec", "controllerAvailabilityPolicy"}));
  cluster.deleted = !metadata.deletion_timestamp().empty();
  cluster.not_opted_in = WhyNotOptedIn(metadata.annotations());
  cluster.eligible = !cluster.deleted && cluster.not_opted_in.empty();
  cluster.reads_recommendation = Value(metadata.annotations(), kAutoScaling) == "true";
  cluster.size_override = Value(metadata.annotations(), kSizeOverride);
  if (!cluster.size_override.empty()) cluster.override_write = LastWriteOf(object, kSizeOverride);
  cluster.scheduled = Value(metadata.annotations(), kScheduled) == "true";
  cluster.paused_until = PausedUntil(object, &cluster.invalid_pause);
  AddOverrides(object, problems.file(), cluster);
  node_counts_.AddHostedCluster(object);
  places_.push_back({problems.file(), position});
}

void ClusterSet::AddVpa(VpaParts parts, Position position, const ProblemList& problems) {
  vpas_.push_back({std::move(parts), {problems.file(), position}, problems.object()});
}

std::vector<size_t> ClusterSet::ClustersOf(const v1::ObjectMeta& vpa) const {
  if (const absl::optional<Name> annotated = AnnotatedCluster(vpa)) {
    const auto it = by_name_.find(*annotated);
    return it == by_name_.end() ? std::vector<size_t>() : std::vector<size_t>{it->second};
  }
  const auto it = by_control_plane_namespace_.find(vpa.namespace_());
  return it == by_control_plane_namespace_.end() ? std::vector<size_t>() : it->second;
}

void ClusterSet::MarkForeignVpas(const std::vector<const Vpa*>& owners) {
  for (const Vpa& vpa : vpas_) {
    const absl::optional<Name> annotated = AnnotatedCluster(vpa.parts.metadata);
    const auto it = by_control_plane_namespace_.find(vpa.parts.metadata.namespace_());
    if (!annotated.has_value() || it == by_control_plane_namespace_.end()) continue;
    for (const size_t i : it->second) {
      if (owners[i] != nullptr || Name(clusters_[i].namespace_name, clusters_[i].name) == *annotated) continue;
      clusters_[i].vpa_problem = {"VPA_OF_ANOTHER_CLUSTER",
                                  absl::StrCat("the VPA in its control plane namespace is for ",
                                               FullName(annotated->first, annotated->second))};
    }
  }
}

void ClusterSet::MoveTo(Inventory& inventory) {
  std::vector<const Vpa*> owners(clusters_.size(), nullptr);
  for (Vpa& vpa : vpas_) {
    const std::vector<size_t> clusters = ClustersOf(vpa.parts.metadata);
    if (clusters.empty()) {
      inventory.Skip({"autoscaling.k8s.io/v1", "VerticalPodAutoscaler", vpa.place.file, vpa.place.position});
      continue;
    }
    const auto add_problem = [&](std::string message) {
      inventory.problems.push_back({vpa.place.file, vpa.place.position, std::move(message), vpa.object});
    };
    if (clusters.size() > 1) {
      add_problem(absl::StrCat(
          "several hosted clusters have the control plane namespace ", FullName("", vpa.parts.metadata.namespace_()),
          "; specify the one of this VPA in its annotations ", kClusterNamespace, " and ", kClusterName));
      continue;
    }
    HostedCluster& cluster = clusters_[clusters.front()];
    const Vpa*& owner = owners[clusters.front()];
    if (owner != nullptr) {
      add_problem(absl::StrCat("HostedCluster ", FullName(cluster.namespace_name, cluster.name),
                               " already has the VPA in ", PlaceText(owner->place.file, owner->place.position),
                               "; remove one of the two VPAs"));
      cluster.vpa_problem = {kUnreadable, "there are two VPAs for it"};
      continue;
    }
    owner = &vpa;
    if (!vpa.parts.readable) {
      cluster.vpa_problem = {kUnreadable, "its VPA cannot be used"};
      continue;
    }
    cluster.vpa_status = std::move(vpa.parts.status);
    cluster.vpa_resource_policy = std::move(vpa.parts.resource_policy);
    cluster.vpa_created = vpa.parts.metadata.creation_timestamp();
  }
  MarkForeignVpas(owners);
  for (HostedCluster& cluster : clusters_) node_counts_.Apply(cluster);
  inventory.clusters = std::move(clusters_);
  std::sort(inventory.clusters.begin(), inventory.clusters.end(), [](const HostedCluster& a, const HostedCluster& b) {
    return std::tie(a.namespace_name, a.name) < std::tie(b.namespace_name, b.name);
  });
}

}  // namespace cpsizer::objects
