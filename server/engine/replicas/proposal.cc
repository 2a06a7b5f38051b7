#include "server/engine/replicas/proposal.h"

#include "absl/strings/str_cat.h"
#include "server/engine/replicas/arithmetic.h"

namespace cpsizer {
namespace {

absl::string_view Because(v1::KeptReason reason) {
  switch (reason) {
    case v1::KEPT_REASON_CORRECTED_WITHIN_TOLERANCE:
      return "the corrected ratio is within the tolerance";
    case v1::KEPT_REASON_CORRECTION_REVERSES:
      return "the corrected ratio points the other way";
    case v1::KEPT_REASON_COUNT_REVERSES:
      return "the corrected number of replicas points the other way";
    default:
      return "the ratio is within the tolerance";
  }
}

}  // namespace

void Keep(int32_t current, v1::KeptReason reason, v1::MetricProposal& explained) {
  explained.set_replicas(current);
  explained.set_kept_reason(reason);
  explained.set_arithmetic(absl::StrCat(Because(reason), ": ", current, " stays"));
}

void ProposeProduct(double ratio, int64_t count, absl::string_view what, v1::MetricProposal& explained) {
  const int32_t replicas = CeilToReplicas(ratio * static_cast<double>(count));
  explained.set_replicas(replicas);
  explained.set_arithmetic(
      absl::StrCat("ceil(", ratio, " x ", count, " ", what, count == 1 ? "" : "s", ") = ", replicas));
}

}  // namespace cpsizer
