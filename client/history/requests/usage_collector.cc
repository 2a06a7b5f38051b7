#include "client/history/requests/usage_collector.h"

#include <algorithm>
#include <cmath>

#include "absl/strings/str_cat.h"
#include "client/history/requests/limits.h"

namespace cpsizer::history {

uint32_t UsageCollector::ContainerOf(uint32_t pod) {
  if (pod == Sample::kNoPod) return kOther;
  if (pod >= container_of_pod_.size()) container_of_pod_.resize(pod + size_t{1}, kUnknown);
  if (container_of_pod_[pod] != kUnknown) return container_of_pod_[pod];
  const absl::optional<ContainerName> name = ContainerOfSeries(names_.pods.Name(pod));
  if (!name.has_value()) return container_of_pod_[pod] = kOther;
  const auto [number, added] = container_numbers_.try_emplace(*name, static_cast<uint32_t>(containers_.size()));
  if (added) containers_.push_back(*name);
  return container_of_pod_[pod] = number->second;
}

absl::Status UsageCollector::AddSeries(const Sample& sample, int size, uint32_t& series) {
  const Key key(size, containers_[ContainerOf(sample.pod)]);
  const auto [group, added] = group_numbers_.try_emplace(key, static_cast<uint32_t>(groups_.size()));
  if (added) {
    if (groups_.size() == kMaxContainersOfSizes) {
      return absl::ResourceExhaustedError(absl::StrCat("the history has more than ", kMaxContainersOfSizes,
                                                       " containers of sizes; select the namespaces of hosted control "
                                                       "planes"));
    }
    groups_.emplace_back();
  }
  series = static_cast<uint32_t>(series_.size());
  groups_[group->second].series.push_back(series);
  series_.push_back({sample.cluster, group->second, {}});
  return absl::OkStatus();
}

absl::Status UsageCollector::Add(const Sample& sample, int size) {
  if (ContainerOf(sample.pod) == kOther) {
    ++other_samples_;
    return absl::OkStatus();
  }
  const auto [number, added] = series_numbers_.try_emplace(std::pair(size, sample.pod), kUnknown);
  if (added) {
    absl::Status error = AddSeries(sample, size, number->second);
    if (!error.ok()) return error;
  }
  Series& series = series_[number->second];
  const PerResource<double> usage = {sample.memory_bytes, sample.cpu_cores};
  for (const Resource resource : kResources) {
    if (std::isnan(usage[Index(resource)])) continue;
    Use& use = groups_[series.group].uses[Index(resource)];
    use.values.Add(usage[Index(resource)]);
    use.first = std::min(use.first, sample.milliseconds);
    use.last = std::max(use.last, sample.milliseconds);
  }
  const auto day = static_cast<int>(sample.milliseconds / kDayMilliseconds);
  days_ = {std::min(days_.first, day), std::max(days_.last, day)};
  container_days_ += series.maxima.Add(day, usage);
  if (container_days_ <= kMaxContainerDays) return absl::OkStatus();
  return absl::ResourceExhaustedError(absl::StrCat("the history has more than ", kMaxContainerDays,
                                                   " days of containers; select fewer clusters or a shorter time"));
}

void UsageCollector::Finish() {
  for (Group& group : groups_) {
    // Numbers are in the order in which a history names pods, so pods of the same cluster keep this order.
    std::stable_sort(group.series.begin(), group.series.end(),
                     [this](uint32_t a, uint32_t b) { return series_[a].cluster < series_[b].cluster; });
  }
  CountOomKills();
}

// A container that was killed may have no sample. It counts at each size that its cluster had.
void UsageCollector::CountOomKills() {
  std::map<uint32_t, std::map<int, int64_t>> sizes;  // of each cluster
  for (const auto& [key, number] : group_numbers_) {
    for (const uint32_t series : groups_[number].series) ++sizes[series_[series].cluster][key.first];
  }
  for (const auto& [cluster, sizes_of_cluster] : sizes) {
    const OomKills::Kills* const kills = names_.oom_kills.Of(cluster);
    if (kills == nullptr) continue;
    for (const auto& [kill, request] : *kills) {
      const uint32_t container = ContainerOf(kill.second);
      if (container == kOther) continue;
      bool is_used = false;
      for (const auto& [size, count] : sizes_of_cluster) {
        const auto group = group_numbers_.find(Key(size, containers_[container]));
        if (group == group_numbers_.end()) continue;
        ++groups_[group->second].oom_kills;
        is_used = true;
      }
      oom_kills_ += is_used ? 1 : 0;
    }
  }
}

std::vector<ContainerName> UsageCollector::ContainersOf(int size) const {
  std::vector<ContainerName> names;
  for (auto it = group_numbers_.lower_bound(Key(size, {})); it != group_numbers_.end() && it->first.first == size;
       ++it) {
    names.push_back(it->first.second);
  }
  return names;
}

const UsageCollector::Group* UsageCollector::Find(int size, const ContainerName& container) const {
  const auto found = group_numbers_.find(Key(size, container));
  return found == group_numbers_.end() ? nullptr : &groups_[found->second];
}

UsageEvidence UsageCollector::EvidenceOf(int size, const ContainerName& container, Resource resource,
                                         double quantile) const {
  UsageEvidence evidence;
  const Group* const group = Find(size, container);
  if (group == nullptr) return evidence;
  evidence.oom_kills = group->oom_kills;
  const Use& use = group->uses[Index(resource)];
  evidence.samples = use.values.count();
  if (evidence.samples == 0) return evidence;
  evidence.span = absl::Milliseconds(use.last - use.first);
  evidence.p50 = use.values.Quantile(0.5);
  evidence.p95 = use.values.Quantile(0.95);
  evidence.max = use.values.max();
  std::vector<const DailyMaxima*> pods;
  for (auto it = group->series.begin(); it != group->series.end();) {
    const uint32_t cluster = series_[*it].cluster;
    pods.clear();
    for (; it != group->series.end() && series_[*it].cluster == cluster; ++it) pods.push_back(&series_[*it].maxima);
    ClusterMaxima maxima = {cluster, WeekMaxima(pods, resource, days_)};
    if (!maxima.maxima.empty()) evidence.clusters.push_back(std::move(maxima));
  }
  SetPeak(quantile, evidence);
  return evidence;
}

}  // namespace cpsizer::history
