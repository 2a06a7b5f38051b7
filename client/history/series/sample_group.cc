#include "client/history/series/sample_group.h"

#include <algorithm>
#include <cmath>

namespace cpsizer::history {
namespace {

// Sets `value` to the larger value. Returns whether `other` is a second value.
bool AddValue(double other, double& value) {
  if (std::isnan(other)) return false;
  const bool is_second = !std::isnan(value);
  value = is_second ? std::max(value, other) : other;
  return is_second;
}

}  // namespace

absl::Status SampleGroup::Add(const Sample& sample, absl::FunctionRef<absl::Status(const Sample&)> take) {
  if (!samples_.empty() && samples_.front().milliseconds != sample.milliseconds) {
    absl::Status error = Finish(take);
    if (!error.ok()) return error;
  }
  const bool has_pod = sample.pod != Sample::kNoPod;
  std::vector<size_t>& indexes = has_pod ? pod_indexes_ : cluster_indexes_;
  const size_t number = has_pod ? sample.pod : sample.cluster;
  if (indexes.size() <= number) indexes.resize(has_pod ? names_.pods.size() : names_.clusters.size());
  const size_t index = indexes[number];
  if (index < samples_.size() && samples_[index].cluster == sample.cluster && samples_[index].pod == sample.pod) {
    const bool has_second_memory = AddValue(sample.memory_bytes, samples_[index].memory_bytes);
    const bool has_second_cpu = AddValue(sample.cpu_cores, samples_[index].cpu_cores);
    const bool has_second_nodes = AddValue(sample.nodes, samples_[index].nodes);
    if (has_second_memory || has_second_cpu || has_second_nodes) ++counts_.duplicates;
    return absl::OkStatus();
  }
  indexes[number] = samples_.size();
  samples_.push_back(sample);
  return absl::OkStatus();
}

void SampleGroup::Sort() {
  cluster_order_.Update();
  const auto is_before = [this](const Sample& a, const Sample& b) {
    if (a.cluster != b.cluster) return cluster_order_.RankOf(a.cluster) < cluster_order_.RankOf(b.cluster);
    if (a.pod == Sample::kNoPod || b.pod == Sample::kNoPod) return a.pod == Sample::kNoPod && b.pod != Sample::kNoPod;
    return names_.pods.Name(a.pod) < names_.pods.Name(b.pod);
  };
  if (!std::is_sorted(samples_.begin(), samples_.end(), is_before)) {
    std::sort(samples_.begin(), samples_.end(), is_before);
  }
}

absl::Status SampleGroup::Finish(absl::FunctionRef<absl::Status(const Sample&)> take) {
  Sort();
  for (const Sample& sample : samples_) {
    ++counts_.samples;
    if (!std::isnan(sample.memory_bytes)) {
      ++counts_.with_memory;
      counts_.most_memory = std::max(counts_.most_memory, sample.memory_bytes);
    }
    if (!std::isnan(sample.cpu_cores)) ++counts_.with_cpu;
    if (!std::isnan(sample.nodes)) ++counts_.with_nodes;
    if (steps_.Add(sample)) ++counts_.mixed_steps;
    absl::Status error = take(sample);
    if (!error.ok()) return error;
  }
  samples_.clear();
  return absl::OkStatus();
}

}  // namespace cpsizer::history
