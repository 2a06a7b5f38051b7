#include "server/engine/size/operator_fields.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "server/engine/base/durations.h"
#include "server/engine/base/object_type.h"
#include "server/engine/base/read_quantity.h"
#include "server/engine/base/text.h"
#include "server/engine/size/criteria.h"
#include "server/engine/size/effects.h"
#include "server/engine/size/partly_set.h"
#include "server/engine/size/size_fields.h"

namespace cpsizer {
namespace {

constexpr absl::string_view kSlidingWindow = "spec.concurrency.slidingWindow";

void CheckManagement(const v1::ClusterSizingConfigurationSpec& spec, Findings& findings) {
  for (int i = 0; i < spec.sizes_size(); ++i) {
    const v1::Management& management = spec.sizes(i).management();
    if (management.placeholders() < 0) {
      findings.Add(Rule::kValueNegative, FieldPath{kSizesPath, i, "management.placeholders"}.ToString(),
                   absl::StrCat(management.placeholders()), absl::StrCat(management.placeholders(), " is negative"));
    }
    if (management.has_non_request_serving_nodes_per_zone()) {
      ReadQuantityFrom(0, management.non_request_serving_nodes_per_zone(),
                       {kSizesPath, i, "management.nonRequestServingNodesPerZone"}, Rule::kValueNegative, "is negative",
                       findings);
    }
  }
  const auto is_set = [](const v1::SizeConfiguration& size) {
    return size.management().has_non_request_serving_nodes_per_zone();
  };
  const absl::optional<PartlySet> partly = FindPartlySet(spec, is_set);
  if (!partly.has_value()) return;
  findings.Add(Rule::kManagementIncomplete,
               FieldPath{kSizesPath, partly->first_without, "management.nonRequestServingNodesPerZone"}.ToString(), "",
               absl::StrCat("nonRequestServingNodesPerZone is set on ", partly->with, " and not on ", partly->without));
}

// Source: placeholderCreator in hypershift-operator/controllers/scheduler/aws/placeholders.go of HyperShift.
void WarnAboutPlaceholders(const v1::ClusterSizingConfigurationSpec& spec, Findings& findings) {
  const v1::SizeConfiguration* first = nullptr;
  for (int i = 0; i < spec.sizes_size(); ++i) {
    const int64_t placeholders = spec.sizes(i).management().placeholders();
    if (placeholders == 0) continue;
    if (first != nullptr) {
      findings.Add(Rule::kPlaceholdersIgnored, FieldPath{kSizesPath, i, "management.placeholders"}.ToString(),
                   absl::StrCat(placeholders),
                   absl::StrCat("the operator creates the placeholders of size ", Quoted(first->name()),
                                ", the first with placeholders, and none of this size"));
    } else {
      first = &spec.sizes(i);
    }
  }
}

void CheckDuration(absl::string_view text, absl::string_view path, Findings& findings) {
  // Both checks are necessary: the pattern of the CRD accepts texts that Go cannot read.
  if (IsOperatorDuration(text) && IsGoDuration(text)) return;
  findings.Add(Rule::kDurationMalformed, path, text,
               absl::StrCat("\"", Quoted(text), "\" is ",
                            IsOperatorDuration(text) ? "longer than Go can count (2562047h47m16.854775807s)"
                                                     : "not a duration in s, m and h"));
}

void CheckPace(const v1::ClusterSizingConfigurationSpec& spec, Findings& findings) {
  const v1::ConcurrencyConfiguration& concurrency = spec.concurrency();
  if (concurrency.has_sliding_window()) CheckDuration(concurrency.sliding_window(), kSlidingWindow, findings);
  if (concurrency.has_limit() && concurrency.limit() < 1) {
    findings.Add(Rule::kLimitTooSmall, "spec.concurrency.limit", absl::StrCat(concurrency.limit()),
                 absl::StrCat(concurrency.limit(), " is below 1"));
  }
  const v1::TransitionDelayConfiguration& delay = spec.transition_delay();
  if (delay.has_increase()) CheckDuration(delay.increase(), "spec.transitionDelay.increase", findings);
  if (delay.has_decrease()) CheckDuration(delay.decrease(), "spec.transitionDelay.decrease", findings);
  if (spec.has_non_request_serving_nodes_buffer_per_zone()) {
    ReadQuantityFrom(0, spec.non_request_serving_nodes_buffer_per_zone(), {"spec.nonRequestServingNodesBufferPerZone"},
                     Rule::kValueNegative, "is negative", findings);
  }
}

}  // namespace

void CheckOperatorFields(const v1::ClusterSizingConfiguration& config, Findings& findings) {
  CheckNamedCluster(config.metadata(), "configuration", findings);
  CheckCriteria(config.spec(), findings);
  CheckEffects(config.spec(), findings);
  CheckManagement(config.spec(), findings);
  CheckPace(config.spec(), findings);
}

void WarnAboutPace(const v1::ClusterSizingConfigurationSpec& spec, Findings& findings) {
  if (!spec.has_concurrency()) {
    findings.Add(Rule::kConcurrencyAbsent, "spec.concurrency", "",
                 "concurrency is absent, so the operator's limit is 0, and a scheduled cluster never changes its size");
  }
  if (!spec.has_transition_delay()) {
    findings.Add(Rule::kTransitionDelayAbsent, "spec.transitionDelay", "",
                 "transitionDelay is absent, so the operator changes sizes without a delay");
  }
  const std::string& window = spec.concurrency().sliding_window();
  if (!IsOperatorDuration(window) || ParseGoDuration(window) != 0) return;
  findings.Add(Rule::kSlidingWindowZero, kSlidingWindow, window,
               "a window of 0 has no transitions, so concurrency.limit has no effect");
}

void WarnAboutOperatorFields(const v1::ClusterSizingConfiguration& config, const SizeLadder& ladder,
                             Findings& findings) {
  WarnAboutCriteria(config.spec(), ladder, findings);
  WarnAboutEffects(config.spec(), ladder, findings);
  WarnAboutPlaceholders(config.spec(), findings);
}

}  // namespace cpsizer
