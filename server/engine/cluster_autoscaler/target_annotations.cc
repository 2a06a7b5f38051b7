#include "server/engine/cluster_autoscaler/target_annotations.h"

#include <cstdint>
#include <utility>

#include "absl/strings/str_cat.h"
#include "server/engine/base/text.h"
#include "server/engine/cluster_autoscaler/node_groups.h"

namespace cpsizer {
namespace {

using Action = v1::ClusterAutoscalerAnnotationAction;

bool IsNumber(const AnnotationMap& annotations, absl::string_view key, int32_t number) {
  const std::string* const text = FindAnnotation(annotations, key);
  int64_t value = 0;
  return text != nullptr && ReadGoInteger(*text, value) && value == number;
}

class TargetWriter {
 public:
  TargetWriter(const AnnotationMap& annotations, v1::ClusterAutoscalerTarget& target)
      : annotations_(annotations), target_(target) {}

  void Add(Action action, absl::string_view key, std::string value, absl::string_view source) {
    v1::ClusterAutoscalerAnnotation& annotation = *target_.add_annotations();
    annotation.set_key(std::string(key));
    annotation.set_action(action);
    annotation.set_source(std::string(source));
    const std::string* const current = FindAnnotation(annotations_, key);
    if (current != nullptr) annotation.set_current(*current);
    if (action == v1::CLUSTER_AUTOSCALER_ANNOTATION_ACTION_KEEP) value = annotation.current();
    annotation.set_value(std::move(value));
    const bool writes = action == v1::CLUSTER_AUTOSCALER_ANNOTATION_ACTION_SET ||
                        action == v1::CLUSTER_AUTOSCALER_ANNOTATION_ACTION_REMOVE;
    target_.set_changed(target_.changed() || writes);
  }

  // Adds an annotation: the annotation is kept if `is_there` is true, and is set if `is_there` is false.
  void AddValue(bool is_there, absl::string_view key, std::string value, absl::string_view source) {
    Add(is_there ? v1::CLUSTER_AUTOSCALER_ANNOTATION_ACTION_KEEP : v1::CLUSTER_AUTOSCALER_ANNOTATION_ACTION_SET, key,
        std::move(value), source);
  }

 private:
  const AnnotationMap& annotations_;
  v1::ClusterAutoscalerTarget& target_;
};

}  // namespace

void PlanBounds(const BoundingAutoscaler& bounding, const AnnotationMap& annotations, absl::string_view set_path,
                const CapacityTranslation& capacity, v1::ClusterAutoscalerTarget& target) {
  const v1::MachineAutoscalerSpec& spec = bounding.autoscaler.spec();
  const std::string* const owner = FindAnnotation(annotations, kOwnerKey);
  const bool is_owner = owner != nullptr && *owner == bounding.id;
  // The operator writes the MachineSet only if the bounds or the owner of the MachineSet change. Then it writes both
  // bounds, also a bound such as `+1`, which has the right number.
  const bool writes = !is_owner || !IsNumber(annotations, kMinSizeKey, spec.min_replicas()) ||
                      !IsNumber(annotations, kMaxSizeKey, spec.max_replicas());
  TargetWriter writer(annotations, target);
  const auto add_bound = [&](absl::string_view key, int32_t bound, absl::string_view field) {
    const std::string* const current = FindAnnotation(annotations, key);
    std::string text = absl::StrCat(bound);
    const bool is_there = !writes || (current != nullptr && *current == text);
    writer.AddValue(is_there, key, std::move(text), absl::StrCat(bounding.path, field));
  };
  add_bound(kMinSizeKey, spec.min_replicas(), ".spec.minReplicas");
  add_bound(kMaxSizeKey, spec.max_replicas(), ".spec.maxReplicas");
  writer.AddValue(is_owner, kOwnerKey, std::string(bounding.id), absl::StrCat(bounding.path, ".metadata.name"));
  for (const CapacityAnnotation& made : capacity.annotations) {
    writer.Add(writes ? v1::CLUSTER_AUTOSCALER_ANNOTATION_ACTION_SET : v1::CLUSTER_AUTOSCALER_ANNOTATION_ACTION_DEFER,
               made.key, made.value, absl::StrCat(set_path, ".metadata.annotations[", made.made_from, "]"));
  }
  target.set_owner(std::string(bounding.id));
}

void PlanRelease(const AnnotationMap& annotations, absl::string_view source, v1::ClusterAutoscalerTarget& target) {
  TargetWriter writer(annotations, target);
  for (const absl::string_view key : {kMinSizeKey, kMaxSizeKey, kOwnerKey}) {
    if (FindAnnotation(annotations, key) == nullptr) continue;
    writer.Add(v1::CLUSTER_AUTOSCALER_ANNOTATION_ACTION_REMOVE, key, "", source);
  }
}

}  // namespace cpsizer
