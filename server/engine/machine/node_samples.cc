#include "server/engine/machine/node_samples.h"

#include <algorithm>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/str_cat.h"
#include "server/engine/base/read_quantity.h"
#include "server/engine/base/text.h"
#include "server/engine/machine/percent_text.h"
#include "server/engine/machine/question_values.h"

namespace cpsizer {
namespace {

// The value of a field in the sample before. A capacity and a window seldom change from one sample to the next, and are
// parsed only when they do.
template <typename Value>
class LastValue {
 public:
  // The value of `text`: 0 if it is empty, the last one, or what `read()` returns. After an error each text is read,
  // and each error found.
  template <typename Read>
  Value Get(absl::string_view text, const Read& read, const Findings& findings) {
    if (text.empty()) return 0;
    if (text == text_) return value_;
    const Value value = read();
    if (findings.has_errors()) return value;
    text_ = text;
    return value_ = value;
  }

 private:
  absl::string_view text_;
  Value value_ = 0;
};

// Reads the samples of one entry of the request.
class SampleReader {
 public:
  // Both must outlive this. `list` is the path of the samples.
  SampleReader(absl::string_view list, Findings& findings) : list_(list), findings_(findings) {}

  void Read(const v1::MachineSample& message, int index, UsageSample& sample) {
    index_ = index;
    sample.message = &message;
    sample.end = ReadRequiredInstant(message.timestamp(), PathOf("timestamp"), findings_);
    const auto read_window = [&] { return ReadSpan(message.window(), PathOf("window"), 0, findings_); };
    sample.window = window_.Get(message.window(), read_window, findings_);
    sample.cpu = ReadUse(message.cpu_usage(), "cpuUsage", message.cpu_capacity(), "cpuCapacity", cpu_capacity_);
    sample.memory =
        ReadUse(message.memory_usage(), "memoryUsage", message.memory_capacity(), "memoryCapacity", memory_capacity_);
  }

 private:
  FieldPath PathOf(absl::string_view field) const { return {list_, index_, field}; }

  ResourceUse ReadUse(absl::string_view usage, absl::string_view usage_field, absl::string_view capacity,
                      absl::string_view capacity_field, LastValue<Nanos>& last_capacity) {
    ResourceUse use;
    if (!usage.empty()) use.usage = ReadAmount(usage, usage_field);
    const auto read_capacity = [&] { return ReadAmount(capacity, capacity_field); };
    use.capacity = last_capacity.Get(capacity, read_capacity, findings_);
    use.counts = !usage.empty() && use.capacity > 0;
    return use;
  }

  Nanos ReadAmount(absl::string_view text, absl::string_view field) {
    const absl::optional<Quantity> amount =
        ReadQuantityFrom(0, text, PathOf(field), Rule::kValueNegative, "is negative", findings_);
    return amount.has_value() ? amount->nanos : 0;
  }

