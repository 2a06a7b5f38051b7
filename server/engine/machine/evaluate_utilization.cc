#include "server/engine/machine/evaluate_utilization.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "cpsizer/limits.h"
#include "server/engine/base/durations.h"
#include "server/engine/base/instant.h"
#include "server/engine/base/text.h"
#include "server/engine/machine/percent_text.h"

namespace cpsizer {
namespace {

// A measurement is stale after this time or after three intervals, whichever is longer.
constexpr int64_t kStaleAfter = 5 * kNanosOfAMinute;
constexpr int64_t kStaleIntervals = 3;
// A full window has at least this many tenths of the possible samples, and at least two samples.
constexpr Nanos kFullTenths = 9;
constexpr Nanos kLeastSamples = 2;
// A relative difference below this value is treated as equality, because it can be a rounding error.
constexpr double kRounding = 1e-9;

// Adds up ratios. Ratios with the same capacity are added as integers, so that the sum is rounded only once for each
// change of the capacity, not for each sample.
class RatioSum {
 public:
  void Add(const UsageSample& sample) {
    if (sample.capacity != capacity_) Flush();
    capacity_ = sample.capacity;
    usage_ += sample.usage;
  }

  double Total() {
    Flush();
    return total_;
  }

 private:
  void Flush() {
    total_ += static_cast<double>(usage_) / static_cast<double>(capacity_);
    usage_ = 0;
  }

  // The sum of many samples does not fit into 64 bits.
  Nanos usage_ = 0;
  int64_t capacity_ = 1;
  double total_ = 0;
};

// The samples of one node in one window. A candidate is a sample that is not in the future.
struct NodeWindow {
  bool has_candidates = false;
  Instant newest = 0;      // end of the newest candidate
  Nanos oldest_start = 0;  // start of the oldest sample in the window
  int used = 0;
  bool full = false;
  double percent = 0;
};

class WindowReader {
 public:
  WindowReader(const MachineInput& input, const MachineTrigger& trigger)
      : now_(input.now),
        window_(trigger.window),
        interval_(input.sample_interval),
        samples_(trigger.type == TriggerType::kCpu ? &NodeSamples::cpu : &NodeSamples::memory),
        required_(RequiredSamples()) {}

  int required() const { return required_; }

  NodeWindow Read(const NodeSamples& node) const {
    NodeWindow window;
    RatioSum sum;
    const UsageSamples& samples = node.*samples_;
    for (auto sample = samples.rbegin(); sample != samples.rend(); ++sample) {
      if (sample->end > now_) continue;
      if (!window.has_candidates) window.newest = sample->end;
      window.has_candidates = true;
      if (sample->end <= now_ - window_) break;
      sum.Add(*sample);
      window.oldest_start = Nanos{sample->end} - std::max(sample->window, interval_);
      ++window.used;
    }
    if (window.used > 0) window.percent = 100 * sum.Total() / window.used;
    window.full = window.used >= required_ && window.oldest_start <= now_ - window_ + interval_ / 2;
    return window;
  }

  bool IsStale(const NodeWindow& window) const {
    return window.has_candidates &&
           now_ - window.newest > std::max<Nanos>(kStaleAfter, Nanos{interval_} * kStaleIntervals);
  }

  // Returns the time until the window can be full.
  int64_t WaitOf(const NodeWindow& window) const {
    if (window.used == 0) return window_;
    return static_cast<int64_t>(std::max<Nanos>(interval_, window.oldest_start + window_ - now_));
  }

 private:
  int RequiredSamples() const {
    const Nanos tenths = Nanos{interval_} * 10;
    const Nanos required = (kFullTenths * window_ + tenths - 1) / tenths;
    return static_cast<int>(std::clamp<Nanos>(required, kLeastSamples, std::numeric_limits<int>::max()));
  }

