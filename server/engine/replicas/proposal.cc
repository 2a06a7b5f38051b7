#include "server/engine/replicas/proposal.h"

#include <cmath>

#include "absl/strings/str_cat.h"
#include "server/engine/replicas/flips.h"
#include "server/engine/replicas/validate/milli.h"

namespace cpsizer {
namespace {

absl::string_view Because(v1::ReplicasKeptReason reason) {
  switch (reason) {
    case v1::REPLICAS_KEPT_REASON_CORRECTED_WITHIN_TOLERANCE:
      return "the corrected ratio is within the tolerance";
    case v1::REPLICAS_KEPT_REASON_CORRECTION_REVERSES:
      return "the corrected ratio points in the opposite direction";
    case v1::REPLICAS_KEPT_REASON_COUNT_REVERSES:
      return "the corrected number of replicas points in the opposite direction";
    default:
      return "the ratio is within the tolerance";
  }
}

// Returns a text about the effect of the limit of 32 bits on the product; empty if there is no effect.
std::string BoundText(const Outcome& outcome) {
  if (std::isnan(outcome.product)) return "; a result that is not a number is treated as 0";
  if (std::ceil(outcome.product) == outcome.replicas) return "";
  return absl::StrCat("; a number of replicas is clamped to ", outcome.replicas);
}

// Writes a figure as a text, such as `80%` or `1200m`, and as an amount.
void SetFigure(int64_t figure, Unit unit, std::string& text, v1::ReplicasAmount& amount) {
  if (unit == Unit::kPercent) {
    // All percentages of the controller have 32 bits.
    amount.set_utilization(static_cast<int32_t>(figure));
    text = absl::StrCat(figure, "%");
  } else {
    text = MilliText(figure);
    amount.set_quantity(text);
  }
}

}  // namespace

Side SideOf(const Outcome& outcome) {
  if (outcome.corrected.has_value()) {
    return outcome.ratio < 1.0 ? Side::kBelow : outcome.ratio > 1.0 ? Side::kAbove : Side::kHeld;
  }
  if (outcome.kept != v1::REPLICAS_KEPT_REASON_UNSPECIFIED) return Side::kHeld;
  return outcome.ratio < 1.0 ? Side::kBelow : Side::kAbove;
}

void Explain(const Outcome& outcome, absl::string_view product, v1::ReplicasProposal& explained,
             absl::string_view remark) {
  explained.set_ratio(outcome.ratio);
  if (outcome.corrected.has_value()) explained.set_corrected_ratio(*outcome.corrected);
  explained.set_replicas(outcome.replicas);
  explained.set_kept_reason(outcome.kept);
  explained.set_arithmetic(outcome.kept == v1::REPLICAS_KEPT_REASON_UNSPECIFIED
                               ? absl::StrCat("ceil(", product, ") = ", outcome.replicas, remark, BoundText(outcome))
                               : absl::StrCat(Because(outcome.kept), ": ", outcome.replicas, " stays"));
}

std::string ProductText(double ratio, int64_t count, absl::string_view what) {
  return absl::StrCat(ratio, " x ", count, " ", what, count == 1 ? "" : "s");
}

void ExplainUsage(int64_t usage, int64_t target, Unit unit, v1::ReplicasProposal& explained) {
  SetFigure(usage, unit, *explained.mutable_usage(), *explained.mutable_usage_amount());
  SetFigure(target, unit, *explained.mutable_target(), *explained.mutable_target_amount());
}

void ExplainFlips(const ProposalInput& input, const ProposalCurve& curve, Unit unit, v1::ReplicasProposal& explained) {
  if (input.settings.detail == v1::DETAIL_BRIEF) return;
  const Flips found = FindFlips(curve, input.tolerances);
  v1::ReplicasFlips& flips = *explained.mutable_flips();
  if (found.grows_at.has_value()) {
    SetFigure(*found.grows_at, unit, *flips.mutable_grows_at(), *flips.mutable_grows_at_amount());
  }
  if (found.shrinks_at.has_value()) {
    SetFigure(*found.shrinks_at, unit, *flips.mutable_shrinks_at(), *flips.mutable_shrinks_at_amount());
  }
}

}  // namespace cpsizer
