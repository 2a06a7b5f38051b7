#include "server/engine/cluster_autoscaler/scale_from_zero.h"

#include <limits>
#include <utility>

#include "cpsizer/quantity.h"
#include "server/engine/base/text.h"

namespace cpsizer {
namespace {

constexpr int64_t kMebibyteBytes = 1 << 20;

// Converts a number of MiB to bytes, as a canonical quantity. Returns nothing if `text` is not such a number, or if the
// number of bytes does not fit into 64 bits.
absl::optional<std::string> BytesOfMebibytes(absl::string_view text) {
  constexpr int64_t kMost = std::numeric_limits<int64_t>::max() / kMebibyteBytes;
  int64_t mebibytes = 0;
  if (!ReadGoInteger(text, mebibytes) || mebibytes > kMost || mebibytes < -kMost) return absl::nullopt;
  return CanonicalText(WholeUnits(mebibytes * kMebibyteBytes, QuantityFormat::kDecimalSI));
}

}  // namespace

const std::string* FindAnnotation(const AnnotationMap& annotations, absl::string_view key) {
  const auto found = annotations.find(std::string(key));
  return found == annotations.end() ? nullptr : &found->second;
}

CapacityTranslation TranslateCapacity(const AnnotationMap& annotations) {
  CapacityTranslation translation;
  const auto add = [&](absl::string_view key, std::string value, absl::string_view made_from) {
    if (FindAnnotation(annotations, key) == nullptr) {
      translation.annotations.push_back({key, std::move(value), made_from});
    }
  };
  const auto copy = [&](absl::string_view key, absl::string_view made_from) {
    if (const std::string* old = FindAnnotation(annotations, made_from)) add(key, *old, made_from);
  };
  constexpr absl::string_view kMemoryKey = "capacity.cluster-autoscaler.kubernetes.io/memory";
  copy("capacity.cluster-autoscaler.kubernetes.io/cpu", "machine.openshift.io/vCPU");
  const std::string* const memory = FindAnnotation(annotations, kOldMemoryKey);
  if (memory != nullptr && FindAnnotation(annotations, kMemoryKey) == nullptr) {
    absl::optional<std::string> bytes = BytesOfMebibytes(*memory);
    if (bytes.has_value()) {
      add(kMemoryKey, *std::move(bytes), kOldMemoryKey);
    } else {
      translation.bad_memory = *memory;
    }
  }
  copy("capacity.cluster-autoscaler.kubernetes.io/gpu-count", kOldGpuKey);
  if (const std::string* gpus = FindAnnotation(annotations, kOldGpuKey)) {
    add("capacity.cluster-autoscaler.kubernetes.io/gpu-type", *gpus == "0" ? "" : "nvidia.com/gpu", kOldGpuKey);
  }
  copy("capacity.cluster-autoscaler.kubernetes.io/maxPods", "machine.openshift.io/maxPods");
  return translation;
}

bool HasGpuCapacity(const AnnotationMap& annotations) {
  const std::string* const text = FindAnnotation(annotations, kOldGpuKey);
  Quantity gpus;
  return text != nullptr && ParseQuantity(*text, gpus) == QuantityError::kNone && gpus.nanos % kNanosPerUnit == 0 &&
         gpus.nanos >= kNanosPerUnit;
}

}  // namespace cpsizer
