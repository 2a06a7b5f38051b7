#include "client/cli/replicas/replica_question.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "client/cli/base/complain.h"
#include "client/cli/input/inputs.h"
#include "client/cli/replicas/metric_match.h"

namespace cpsizer::cli {
namespace {

bool SameNamespace(absl::string_view a, absl::string_view b) {
  return a == b || a.empty() || b.empty();
}

absl::string_view GroupOf(absl::string_view api_version) {
  const size_t slash = api_version.find('/');
  return slash == absl::string_view::npos ? absl::string_view() : api_version.substr(0, slash);
}

bool IsTarget(const v1::CrossVersionObjectReference& reference, const objects::FoundWorkload& workload) {
  return reference.kind() == workload.kind && reference.name() == workload.name &&
         (reference.api_version().empty() || GroupOf(reference.api_version()) == GroupOf(workload.api_version));
}

bool IsSameTarget(const v1::CrossVersionObjectReference& a, const v1::CrossVersionObjectReference& b) {
  return a.kind() == b.kind() && a.name() == b.name() && GroupOf(a.api_version()) == GroupOf(b.api_version());
}

}  // namespace

Named NameOf(const objects::FoundAutoscaler& found) {
  const v1::ObjectMeta& metadata = found.autoscaler.metadata();
  return {metadata.namespace_(), metadata.name().empty() ? "-" : metadata.name()};
}

std::string SubjectOf(const objects::FoundAutoscaler& found) {
  return absl::StrCat(kAutoscalerKind, " ", NameOf(found).Full());
}

absl::optional<size_t> ChooseAutoscaler(const objects::ReplicaObjects& objects, absl::string_view wanted, Screen& err) {
  std::vector<size_t> places(objects.autoscalers.size());
  std::iota(places.begin(), places.end(), 0);
  return ChooseAutoscaler(objects, places, wanted, err);
}

absl::optional<size_t> ChooseAutoscaler(const objects::ReplicaObjects& objects, absl::Span<const size_t> places,
                                        absl::string_view wanted, Screen& err) {
  if (LooksLikeAPath(wanted)) {
    ComplainError(absl::StrCat("\"", wanted, "\" is no autoscaler; write -f before each path"), err);
    return absl::nullopt;
  }
  std::vector<Named> names;
  names.reserve(places.size());
  for (const size_t place : places) names.push_back(NameOf(objects.autoscalers[place]));
  const absl::optional<size_t> chosen = ChooseNamed(names, kAutoscalerKind, wanted, err);
  return chosen.has_value() ? absl::make_optional(places[*chosen]) : absl::nullopt;
}

bool IsUsable(const objects::FoundAutoscaler& found, const Places& places, Screen& err) {
  SayUnreadableAnnotations(found, err);
  for (const v1::Finding& finding : found.unknown_fields) {
    ComplainFinding(finding, places, found.file, err);
  }
  return found.unknown_fields.empty();
}

const v1::Scale* ReplicaWorld::Target::Scale() const {
  if (scale != nullptr) return &scale->scale;
  return workload == nullptr ? nullptr : &workload->scale;
}

ReplicaWorld::ReplicaWorld(const objects::ReplicaObjects& objects) : objects_(objects) {
  targets_.reserve(objects.autoscalers.size());
  for (const objects::FoundAutoscaler& found : objects.autoscalers) {
    Target& target = targets_.emplace_back(TargetOf(found));
    const v1::Scale* scale = target.Scale();
    if (scale != nullptr) target.selector = objects::LabelSelector(scale->status().selector());
  }
}

absl::optional<objects::Place> ReplicaWorld::ScalePlaceOf(size_t place) const {
  const Target& target = targets_[place];
  if (target.scale != nullptr) return target.scale->place;
  if (target.workload != nullptr) return target.workload->place;
  return absl::nullopt;
}

ReplicaWorld::Target ReplicaWorld::TargetOf(const objects::FoundAutoscaler& found) const {
  const std::string& name_space = found.autoscaler.metadata().namespace_();
  const v1::CrossVersionObjectReference& reference = found.autoscaler.spec().scale_target_ref();
  Target target;
  const auto take = [&](const auto& found, const auto*& first) {
    if (!SameNamespace(found.name_space, name_space)) return;
    if (first != nullptr) target.again = found.place;
    if (first == nullptr) first = &found;
  };
  for (const objects::FoundScale& scale : objects_.scales) {
    if (scale.name == reference.name()) take(scale, target.scale);
  }
  for (const objects::FoundWorkload& workload : objects_.workloads) {
    if (IsTarget(reference, workload)) take(workload, target.workload);
  }
  return target;
}

absl::optional<ReplicaQuestion> ReplicaWorld::Ask(size_t place, ReplicaPlaces places, Screen& err) const {
  const objects::FoundAutoscaler& found = objects_.autoscalers[place];
  ReplicaQuestion question = {NameOf(found), {}, std::move(places)};
  const Target& target = targets_[place];
  if (target.Scale() == nullptr || target.again.has_value()) {
    const v1::CrossVersionObjectReference& reference = found.autoscaler.spec().scale_target_ref();
    const std::string what =
        target.again.has_value()
            ? absl::StrCat(", which is there twice: also in ",
                           objects::PlaceText(target.again->file, target.again->position), "; give it once")
            : ", and the files hold neither its manifest nor a Scale of that name; add one of them";
    ComplainError(absl::StrCat(objects::PlaceText(found.file, found.PositionOf("spec.scaleTargetRef")), ": ",
                               question.name.Full(), " scales ", reference.kind(), " ", reference.name(), what),
                  err);
    return absl::nullopt;
  }
  *question.request.mutable_horizontal_pod_autoscaler() = found.autoscaler;
  *question.request.mutable_scale() = *target.Scale();
  if (target.workload != nullptr && target.workload->manifest_replicas.has_value()) {
    question.request.set_manifest_replicas(*target.workload->manifest_replicas);
  }
  AddPods(place, question);
  AddPodMetrics(place, question);
  AddReadings(place, question);
  AddRivals(place, question);
  return question;
}

bool ReplicaWorld::Selects(size_t autoscaler, absl::string_view name_space, const objects::Labels& labels) const {
  return SameNamespace(name_space, objects_.autoscalers[autoscaler].autoscaler.metadata().namespace_()) &&
         targets_[autoscaler].selector.Selects(labels);
}

bool ReplicaWorld::AreNeighbours(size_t a, size_t b) const {
  const v1::ObjectMeta& one = objects_.autoscalers[a].autoscaler.metadata();
  const v1::ObjectMeta& other = objects_.autoscalers[b].autoscaler.metadata();
  // One that is there twice is still one.
  return one.name() != other.name() && SameNamespace(one.namespace_(), other.namespace_());
}

void ReplicaWorld::AddPods(size_t place, ReplicaQuestion& question) const {
  for (const objects::FoundPod& pod : objects_.pods) {
    if (!Selects(place, pod)) continue;
    *question.request.add_pods() = pod.pod;
    question.places.pods.push_back(pod.place);
  }
}

// A sample of a pod that no file has may belong to the target all the same, as in an answer of a metrics API that came
// before the pod was gone: what its own labels say, or else that it is there, counts.
void ReplicaWorld::AddPodMetrics(size_t place, ReplicaQuestion& question) const {
  const PodNames names = PodNames::Of(objects_.pods, [&](const objects::FoundPod& pod) { return Selects(place, pod); });
  const std::string& name_space = question.request.horizontal_pod_autoscaler().metadata().namespace_();
  for (const objects::FoundPodMetrics& sample : objects_.pod_metrics) {
    if (!SameNamespace(sample.name_space, name_space)) continue;
    const bool others = !sample.labels.empty() && !targets_[place].selector.Selects(sample.labels);
    if (names.MayBelong(sample.metrics.metadata().name(), others)) {
      *question.request.add_pod_metrics() = sample.metrics;
      question.places.pod_metrics.push_back(sample.place);
    }
  }
}

void ReplicaWorld::AddReadings(size_t place, ReplicaQuestion& question) const {
  const PodNames names = PodNames::Of(objects_.pods, [&](const objects::FoundPod& pod) { return Selects(place, pod); });
  const std::string& name_space = question.request.horizontal_pod_autoscaler().metadata().namespace_();
  for (const v1::MetricSpec& metric : question.request.horizontal_pod_autoscaler().spec().metrics()) {
    v1::ReplicasReading& reading = *question.request.add_readings();
    std::vector<objects::Place>& places = question.places.readings.emplace_back();
    for (const objects::FoundMetricValue& value : objects_.metric_values) {
      if (!SameNamespace(value.name_space, name_space) || !Belongs(value, metric, names)) continue;
      *reading.add_values() = value.value;
      places.push_back(value.place);
    }
    for (const objects::FoundExternalValue& value : objects_.external_values) {
      if (!Belongs(value, metric)) continue;
      *reading.add_external_values() = value.value;
      places.push_back(value.place);
    }
  }
}

void ReplicaWorld::AddRivals(size_t place, ReplicaQuestion& question) const {
  std::vector<const objects::FoundPod*> pods;
  for (const objects::FoundPod& pod : objects_.pods) {
    if (Selects(place, pod)) pods.push_back(&pod);
  }
  for (size_t i = 0; i < objects_.autoscalers.size(); ++i) {
    const auto selected = [&](const objects::FoundPod* pod) { return Selects(i, *pod); };
    if (!AreNeighbours(i, place) || std::none_of(pods.begin(), pods.end(), selected)) continue;
    question.request.add_rivals(objects_.autoscalers[i].autoscaler.metadata().name());
  }
}

std::vector<std::string> ReplicaWorld::SharersOf(size_t place) const {
  const auto target = [this](size_t i) -> const v1::CrossVersionObjectReference& {
    return objects_.autoscalers[i].autoscaler.spec().scale_target_ref();
  };
  const auto share = [&](size_t i, absl::string_view name_space, const objects::Labels& labels) {
    return Selects(place, name_space, labels) && Selects(i, name_space, labels);
  };
  std::vector<std::string> names;
  for (size_t i = 0; i < objects_.autoscalers.size(); ++i) {
    if (!AreNeighbours(i, place)) continue;
    const bool shared =
        IsSameTarget(target(i), target(place)) ||
        absl::c_any_of(objects_.pods,
                       [&](const objects::FoundPod& pod) { return share(i, pod.name_space, pod.labels); }) ||
        absl::c_any_of(objects_.workloads, [&](const objects::FoundWorkload& workload) {
          return share(i, workload.name_space, workload.pod_labels);
        });
    if (shared) names.push_back(objects_.autoscalers[i].autoscaler.metadata().name());
  }
  return names;
}

}  // namespace cpsizer::cli
