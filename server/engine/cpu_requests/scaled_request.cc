#include "server/engine/cpu_requests/scaled_request.h"

#include <algorithm>

#include "absl/strings/str_cat.h"

namespace cpsizer {
namespace {

// Multiplies before the division, because limit / count is 0 as an integer.
int64_t Share(const CpuScaling& scaling, int64_t default_millicores) {
  return static_cast<int64_t>(Millicores{default_millicores} * scaling.limit / scaling.count);
}

// The result has 128 bits, because twice the idle usage may not fit into 64 bits.
Millicores IdleBound(int64_t idle_usage) {
  return Millicores{idle_usage} * 2;
}

bool IsBoundByIdleUsage(const CpuScaling& scaling, int64_t share, absl::optional<int64_t> idle_usage) {
  return scaling.cap_by_idle_usage && idle_usage.has_value() && share > kIdleBoundAboveMillicores &&
         IdleBound(*idle_usage) < share;
}

}  // namespace

ScaledRequest ScaleRequest(const CpuScaling& scaling, int64_t default_millicores, absl::optional<int64_t> idle_usage,
                           Millicores containers) {
  if (!scaling.scales()) return {default_millicores, v1::CPU_REQUESTS_BOUND_DEFAULT};
  ScaledRequest scaled = {Share(scaling, default_millicores), v1::CPU_REQUESTS_BOUND_SHARE};
  if (IsBoundByIdleUsage(scaling, scaled.millicores, idle_usage)) {
    scaled = {static_cast<int64_t>(IdleBound(*idle_usage)), v1::CPU_REQUESTS_BOUND_IDLE_USAGE};
  }
  if (scaled.millicores < kMinimumMillicores) scaled = {kMinimumMillicores, v1::CPU_REQUESTS_BOUND_MINIMUM};
  if (scaled.millicores < containers) {
    scaled = {static_cast<int64_t>(std::min<Millicores>(containers, default_millicores)),
              v1::CPU_REQUESTS_BOUND_CONTAINERS};
  }
  // The minimum does not increase a default that is below the minimum.
  if (scaled.millicores >= default_millicores) scaled = {default_millicores, v1::CPU_REQUESTS_BOUND_DEFAULT};
  return scaled;
}

std::string ScalingArithmetic(const CpuScaling& scaling, int64_t default_millicores, absl::optional<int64_t> idle_usage,
                              const ScaledRequest& scaled) {
  const std::string before = MillicoreText(default_millicores);
  if (!scaling.scales()) return absl::StrCat(before, ", not scaled");
  std::string text = absl::StrCat("floor(", before, " x ", scaling.limit, " / ", scaling.count, ")");
  const int64_t share = Share(scaling, default_millicores);
  if (IsBoundByIdleUsage(scaling, share, idle_usage)) {
    text = absl::StrCat("min(", text, ", 2 x ", MillicoreText(*idle_usage), ")");
  }
  if (scaled.bound == v1::CPU_REQUESTS_BOUND_MINIMUM || scaled.bound == v1::CPU_REQUESTS_BOUND_DEFAULT) {
    text = absl::StrCat("max(", text, ", ", kMinimumMillicores, "m)");
  }
  if (scaled.bound == v1::CPU_REQUESTS_BOUND_CONTAINERS) {
    text = absl::StrCat("max(", text, ", ", MillicoreText(scaled.millicores), " of its containers)");
  }
  if (scaled.bound == v1::CPU_REQUESTS_BOUND_DEFAULT) text = absl::StrCat("min(", text, ", ", before, ")");
  return absl::StrCat(text, " = ", MillicoreText(scaled.millicores));
}

}  // namespace cpsizer
