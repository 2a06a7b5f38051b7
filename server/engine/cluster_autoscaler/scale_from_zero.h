#ifndef CPSIZER_SERVER_ENGINE_CLUSTER_AUTOSCALER_SCALE_FROM_ZERO_H_
#define CPSIZER_SERVER_ENGINE_CLUSTER_AUTOSCALER_SCALE_FROM_ZERO_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "google/protobuf/map.h"

namespace cpsizer {

using AnnotationMap = google::protobuf::Map<std::string, std::string>;

// Returns the value of an annotation; null if the annotation does not exist.
const std::string* FindAnnotation(const AnnotationMap& annotations, absl::string_view key);

// An annotation with the capacity of new nodes, in the form that the cluster-autoscaler reads. The annotation is made
// from an annotation in the old form, which the machine providers write.
struct CapacityAnnotation {
  absl::string_view key;
  std::string value;
  absl::string_view made_from;  // the key in the old form
};

// The result of TranslateCapacity(). It contains annotations for the capacities that a MachineSet has only in the old
// form.
struct CapacityTranslation {
  std::vector<CapacityAnnotation> annotations;
  // Set if the memory is not a whole number of MiB, or is too large for 64 bits in bytes. If this is set, no annotation
  // may be written.
  absl::optional<std::string> bad_memory;
};

// The keys of the memory annotation and of the GPU annotation in the old form.
inline constexpr absl::string_view kOldMemoryKey = "machine.openshift.io/memoryMb";
inline constexpr absl::string_view kOldGpuKey = "machine.openshift.io/GPU";

// Translates the capacities. Source: section 7 of docs/reference/cluster-autoscaler.md.
CapacityTranslation TranslateCapacity(const AnnotationMap& annotations);

// Returns whether new nodes have a GPU, according to the annotations.
bool HasGpuCapacity(const AnnotationMap& annotations);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_CLUSTER_AUTOSCALER_SCALE_FROM_ZERO_H_
