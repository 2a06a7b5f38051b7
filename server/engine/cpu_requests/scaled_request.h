#ifndef CPSIZER_SERVER_ENGINE_CPU_REQUESTS_SCALED_REQUEST_H_
#define CPSIZER_SERVER_ENGINE_CPU_REQUESTS_SCALED_REQUEST_H_

#include <cstdint>
#include <string>

#include "absl/types/optional.h"
#include "cpsizer/v1/scale_cpu_requests.pb.h"
#include "server/engine/cpu_requests/cpu_texts.h"

namespace cpsizer {

// A scaled request is below this value only if its default is below this value.
inline constexpr int64_t kMinimumMillicores = 5;
// Idle usage limits only requests above this value.
inline constexpr int64_t kIdleBoundAboveMillicores = 100;

// The parameters of the scaling of one control plane.
struct CpuScaling {
  // The limit in whole CPUs; 0 if there is no limit.
  int32_t limit = 0;
  // The number of CPUs that the default requests are intended for; above 0.
  int32_t count = 1;
  bool cap_by_idle_usage = false;

  bool scales() const { return limit > 0 && limit < count; }
};

// A request after scaling.
struct ScaledRequest {
  int64_t millicores;
  v1::CpuRequestsBound bound;
};

// Implements section 2 of docs/reference/cpu-request-scaling.md. The result does not decrease if the default increases,
// except where idle usage limits it. If the request belongs to the pod as a whole, `containers` is the sum of the
// scaled requests of the containers. If the request belongs to a container, `containers` is 0. Requires a default and
// an idle usage of at least 0 millicores, and scaling.limit >= 0.
ScaledRequest ScaleRequest(const CpuScaling& scaling, int64_t default_millicores, absl::optional<int64_t> idle_usage,
                           Millicores containers = 0);

// Returns the arithmetic of ScaleRequest() in one line, for example `max(floor(6m x 4 / 6), 5m) = 5m`.
std::string ScalingArithmetic(const CpuScaling& scaling, int64_t default_millicores, absl::optional<int64_t> idle_usage,
                              const ScaledRequest& scaled);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_CPU_REQUESTS_SCALED_REQUEST_H_
