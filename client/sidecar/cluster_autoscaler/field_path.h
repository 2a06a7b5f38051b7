#ifndef CPSIZER_CLIENT_SIDECAR_CLUSTER_AUTOSCALER_FIELD_PATH_H_
#define CPSIZER_CLIENT_SIDECAR_CLUSTER_AUTOSCALER_FIELD_PATH_H_

#include <cstddef>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "absl/types/span.h"

namespace cpsizer::sidecar {

// One step of a path in an object: a key of a map, or an index of a list.
struct FieldStep {
  std::string key;
  absl::optional<size_t> index;

  friend bool operator==(const FieldStep&, const FieldStep&) = default;
};
using FieldPath = std::vector<FieldStep>;

// Parses a path of v1::ClusterAutoscalerCurrentObject, such as `spec.ports[0].port` or
// `metadata.labels[example.com/a]`.
FieldPath ParseFieldPath(absl::string_view text);

// Returns `path` as a JSON Pointer (RFC 6901).
std::string PointerOf(absl::Span<const FieldStep> path);

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_CLUSTER_AUTOSCALER_FIELD_PATH_H_