  const Instant now_;
  const int64_t window_;
  const int64_t interval_;
  UsageSamples NodeSamples::*const samples_;
  const int required_;
};

DegradedCause SourceCause(const v1::RecommendMachineRequest& request) {
  return request.metrics_source() == v1::MACHINE_METRICS_SOURCE_FORBIDDEN ? DegradedCause::kMetricsApiForbidden
                                                                          : DegradedCause::kMetricsApiUnavailable;
}

std::string SourceText(const v1::RecommendMachineRequest& request, absl::string_view node) {
  const bool forbidden = request.metrics_source() == v1::MACHINE_METRICS_SOURCE_FORBIDDEN;
  std::string text = absl::StrCat("node \"", Quoted(node), "\" has no usable samples, and the metrics API ",
                                  forbidden ? "denies access" : "is unavailable");
  if (!request.metrics_error().empty()) {
    absl::StrAppend(&text, ": ", Quoted(request.metrics_error(), kMaxReportedTextBytes));
  }
  return text;
}

bool IsSourceBroken(const v1::RecommendMachineRequest& request) {
  return request.metrics_source() == v1::MACHINE_METRICS_SOURCE_UNAVAILABLE ||
         request.metrics_source() == v1::MACHINE_METRICS_SOURCE_FORBIDDEN;
}

std::string MissingSamplesText(absl::string_view node, const NodeWindow& window, int required) {
  const std::string name = absl::StrCat("node \"", Quoted(node), "\"");
  if (!window.has_candidates) return absl::StrCat(name, " has no usable samples");
  if (window.used < required) return absl::StrCat(name, " has ", window.used, " of ", required, " samples");
  return absl::StrCat("the samples of ", name, " do not reach back to the beginning of the window");
}

// Changes the outcome to an error, unless the outcome already has an error with an equally or more important cause.
void AddError(DegradedCause cause, std::string message, TriggerOutcome& outcome) {
  if (outcome.cause <= cause) return;
  outcome = {v1::MACHINE_TRIGGER_STATE_ERROR, std::move(message), cause};
}

// Adds one node to the outcome of the trigger. An error takes precedence over missing data.
void AddNode(const MachineInput& input, const WindowReader& reader, const NodeSamples& node, const NodeWindow& window,
             TriggerOutcome& outcome) {
  // A long window can be full even if its newest sample is stale.
  if (reader.IsStale(window)) {
    const Nanos age = std::min<Nanos>(input.now - window.newest, INT64_MAX);
    AddError(DegradedCause::kMetricsDisappeared,
             absl::StrCat("the newest sample of node \"", Quoted(node.node), "\" is ",
                          FormatGoDuration(static_cast<int64_t>(age - age % kSecond)), " old"),
             outcome);
  } else if (!window.has_candidates && IsSourceBroken(input.request)) {
    AddError(SourceCause(input.request), SourceText(input.request, node.node), outcome);
  } else if (!window.full && outcome.cause == DegradedCause::kNone) {
    if (outcome.message.empty()) outcome.message = MissingSamplesText(node.node, window, reader.required());
    outcome.state = v1::MACHINE_TRIGGER_STATE_UNKNOWN;
    outcome.wait = std::max(outcome.wait, reader.WaitOf(window));
  }
}

bool IsEqual(double observed, double threshold) {
  return std::abs(observed - threshold) <= kRounding * threshold;
}

std::string Percent(const std::string& number) {
  return absl::StrCat(number, " %");
}

TriggerOutcome Compare(double observed, double threshold, bool down, v1::MachineTriggerResult& result) {
  result.set_observed(PercentText(observed));
  const bool is_met = !IsEqual(observed, threshold) && (down ? observed < threshold : observed > threshold);
  const std::string text = PercentTextForLimit(observed, threshold, down, is_met);
  return {StateOf(is_met), ComparisonText(Percent(text), Percent(result.threshold()), down, is_met)};
}

}  // namespace

TriggerOutcome EvaluateUtilization(const MachineInput& input, const MachineTrigger& trigger, bool down,
                                   v1::MachineTriggerResult& result) {
  if (input.nodes.empty()) {
    return {v1::MACHINE_TRIGGER_STATE_UNKNOWN, "there are no control plane nodes"};
  }
  const WindowReader reader(input, trigger);
  TriggerOutcome outcome;
  double sum = 0;
  for (const NodeSamples& node : input.nodes) {
    const NodeWindow window = reader.Read(node);
    v1::MachineNodeUtilization& contribution = *result.add_nodes();
    contribution.set_node(std::string(node.node));
    if (window.used > 0) contribution.set_utilization(PercentText(window.percent));
    contribution.set_samples_used(window.used);
    contribution.set_samples_required(reader.required());
    contribution.set_full(window.full);
    sum += window.percent;
    AddNode(input, reader, node, window, outcome);
  }
  if (outcome.state != v1::MACHINE_TRIGGER_STATE_UNSPECIFIED) return outcome;
  const double threshold = static_cast<double>(trigger.percent) / kNanosPerUnit;
  return Compare(sum / static_cast<double>(input.nodes.size()), threshold, down, result);
}

}  // namespace cpsizer