  const absl::string_view list_;
  Findings& findings_;
  int index_ = 0;
  LastValue<int64_t> window_;
  LastValue<Nanos> cpu_capacity_;
  LastValue<Nanos> memory_capacity_;
};

// Sorts by end. Callers usually send samples in order already.
void SortByEnd(std::vector<UsageSample>& samples) {
  const auto earlier = [](const UsageSample& a, const UsageSample& b) { return a.end < b.end; };
  if (std::is_sorted(samples.begin(), samples.end(), earlier)) return;
  std::stable_sort(samples.begin(), samples.end(), earlier);
}

// For each end and resource lets only the first sample count that does, and drops those that then say nothing.
void DropRepeats(std::vector<UsageSample>& samples) {
  size_t kept = 0;
  bool has_cpu = false, has_memory = false;
  for (UsageSample& sample : samples) {
    const bool repeats = kept > 0 && samples[kept - 1].end == sample.end;
    if (!repeats) has_cpu = has_memory = false;
    sample.cpu.counts = sample.cpu.counts && !has_cpu;
    sample.memory.counts = sample.memory.counts && !has_memory;
    has_cpu = has_cpu || sample.cpu.counts;
    has_memory = has_memory || sample.memory.counts;
    if (repeats && !sample.cpu.counts && !sample.memory.counts) continue;
    if (&samples[kept] != &sample) samples[kept] = sample;
    ++kept;
  }
  samples.resize(kept);
}

void SetArithmetic(const ResourceUse& use, absl::string_view usage, absl::string_view capacity, std::string* text) {
  absl::StrAppend(text, "100 x ", usage, " / ", capacity, " = ", PercentText(use.usage, use.capacity));
}

void KeepSample(const UsageSample& sample, bool brief, SampleTransfer transfer, v1::MachineSample& kept) {
  if (transfer == SampleTransfer::kMove) {
    // The request is not constant, as kMove requires.
    kept.Swap(const_cast<v1::MachineSample*>(sample.message));
  } else {
    kept = *sample.message;
  }
  kept.clear_cpu_arithmetic();
  kept.clear_memory_arithmetic();
  if (brief) return;
  if (sample.cpu.counts) {
    SetArithmetic(sample.cpu, kept.cpu_usage(), kept.cpu_capacity(), kept.mutable_cpu_arithmetic());
  }
  if (sample.memory.counts) {
    SetArithmetic(sample.memory, kept.memory_usage(), kept.memory_capacity(), kept.mutable_memory_arithmetic());
  }
}

// The newest sample of a node that counts; null where there is none.
const UsageSample* Newest(const NodeSamples& node, ResourceUse UsageSample::*use, Instant now) {
  const auto counts = [&](const UsageSample& sample) { return sample.end <= now && (sample.*use).counts; };
  const auto newest = std::find_if(node.samples.rbegin(), node.samples.rend(), counts);
  return newest == node.samples.rend() ? nullptr : &*newest;
}

}  // namespace

std::vector<NodeSamples> ReadNodeSamples(const v1::RecommendMachineRequest& request, Findings& findings) {
  std::vector<NodeSamples> nodes;
  absl::flat_hash_map<absl::string_view, size_t> places;
  for (const std::string& node : request.nodes()) {
    if (places.try_emplace(node, nodes.size()).second) nodes.push_back({node, {}});
  }
  for (int i = 0; i < request.samples_size(); ++i) {
    const v1::MachineNodeSamples& entry = request.samples(i);
    const auto place = places.find(entry.node());
    if (place == places.end()) continue;
    const std::string list = absl::StrCat("samples[", i, "].samples");
    SampleReader reader(list, findings);
    std::vector<UsageSample>& samples = nodes[place->second].samples;
    samples.reserve(samples.size() + static_cast<size_t>(entry.samples_size()));
    for (int k = 0; k < entry.samples_size(); ++k) reader.Read(entry.samples(k), k, samples.emplace_back());
  }
  for (NodeSamples& node : nodes) {
    SortByEnd(node.samples);
    DropRepeats(node.samples);
  }
  return nodes;
}

void KeepSamples(const std::vector<NodeSamples>& nodes, Instant oldest, Instant now, bool brief,
                 SampleTransfer transfer, v1::RecommendMachineResponse& response) {
  for (const NodeSamples& node : nodes) {
    const UsageSample* const newest_cpu = Newest(node, &UsageSample::cpu, now);
    const UsageSample* const newest_memory = Newest(node, &UsageSample::memory, now);
    v1::MachineNodeSamples* kept = nullptr;
    for (const UsageSample& sample : node.samples) {
      if (sample.end <= oldest && &sample != newest_cpu && &sample != newest_memory) continue;
      if (kept == nullptr) {
        kept = response.add_samples();
        kept->set_node(std::string(node.node));
      }
      KeepSample(sample, brief, transfer, *kept->add_samples());
    }
  }
}

}  // namespace cpsizer
