#include "client/history/transitions/transition_rules.h"

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "client/objects/escape.h"

namespace cpsizer::history {
namespace {

absl::Status ReadDuration(absl::string_view path, absl::string_view text, absl::Duration& duration) {
  absl::Duration read;
  if (absl::ParseDuration(text, &read) && read >= absl::ZeroDuration() && read < absl::InfiniteDuration()) {
    duration = read;
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(absl::StrCat(path, ": ", objects::QuotedValue(text),
                                                 " is not a duration of at least 0; write it like 30s or 1h30m"));
}

}  // namespace

absl::StatusOr<TransitionRules> MakeTransitionRules(const v1::ClusterSizingConfiguration& config) {
  TransitionRules rules;
  for (const v1::SizeConfiguration& size : config.spec().sizes()) rules.criteria_from.push_back(size.criteria().from());
  const v1::ConcurrencyConfiguration& concurrency = config.spec().concurrency();
  const v1::TransitionDelayConfiguration& delay = config.spec().transition_delay();
  rules.has_concurrency = config.spec().has_concurrency();
  if (!rules.has_concurrency) {
    rules.limit = 0;
    rules.sliding_window = absl::ZeroDuration();
  }
  if (!config.spec().has_transition_delay()) {
    rules.increase_delay = absl::ZeroDuration();
    rules.decrease_delay = absl::ZeroDuration();
  }
  if (concurrency.has_limit()) rules.limit = concurrency.limit();
  absl::Status status;
  if (concurrency.has_sliding_window()) {
    status.Update(ReadDuration("spec.concurrency.slidingWindow", concurrency.sliding_window(), rules.sliding_window));
  }
  if (delay.has_increase()) {
    status.Update(ReadDuration("spec.transitionDelay.increase", delay.increase(), rules.increase_delay));
  }
  if (delay.has_decrease()) {
    status.Update(ReadDuration("spec.transitionDelay.decrease", delay.decrease(), rules.decrease_delay));
  }
  if (!status.ok()) return status;
  return rules;
}

std::string WhyNeverMoving(const TransitionRules& rules) {
  if (rules.immediate || rules.limit > 0) return "";
  if (!rules.has_concurrency) return "spec.concurrency is absent, so the operator's limit is 0";
  return absl::StrCat("spec.concurrency.limit is ", rules.limit);
}

}  // namespace cpsizer::history
