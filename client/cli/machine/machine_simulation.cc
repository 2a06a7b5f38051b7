#include "client/cli/machine/machine_simulation.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "client/cli/machine/query_values.h"
#include "client/objects/escape.h"
#include "client/objects/node_samples.h"
#include "cpsizer/limits.h"
#include "cpsizer/quantity.h"

namespace cpsizer::cli {
namespace {

std::string ClockText(absl::Time time) {
  return absl::FormatTime(absl::RFC3339_full, time, absl::UTCTimeZone());
}

// Sets the usage and the capacity of a sample from a value of a column. `nodes` is the number of nodes. `capacity` may
// be null if the value is a percentage, because a percentage is already the ratio of usage and capacity.
void SetUse(const MachineColumn& column, const SeriesValue& value, const objects::NodeCapacity* capacity, Nanos nodes,
            objects::UsageSample& sample) {
  const Nanos nanos = column.total ? value.nanos / nodes : value.nanos;
  if (value.percent) {
    sample.usage = static_cast<int64_t>(nanos);
    sample.capacity = int64_t{100} * kNanosPerUnit;
  } else if (column.role == MachineColumnRole::kCpu) {
    sample.usage = *objects::CpuAmount(nanos);
    sample.capacity = capacity->cpu;
  } else {
    sample.usage = objects::MemoryAmount(nanos);
    sample.capacity = capacity->memory;
  }
}

}  // namespace

MachineSimulation::MachineSimulation(const MachineSeries& series, const SizeCapacities& capacities,
                                     const v1::RecommendMachineRequest& base_request, absl::Duration sample_interval,
                                     SimulatedMachines machines, BlockingService& client)
    : series_(series),
      has_amounts_(series.HasAmounts()),
      capacities_(capacities),
      base_request_(base_request),
      interval_(sample_interval),
      machines_(std::move(machines)),
      client_(client),
      next_sample_(series.rows.front().time),
      next_decision_(next_sample_) {}

std::string MachineSimulation::Prepare() {
  if (std::string why = WhyNotMeasurable(); !why.empty()) return why;
  if (decisions_.empty()) {
    if (std::string why = WhyTooManySamples(); !why.empty()) return why;
  }
  if (decisions_.size() == kMaxSimulatedDecisions) {
    return absl::StrCat(objects::Escape(series_.file), ": there are more than ", kMaxSimulatedDecisions,
                        " decisions before its end, the limit of a simulation; shorten the series, or make "
                        "spec.syncPeriod of the autoscaler longer");
  }
  for (; next_sample_ <= next_decision_; next_sample_ += interval_) {
    machines_.AdvanceTo(next_sample_);
    EnterRowAt(next_sample_);
    SampleNodes(next_sample_);
    int64_t cpu_samples = 0, memory_samples = 0;
    for (const SimulatedNode& node : machines_.nodes()) {
      cpu_samples += objects::SampleCount(node.samples.cpu());
      memory_samples += objects::SampleCount(node.samples.memory());
    }
    if (std::max(cpu_samples, memory_samples) <= kMaxMachineSamples) continue;
    return absl::StrCat("--sample-interval: a decision would need more than the ", kMaxMachineSamples,
                        " samples of a resource that a request can have; make it longer than ",
                        absl::FormatDuration(interval_),
                        ", or shorten the windows of the triggers and spec.syncPeriod of the autoscaler");
  }
  machines_.AdvanceTo(next_decision_);
  EnterRowAt(next_decision_);
  return "";
}

std::string MachineSimulation::WhyNotMeasurable() const {
  const v1::MachineLadderSize& size = machines_.size();
  if (!has_amounts_ || capacities_.Of(size) != nullptr) return "";
  const std::string name = objects::Escape(size.name());
  return absl::StrCat("--capacity: the series has amounts, and the capacity of ", name,
                      " is not known; give it, such as --capacity ", name, "=4,16Gi, or write percentages");
}

std::string MachineSimulation::WhyTooManySamples() const {
  const absl::Duration span = series_.rows.back().time - series_.rows.front().time;
  absl::Duration rest;
  // Each node has one sample more than `intervals`.
  const int64_t intervals = absl::IDivDuration(span, interval_, &rest);
  const auto nodes = static_cast<int64_t>(machines_.nodes().size());
  if (intervals < kMaxSimulatedSamples / nodes) return "";
  return absl::StrCat("--sample-interval: with ", absl::FormatDuration(interval_), " the ", nodes,
                      " nodes have more than ", kMaxSimulatedSamples,
                      " samples over the series, the limit of a simulation; make it longer, or shorten the "
                      "series");
}

void MachineSimulation::EnterRowAt(absl::Time time) {
  while (row_ + 1 < series_.rows.size() && series_.rows[row_ + 1].time <= time) ++row_;
}

void MachineSimulation::SampleNodes(absl::Time time) {
  objects::UsageSample sample;
  sample.end_unix_nanos = absl::ToUnixNanos(time);
  for (SimulatedNode& node : machines_.nodes()) {
    // A node that starts at this time has no usage yet.
    if (node.since >= time) continue;
    const auto nodes = static_cast<Nanos>(machines_.nodes().size());
    for (size_t i = 0; i < series_.columns.size(); ++i) {
      const MachineColumn& column = series_.columns[i];
      if (column.role == MachineColumnRole::kQuery || series_.rows[row_].values[i].text.empty()) continue;
      SetUse(column, series_.rows[row_].values[i], capacities_.Of(node.size), nodes, sample);
      const bool is_cpu = column.role == MachineColumnRole::kCpu;
      objects::AddSample(sample, is_cpu ? *node.samples.mutable_cpu() : *node.samples.mutable_memory());
    }
  }
}

v1::RecommendMachineRequest MachineSimulation::MakeRequest() {
  v1::RecommendMachineRequest request = base_request_;
  request.set_now(ClockText(next_decision_));
  *request.mutable_control_plane_machine_set() = machines_.machine_set();
  v1::ControlPlaneMachineSetAutoscalerStatus& status =
      *request.mutable_control_plane_machine_set_autoscaler()->mutable_status();
  status.Clear();
  status.set_last_scale_up_time(last_scale_up_time_);
  status.set_last_scale_down_time(last_scale_down_time_);
  for (SimulatedNode& node : machines_.nodes()) {
    request.add_nodes(node.samples.node());
    // The samples are moved, because Take() moves them back from the response.
    v1::MachineNodeSamples& samples = *request.add_samples();
    samples = std::move(node.samples);
    node.samples.set_node(samples.node());
  }
  for (size_t i = 0; i < series_.columns.size(); ++i) {
    if (series_.columns[i].role != MachineColumnRole::kQuery) continue;
    v1::MachineQueryReading& reading = *request.add_readings();
    reading = series_.columns[i].trigger;
    SetQueryResult(series_.rows[row_].values[i].text, reading);
  }
  return request;
}

absl::Status MachineSimulation::Decide() {
  absl::StatusOr<v1::RecommendMachineResponse> response = client_.Call(&SizingService::RecommendMachine, MakeRequest());
  return response.ok() ? Take(*std::move(response)) : response.status();
}

absl::Status MachineSimulation::Take(v1::RecommendMachineResponse response) {
  absl::Duration wait;
  if (!absl::ParseDuration(response.requeue_after(), &wait) || wait <= absl::ZeroDuration()) {
    return absl::InternalError(absl::StrCat("requeueAfter of the response is \"", response.requeue_after(),
                                            "\", which is not a duration above 0"));
  }
  for (v1::MachineNodeSamples& kept : *response.mutable_samples()) {
    for (SimulatedNode& node : machines_.nodes()) {
      if (node.samples.node() == kept.node()) node.samples.Swap(&kept);
    }
  }
  last_scale_up_time_ = response.last_scale_up_time();
  last_scale_down_time_ = response.last_scale_down_time();
  Record(response);
  const absl::Time now = next_decision_;
  next_decision_ = now + wait;
  return response.has_target() ? machines_.Resize(response.patch(), response.target(), now) : absl::OkStatus();
}

void MachineSimulation::Record(const v1::RecommendMachineResponse& response) {
  MachineDecision& decision = decisions_.emplace_back();
  const TimeForm form = series_.rows.front().form;
  decision.at = next_decision_;
  decision.time = FormatSeriesTime({next_decision_, form});
  decision.row = row_;
  decision.size = machines_.size();
  decision.machines = machines_.machine_set().spec().replicas();
  decision.updated = machines_.machine_set().status().updated_replicas();
  decision.outcome = response.outcome();
  decision.reason = response.reason();
  if (response.has_target()) decision.target = response.target();
  for (const v1::MachineDirectionResult& direction : response.directions()) {
    decision.wants_larger = decision.wants_larger || (direction.direction() == v1::MACHINE_DIRECTION_UP &&
                                                      direction.state() == v1::MACHINE_DIRECTION_STATE_MET);
  }
  decision.triggers = response.triggers();
  for (v1::MachineTriggerResult& trigger : decision.triggers) trigger.clear_nodes();
  decision.summary = response.summary();
  // If the times of the series are relative to its start, the summary must not contain a date.
  absl::Time cooldown_end;
  std::string error;
  if (form != TimeForm::kClock &&
      absl::ParseTime(absl::RFC3339_full, response.cooldown_until(), &cooldown_end, &error)) {
    absl::StrReplaceAll({{response.cooldown_until(), FormatSeriesTime({cooldown_end, form})}}, &decision.summary);
  }
}

}  // namespace cpsizer::cli
