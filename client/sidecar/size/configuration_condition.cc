#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "client/sidecar/control/slow_retry.h"
#include "client/sidecar/size/configuration_validator.h"
#include "client/sidecar/size/plan_condition.h"
#include "client/sidecar/size/size_requests.h"

namespace cpsizer::sidecar {
namespace {

// Returns the shortest delay before the condition is written again after a failed write. A conflict means that another
// manager owns the condition and that the watch has not yet reported the new owner. If `has_changed` is true, a
// conflict or a refusal does not delay the write, because the error applies to an earlier version of the configuration.
absl::Duration LeastConditionDelay(const WriteResponse& response, bool has_changed, double random) {
  const bool conflicts = response.result == WriteResult::kConflict;
  if (has_changed && (conflicts || response.result == WriteResult::kRefused)) return absl::ZeroDuration();
  return conflicts ? SlowRetryDelay(random) : LeastRetryDelay(response.status, random);
}

std::string InvalidNote(const Configuration& configuration, absl::string_view problem, ConfigurationState state) {
  return absl::StrCat(problem,
                      CanDecide(state) ? "; sizes are still decided, because no decision reads these fields"
                                       : "; all sizes stay as they are",
                      IsForeign(configuration) ? ", and another controller owns the condition" : "");
}

}  // namespace

// The condition and the events of the configuration.

void ConfigurationValidator::RecordProblem() {
  const bool has_problem = state_ != ConfigurationState::kUnknown && state_ != ConfigurationState::kValid;
  const Configuration* configuration = dependencies_.cache.configuration();
  if (!has_problem || recorded_ || configuration == nullptr) return;
  recorded_ = Warn("SizingConfigurationInvalid", InvalidNote(*configuration, problem_, state_));
}

bool ConfigurationValidator::Warn(absl::string_view reason, std::string note) {
  if (!options_.enforce || !dependencies_.may_write()) return false;
  const Configuration& configuration = *dependencies_.cache.configuration();
  kube::Event event;
  event.warning = true;
  event.reason = std::string(reason);
  event.action = "Validate";
  event.note = std::move(note);
  event.api_version = configuration.config.api_version();
  event.kind = configuration.config.kind();
  event.name = configuration.config.metadata().name();
  event.uid = configuration.uid;
  dependencies_.record(event);
  return true;
}

void ConfigurationValidator::UpdateCondition() {
  const Configuration* configuration = dependencies_.cache.configuration();
  if (configuration == nullptr || verdict_.type().empty() || !options_.enforce || !writes_.ended()) return;
  // The cache does not have the result of the last write yet. Its event starts the next one.
  if (configuration->resource_version == written_version_) return;
  // One write at a time; the event of the first one plans the second one.
  absl::optional<v1::Condition> condition =
      PlanFieldsCondition(*configuration, lost_fields(), dependencies_.wall_time());
  if (!condition.has_value()) condition = PlanCondition(*configuration, verdict_, dependencies_.wall_time());
  if (!condition.has_value() || !dependencies_.may_write()) return;
  const std::string version = configuration->resource_version;
  writes_.Send(
      WriteCondition(*configuration, *condition),
      [this, version] {
        const Configuration* now = dependencies_.cache.configuration();
        return now != nullptr && now->resource_version == version;
      },
      [this, version](const WriteResponse& response) { ConditionWritten(version, response); });
}

void ConfigurationValidator::ConditionWritten(const std::string& version, const WriteResponse& response) {
  // While a write is in flight, a change of the configuration does not start another write.
  const Configuration* current = dependencies_.cache.configuration();
  const bool has_changed = current != nullptr && current->resource_version != version;
  // The write was dropped because the cache has a newer configuration.
  if (response.result == WriteResult::kStale) return Update();
  if (response.result == WriteResult::kDone) {
    ++dependencies_.counters.writes[kConditionWrites];
    written_version_ = version;
    write_backoff_ = kube::Backoff(kRetryBackoff);
    logged_write_failure_ = false;
    if (has_changed) UpdateCondition();
    return;
  }
  ++dependencies_.counters.write_failures;
  const absl::Time now = dependencies_.loop.now();
  const absl::Duration wait = std::max(write_backoff_.Next(now, dependencies_.loop.random()),
                                       LeastConditionDelay(response, has_changed, dependencies_.loop.random()));
  dependencies_.log(!std::exchange(logged_write_failure_, true) ? LogLevel::kWarn : LogLevel::kDebug,
                    "failed to write the condition of the configuration",
                    {{"error", std::string(response.status.message())},
                     {"retryIn", absl::FormatDuration(absl::Ceil(wait, absl::Milliseconds(1)))}});
  dependencies_.loop.timers().Cancel(write_retry_);
  write_retry_ = dependencies_.loop.timers().At(now + wait, [this] { UpdateCondition(); });
}

}  // namespace cpsizer::sidecar
