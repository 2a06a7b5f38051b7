#include "server/engine/replicas/replica_history.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "server/engine/replicas/arithmetic.h"
#include "server/engine/replicas/read_values.h"

namespace cpsizer {
namespace {

using ScaleEventMessages = google::protobuf::RepeatedPtrField<v1::ReplicasScaleEvent>;

std::string PathOf(absl::string_view list, int index, absl::string_view field) {
  return absl::StrCat("history.", list, "[", index, "].", field);
}

std::vector<ScaleEvent> ReadEvents(const ScaleEventMessages& messages, absl::string_view list, Findings& findings) {
  std::vector<ScaleEvent> events;
  events.reserve(static_cast<size_t>(messages.size()));
  for (int i = 0; i < messages.size(); ++i) {
    CheckNotNegative(
        messages[i].change(), [&] { return PathOf(list, i, "change"); }, findings);
    const Instant time = ReadInstant(
        messages[i].time(), [&] { return PathOf(list, i, "time"); }, findings);
    events.push_back({messages[i].change(), time, messages[i].outdated()});
  }
  return events;
}

// Replaces the last entry for which `may_go` returns true; appends an entry if `may_go` returns false for all entries.
template <typename Entry, typename MayGo>
void Put(const Entry& entry, const MayGo& may_go, std::vector<Entry>& entries) {
  const auto last = std::find_if(entries.rbegin(), entries.rend(), may_go);
  if (last == entries.rend()) {
    entries.push_back(entry);
  } else {
    *last = entry;
  }
}

void WriteEvents(const std::vector<ScaleEvent>& events, ScaleEventMessages& messages) {
  for (const ScaleEvent& event : events) {
    v1::ReplicasScaleEvent& message = *messages.Add();
    message.set_change(event.change);
    message.set_time(FormatInstant(event.time));
    message.set_outdated(event.outdated);
  }
}

}  // namespace

ReplicaHistory ReadHistory(const v1::RecommendReplicasRequest& request, int32_t current, Instant now,
                           Findings& findings) {
  ReplicaHistory history;
  if (!request.has_history()) {
    history.recommendations.push_back({current, now});
    return history;
  }
  const auto& messages = request.history().recommendations();
  for (int i = 0; i < messages.size(); ++i) {
    const Instant time = ReadInstant(
        messages[i].time(), [&] { return PathOf("recommendations", i, "time"); }, findings);
    history.recommendations.push_back({messages[i].replicas(), time});
  }
  history.up = ReadEvents(request.history().scale_up_events(), "scaleUpEvents", findings);
  history.down = ReadEvents(request.history().scale_down_events(), "scaleDownEvents", findings);
  return history;
}

void RecordRecommendation(Recommendation recommendation, absl::FunctionRef<bool(const Recommendation&)> is_old,
                          std::vector<Recommendation>& recommendations) {
  Put(recommendation, is_old, recommendations);
}

void RecordScaleEvent(const ScalingBehavior& behavior, int32_t current, int32_t desired, Instant now,
                      ReplicaHistory& history) {
  const bool up = desired > current;
  std::vector<ScaleEvent>& events = up ? history.up : history.down;
  const Instant cutoff = now - (up ? behavior.up : behavior.down).LongestPeriod();
  for (ScaleEvent& event : events) event.outdated |= event.time < cutoff;
  const int32_t change = up ? WrapSubtract(desired, current) : WrapSubtract(current, desired);
  Put(
      ScaleEvent{change, now, false}, [](const ScaleEvent& event) { return event.outdated; }, events);
}

void RecordObservedRescales(const v1::RecommendReplicasRequest& request,
                            const absl::optional<ScalingBehavior>& behavior, ReplicaHistory& history,
                            Findings& findings) {
  for (int i = 0; i < request.observed_rescales_size(); ++i) {
    const v1::ReplicasRescale& rescale = request.observed_rescales(i);
    const auto path = [i](absl::string_view field) { return absl::StrCat("observedRescales[", i, "].", field); };
    CheckNotNegative(
        rescale.from_replicas(), [&] { return path("fromReplicas"); }, findings);
    CheckNotNegative(
        rescale.to_replicas(), [&] { return path("toReplicas"); }, findings);
    const Instant time = ReadRequiredInstant(
        rescale.time(), [&] { return path("time"); }, findings);
    if (!behavior.has_value() || rescale.from_replicas() == rescale.to_replicas()) continue;
    RecordScaleEvent(*behavior, rescale.from_replicas(), rescale.to_replicas(), time, history);
  }
}

void WriteHistory(const ReplicaHistory& history, v1::ReplicasHistory& message) {
  for (const Recommendation& recommendation : history.recommendations) {
    v1::ReplicasRecommendation& entry = *message.add_recommendations();
    entry.set_replicas(recommendation.replicas);
    entry.set_time(FormatInstant(recommendation.time));
  }
  WriteEvents(history.up, *message.mutable_scale_up_events());
  WriteEvents(history.down, *message.mutable_scale_down_events());
}

}  // namespace cpsizer
