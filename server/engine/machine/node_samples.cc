#include "server/engine/machine/node_samples.h"

#include <algorithm>
#include <string>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/str_cat.h"
#include "server/engine/base/text.h"

namespace cpsizer {
namespace {

struct NamedColumn {
  const google::protobuf::RepeatedField<int64_t>& values;
  const char* name;
};

// Reads the samples of one resource from one entry of the request.
class SampleReader {
 public:
  // All arguments must outlive this object. `path` is the path of `message`.
  SampleReader(const v1::MachineUsageSamples& message, absl::string_view path, Findings& findings)
      : message_(message), path_(path), findings_(findings) {}

  // Adds the samples whose capacity is above 0 to `samples`.
  void Read(UsageSamples& samples) {
    const NamedColumn columns[] = {
        {message_.window_nanos(), "windowNanos"}, {message_.usages(), "usages"}, {message_.capacities(), "capacities"}};
    bool same_length = true;
    for (const NamedColumn& column : columns) same_length = CheckLength(column) && same_length;
    if (!same_length) return;
    for (const NamedColumn& column : columns) CheckSigns(column);
    samples.reserve(samples.size() + static_cast<size_t>(message_.end_unix_nanos_size()));
    for (int i = 0; i < message_.end_unix_nanos_size(); ++i) {
      if (message_.capacities(i) <= 0) continue;
      samples.push_back(
          {message_.end_unix_nanos(i), message_.window_nanos(i), message_.usages(i), message_.capacities(i)});
    }
  }

 private:
  bool CheckLength(const NamedColumn& column) {
    const int size = column.values.size();
    if (size == message_.end_unix_nanos_size()) return true;
    findings_.Add(
        Rule::kColumnLengthMismatch, absl::StrCat(path_, ".", column.name), absl::StrCat(size),
        absl::StrCat("there are ", size, " values, and ", message_.end_unix_nanos_size(), " of endUnixNanos"));
    return false;
  }

  void CheckSigns(const NamedColumn& column) {
    for (int i = 0; i < column.values.size(); ++i) {
      const int64_t value = column.values.Get(i);
      if (value >= 0) continue;
      findings_.Add(Rule::kValueNegative, absl::StrCat(path_, ".", Indexed(column.name, i)), absl::StrCat(value),
                    absl::StrCat(value, " is negative"));
    }
  }

  const v1::MachineUsageSamples& message_;
  const absl::string_view path_;
  Findings& findings_;
};

// Sorts the samples. If several samples have the same end, only the first sample is kept. Callers usually send sorted
// samples.
void SortByEnd(UsageSamples& samples) {
  const auto earlier = [](const UsageSample& a, const UsageSample& b) { return a.end < b.end; };
  const auto same = [](const UsageSample& a, const UsageSample& b) { return a.end == b.end; };
  if (!std::is_sorted(samples.begin(), samples.end(), earlier)) {
    std::stable_sort(samples.begin(), samples.end(), earlier);
  }
  samples.erase(std::unique(samples.begin(), samples.end(), same), samples.end());
}

// Returns the first sample to keep.
UsageSamples::const_iterator FirstToKeep(const UsageSamples& samples, Instant oldest, Instant now) {
  const auto recent =
      std::find_if(samples.begin(), samples.end(), [&](const UsageSample& sample) { return sample.end > oldest; });
  const bool has_newest = recent != samples.end() && recent->end <= now;
  return has_newest || recent == samples.begin() ? recent : recent - 1;
}

void WriteSamples(UsageSamples::const_iterator begin, UsageSamples::const_iterator end, bool brief,
                  v1::MachineUsageSamples& message) {
  const auto count = static_cast<int>(end - begin);
  message.mutable_end_unix_nanos()->Reserve(count);
  message.mutable_window_nanos()->Reserve(count);
  message.mutable_usages()->Reserve(count);
  message.mutable_capacities()->Reserve(count);
  if (!brief) message.mutable_utilizations()->Reserve(count);
  for (auto sample = begin; sample != end; ++sample) {
    message.add_end_unix_nanos(sample->end);
    message.add_window_nanos(sample->window);
    message.add_usages(sample->usage);
    message.add_capacities(sample->capacity);
    if (brief) continue;
    message.add_utilizations(100 * static_cast<double>(sample->usage) / static_cast<double>(sample->capacity));
  }
}

}  // namespace

std::vector<NodeSamples> ReadNodeSamples(const v1::RecommendMachineRequest& request, Findings& findings) {
  std::vector<NodeSamples> nodes;
  absl::flat_hash_map<absl::string_view, size_t> places;
  for (const std::string& node : request.nodes()) {
    if (places.try_emplace(node, nodes.size()).second) nodes.push_back({node, {}, {}});
  }
  for (int i = 0; i < request.samples_size(); ++i) {
    const v1::MachineNodeSamples& entry = request.samples(i);
    const auto place = places.find(entry.node());
    if (place == places.end()) continue;
    NodeSamples& node = nodes[place->second];
    const std::string path = Indexed("samples", i);
    SampleReader(entry.cpu(), absl::StrCat(path, ".cpu"), findings).Read(node.cpu);
    SampleReader(entry.memory(), absl::StrCat(path, ".memory"), findings).Read(node.memory);
  }
  for (NodeSamples& node : nodes) {
    SortByEnd(node.cpu);
    SortByEnd(node.memory);
  }
  return nodes;
}

void KeepSamples(const std::vector<NodeSamples>& nodes, Instant oldest, Instant now, bool brief,
                 v1::RecommendMachineResponse& response) {
  for (const NodeSamples& node : nodes) {
    const auto cpu = FirstToKeep(node.cpu, oldest, now);
    const auto memory = FirstToKeep(node.memory, oldest, now);
    if (cpu == node.cpu.end() && memory == node.memory.end()) continue;
    v1::MachineNodeSamples& kept = *response.add_samples();
    kept.set_node(std::string(node.node));
    if (cpu != node.cpu.end()) WriteSamples(cpu, node.cpu.end(), brief, *kept.mutable_cpu());
    if (memory != node.memory.end()) WriteSamples(memory, node.memory.end(), brief, *kept.mutable_memory());
  }
}

}  // namespace cpsizer
