#include "client/cli/replicas/replica_input.h"

#include <algorithm>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "client/replicas/metric_paths.h"
#include "client/replicas/read_answer.h"

namespace cpsizer::cli {
namespace {

bool IsTarget(const v1::CrossVersionObjectReference& reference, const objects::FoundWorkload& workload) {
  return reference.kind() == workload.kind && reference.name() == workload.name &&
         (reference.api_version().empty() || GroupOf(reference.api_version()) == GroupOf(workload.api_version));
}

// Returns whether a value can be sent. A value that is not a quantity, such as NaN, makes the metric fail and not the
// request: a controller cannot read such a response of an adapter, and decides by the other metrics.
bool MayUse(const std::string& value, v1::ReplicasReading& reading) {
  const absl::Status status = replicas::CheckQuantity(value, "value");
  if (!status.ok()) reading.set_error(std::string(status.message()));
  return status.ok();
}

}  // namespace

absl::string_view GroupOf(absl::string_view api_version) {
  const size_t slash = api_version.find('/');
  return slash == absl::string_view::npos ? absl::string_view() : api_version.substr(0, slash);
}

const v1::Scale* ReplicaInput::Target::Scale() const {
  if (scale != nullptr) return &scale->scale;
  return workload == nullptr ? nullptr : &workload->scale;
}

ReplicaInput::ReplicaInput(const objects::ReplicaObjects& objects, UnscaledWorkloads unscaled)
    : objects_(objects), unscaled_(std::move(unscaled)), index_(objects) {
  targets_.reserve(objects.autoscalers.size());
  for (const objects::FoundAutoscaler& found : objects.autoscalers) {
    Target& target = targets_.emplace_back(TargetOf(found));
    if (target.workload != nullptr) scaled_.insert(target.workload);
    const v1::Scale* scale = target.Scale();
    if (scale == nullptr) continue;
    target.selector = objects::LabelSelector(scale->status().selector());
    selectors_.Add(found.autoscaler.metadata().namespace_(), target.selector, targets_.size() - 1);
  }
  for (size_t id = 0; id < unscaled_.size(); ++id) {
    unscaled_pods_.Add(unscaled_[id]->name_space, unscaled_[id]->pod_labels, id);
  }
}

absl::optional<objects::Place> ReplicaInput::ScalePlaceOf(size_t place) const {
  const Target& target = targets_[place];
  if (target.scale != nullptr) return target.scale->place;
  if (target.workload != nullptr) return target.workload->place;
  return absl::nullopt;
}

ReplicaInput::Target ReplicaInput::TargetOf(const objects::FoundAutoscaler& found) const {
  const std::string& name_space = found.autoscaler.metadata().namespace_();
  const v1::CrossVersionObjectReference& reference = found.autoscaler.spec().scale_target_ref();
  Target target;
  const auto take = [&target](const auto& found, const auto*& first) {
    if (first != nullptr) target.again = found.place;
    if (first == nullptr) first = &found;
  };
  for (const size_t id : index_.scales.Find(name_space, reference.name())) take(objects_.scales[id], target.scale);
  for (const size_t id : index_.workloads.Find(name_space, reference.name())) {
    if (IsTarget(reference, objects_.workloads[id])) take(objects_.workloads[id], target.workload);
  }
  return target;
}

std::string ReplicaInput::Missing(const objects::FoundAutoscaler& found) const {
  constexpr absl::string_view kMissing = ", and the files contain neither its manifest nor a Scale of that name; ";
  const std::string meant = MeantTarget(found, objects_.workloads, scaled_).text;
  return absl::StrCat(kMissing, meant.empty() ? "add one of them" : meant);
}

absl::StatusOr<AutoscalerInput> ReplicaInput::Make(size_t place, ReplicaPlaces places) const {
  const objects::FoundAutoscaler& found = objects_.autoscalers[place];
  AutoscalerInput input = {NameOf(found), {}, std::move(places)};
  const Target& target = targets_[place];
  if (target.Scale() == nullptr || target.again.has_value()) {
    const v1::CrossVersionObjectReference& reference = found.autoscaler.spec().scale_target_ref();
    const std::string what =
        target.again.has_value()
            ? absl::StrCat(", which occurs twice: also in ",
                           objects::PlaceText(target.again->file, target.again->position), "; give it once")
            : Missing(found);
    return absl::NotFoundError(absl::StrCat("it scales ", reference.kind(), " ", reference.name(), what));
  }
  *input.request.mutable_horizontal_pod_autoscaler() = found.autoscaler;
  *input.request.mutable_scale() = *target.Scale();
  if (target.workload != nullptr && target.workload->manifest_replicas.has_value()) {
    input.request.set_manifest_replicas(*target.workload->manifest_replicas);
  }
  const std::vector<size_t> pods = PodsOf(place);
  PodNames names(index_.pods);
  for (const size_t pod : pods) names.AddSelected(objects_.pods[pod].pod.metadata().name());
  AddPods(pods, input);
  AddOtherOwners(place, pods, input.request);
  AddPodMetrics(place, names, input);
  AddReadings(names, input);
  AddRivals(place, pods, input);
  return input;
}

bool ReplicaInput::Selects(size_t autoscaler, absl::string_view name_space, const objects::Labels& labels) const {
  return SameNamespace(name_space, objects_.autoscalers[autoscaler].autoscaler.metadata().namespace_()) &&
         targets_[autoscaler].selector.Selects(labels);
}

std::vector<size_t> ReplicaInput::PodsOf(size_t place) const {
  const std::string& name_space = objects_.autoscalers[place].autoscaler.metadata().namespace_();
  std::vector<size_t> pods = index_.pod_labels.MaySelect(name_space, targets_[place].selector);
  const auto is_other = [&](size_t pod) { return !targets_[place].selector.Selects(objects_.pods[pod].labels); };
  pods.erase(std::remove_if(pods.begin(), pods.end(), is_other), pods.end());
  return pods;
}

void ReplicaInput::AddPods(absl::Span<const size_t> pods, AutoscalerInput& input) const {
  for (const size_t pod : pods) {
    *input.request.add_pods() = objects_.pods[pod].pod;
    input.places.pods.push_back(objects_.pods[pod].place);
  }
}

// Adds the samples of the target. A sample whose pod is in no file may belong to the target, for example if the pod was
// deleted after the metrics API returned the sample. Such a sample is added if the selector of the target matches its
// labels, or if it has no labels.
void ReplicaInput::AddPodMetrics(size_t place, const PodNames& names, AutoscalerInput& input) const {
  const std::string& name_space = input.request.horizontal_pod_autoscaler().metadata().namespace_();
  const objects::LabelSelector& selector = targets_[place].selector;
  std::vector<size_t> samples = index_.labelled_unmatched.MaySelect(name_space, selector);
  index_.other_unmatched.AppendTo(name_space, samples);
  for (const std::string& name : names.selected()) index_.pod_metrics.AppendTo(name_space, name, samples);
  SortUnique(samples);
  for (const size_t id : samples) {
    const objects::FoundPodMetrics& sample = objects_.pod_metrics[id];
    const bool others = !sample.labels.empty() && !selector.Selects(sample.labels);
    if (!names.MayBelong(sample.metrics.metadata().name(), others)) continue;
    if (const absl::Status status = replicas::CheckUsage(sample.metrics); !status.ok()) {
      input.request.set_pod_metrics_error(std::string(status.message()));
    }
    *input.request.add_pod_metrics() = sample.metrics;
    input.places.pod_metrics.push_back(sample.place);
  }
  if (input.request.pod_metrics_error().empty()) return;
  input.request.clear_pod_metrics();
  input.places.pod_metrics.clear();
}

// Returns the values of custom metrics that may belong to `metric`.
std::vector<size_t> ReplicaInput::ValuesFor(absl::string_view name_space, const v1::MetricSpec& metric,
                                            const PodNames& names) const {
  std::vector<size_t> values;
  if (metric.type() == "Pods") {
    for (const std::string& name : names.selected()) index_.metric_values.AppendTo(name_space, name, values);
    index_.stray_values.AppendTo(name_space, values);
  } else if (metric.type() == "Object") {
    index_.metric_values.AppendTo(name_space, metric.object().described_object().name(), values);
  }
  SortUnique(values);
  return values;
}

void ReplicaInput::AddReadings(const PodNames& names, AutoscalerInput& input) const {
  const std::string& name_space = input.request.horizontal_pod_autoscaler().metadata().namespace_();
  for (const v1::MetricSpec& metric : input.request.horizontal_pod_autoscaler().spec().metrics()) {
    v1::ReplicasReading& reading = *input.request.add_readings();
    std::vector<objects::Place>& places = input.places.readings.emplace_back();
    for (const size_t id : ValuesFor(name_space, metric, names)) {
      const objects::FoundMetricValue& value = objects_.metric_values[id];
      if (!Belongs(value, metric, names)) continue;
      if (!MayUse(value.value.value(), reading)) continue;
      *reading.add_values() = value.value;
      places.push_back(value.place);
    }
    const std::string requested = replicas::RequestedExternalName(metric.external().metric().name());
    for (const size_t id : index_.external_values.Find("", requested)) {
      const objects::FoundExternalValue& value = objects_.external_values[id];
      if (!Belongs(value, metric)) continue;
      if (!MayUse(value.value.value(), reading)) continue;
      *reading.add_external_values() = value.value;
      places.push_back(value.place);
    }
    if (reading.error().empty()) continue;
    reading.clear_values();
    reading.clear_external_values();
    places.clear();
  }
}

}  // namespace cpsizer::cli
