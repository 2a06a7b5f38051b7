#include "client/objects/node_samples.h"

#include <algorithm>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "client/objects/read_list.h"
#include "cpsizer/rules.h"

namespace cpsizer::objects {
namespace {

using Amounts = google::protobuf::Map<std::string, std::string>;

constexpr absl::string_view kCpu = "cpu";
constexpr absl::string_view kMemory = "memory";

// Returns an error with the same words as an error of the service. `text` is the value, or empty if there is no value.
absl::Status Refuse(Rule rule, absl::string_view field, absl::string_view text, absl::string_view why) {
  const std::string value = text.empty() ? "" : absl::StrCat("\"", ShownValue(text), "\" ");
  const RuleInfo& info = Info(rule);
  return absl::InvalidArgumentError(absl::StrCat(field, ": ", value, why, ". ", info.remedy, " (", info.id, ")"));
}

// Reads the amount of a resource, in the units of MachineUsageSamples. The resource may be absent.
absl::Status ReadAmount(const Amounts& amounts, absl::string_view resource, absl::string_view field,
                        absl::optional<int64_t>& amount) {
  const auto found = amounts.find(std::string(resource));
  if (found == amounts.end()) return absl::OkStatus();
  const std::string path = absl::StrCat(field, "[", resource, "]");
  const std::string& text = found->second;
  Quantity quantity;
  const QuantityError error = ParseQuantity(text, quantity);
  if (error == QuantityError::kOutOfRange) return Refuse(Rule::kQuantityOutOfRange, path, text, Describe(error));
  if (error != QuantityError::kNone) return Refuse(Rule::kQuantityMalformed, path, text, Describe(error));
  if (quantity.nanos < 0) return Refuse(Rule::kValueNegative, path, text, "is negative");
  amount = resource == kCpu ? CpuAmount(quantity.nanos) : MemoryAmount(quantity.nanos);
  if (amount.has_value()) return absl::OkStatus();
  return Refuse(Rule::kQuantityOutOfRange, path, text, absl::StrCat("is ", kTooManyCpus));
}

absl::Status ReadTimes(const FoundNodeMetrics& found, UsageSample& sample) {
  constexpr char kNoText[] = "it is missing, empty or not text";
  if (found.timestamp.empty()) return Refuse(Rule::kFieldRequired, "timestamp", "", kNoText);
  absl::Time time;
  if (!absl::ParseTime(absl::RFC3339_full, found.timestamp, &time, nullptr) || time < absl::FromUnixNanos(INT64_MIN) ||
      time > absl::FromUnixNanos(INT64_MAX)) {
    return Refuse(Rule::kTimeMalformed, "timestamp", found.timestamp, "is not a time from 1678 to 2261");
  }
  if (found.window.empty()) return Refuse(Rule::kFieldRequired, "window", "", kNoText);
  absl::Duration window;
  if (!absl::ParseDuration(found.window, &window) || window < absl::ZeroDuration() ||
      window > absl::Nanoseconds(INT64_MAX)) {
    return Refuse(Rule::kDurationMalformed, "window", found.window, "is not a duration from 0 to 292 years");
  }
  sample.end_unix_nanos = absl::ToUnixNanos(time);
  sample.window_nanos = absl::ToInt64Nanoseconds(window);
  return absl::OkStatus();
}

}  // namespace

absl::optional<int64_t> CpuAmount(Nanos nanos) {
  if (nanos > INT64_MAX) return absl::nullopt;
  return static_cast<int64_t>(nanos);
}

int64_t MemoryAmount(Nanos nanos) {
  return static_cast<int64_t>((nanos + kNanosPerUnit - 1) / kNanosPerUnit);
}

absl::Status ReadNodeCapacity(const v1::Node& node, NodeCapacity& capacity) {
  absl::optional<int64_t> cpu, memory;
  absl::Status status = ReadAmount(node.status().capacity(), kCpu, "status.capacity", cpu);
  status.Update(ReadAmount(node.status().capacity(), kMemory, "status.capacity", memory));
  capacity = {cpu.value_or(0), memory.value_or(0)};
  return status;
}

int SampleCount(const v1::MachineUsageSamples& samples) {
  return std::min(
      {samples.end_unix_nanos_size(), samples.window_nanos_size(), samples.usages_size(), samples.capacities_size()});
}

void AddSample(const UsageSample& sample, v1::MachineUsageSamples& samples) {
  samples.add_end_unix_nanos(sample.end_unix_nanos);
  samples.add_window_nanos(sample.window_nanos);
  samples.add_usages(sample.usage);
  samples.add_capacities(sample.capacity);
}

absl::Status AddNodeMetrics(const FoundNodeMetrics& found, const NodeCapacity& capacity,
                            v1::MachineNodeSamples& samples) {
  UsageSample sample;
  absl::optional<int64_t> cpu, memory;
  absl::Status status = ReadTimes(found, sample);
  status.Update(ReadAmount(found.metrics.usage(), kCpu, "usage", cpu));
  status.Update(ReadAmount(found.metrics.usage(), kMemory, "usage", memory));
  if (!status.ok()) return status;
  if (cpu.has_value() && capacity.cpu > 0) {
    sample.usage = *cpu;
    sample.capacity = capacity.cpu;
    AddSample(sample, *samples.mutable_cpu());
  }
  if (memory.has_value() && capacity.memory > 0) {
    sample.usage = *memory;
    sample.capacity = capacity.memory;
    AddSample(sample, *samples.mutable_memory());
  }
  return absl::OkStatus();
}

}  // namespace cpsizer::objects
