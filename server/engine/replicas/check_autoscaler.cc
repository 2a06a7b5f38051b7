#include "server/engine/replicas/check_autoscaler.h"

#include "absl/strings/str_cat.h"

namespace cpsizer {

void CheckAutoscaler(const v1::HorizontalPodAutoscaler& autoscaler, Findings& findings) {
  const int max = autoscaler.spec().max_replicas();
  if (max >= 1) return;
  findings.Add(Rule::kFieldMissing, "spec.maxReplicas", absl::StrCat(max), "maxReplicas must be 1 or more");
}

}  // namespace cpsizer
