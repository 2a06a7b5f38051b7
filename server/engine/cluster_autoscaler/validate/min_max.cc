#include "server/engine/cluster_autoscaler/validate/min_max.h"

#include "absl/strings/str_cat.h"
#include "server/engine/base/field_checks.h"

namespace cpsizer {
namespace {

void CheckBound(const Bound& bound, int least, Findings& findings) {
  bound.given ? CheckNumber(bound.value, least, bound.path, findings) : ReportMissing(bound.path, "", findings);
}

}  // namespace

void CheckMinMax(const Bound& min, const Bound& max, int least_max, Rule below, Findings& findings) {
  CheckBound(min, 0, findings);
  CheckBound(max, least_max, findings);
  if (!min.given || !max.given) return;
  if (max.value < least_max || max.value >= min.value) return;
  findings.Add(below, max.path.ToString(), absl::StrCat(max.value),
               absl::StrCat(max.path.field, " ", max.value, " is below ", min.path.field, " ", min.value));
}

}  // namespace cpsizer
