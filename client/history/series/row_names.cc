#include "client/history/series/row_names.h"

#include <algorithm>
#include <cstddef>

#include "absl/strings/strip.h"

namespace cpsizer::history {
namespace {

// Returns whether `name` is "namespace/cluster", or "namespace/cluster/pod" if there is a pod.
bool IsName(absl::string_view name, absl::string_view name_space, absl::string_view cluster, absl::string_view pod) {
  const bool has_cluster =
      absl::ConsumePrefix(&name, name_space) && absl::ConsumePrefix(&name, "/") && absl::ConsumePrefix(&name, cluster);
  if (!has_cluster || pod.empty()) return has_cluster && name.empty();
  return absl::ConsumePrefix(&name, "/") && name == pod;
}

}  // namespace

void RowNames::Followers::Learn(uint32_t number) {
  const size_t size = std::max(last, number) + size_t{1};
  if (next.size() < size) next.resize(size, kUnknown);
  next[last] = number;
  last = number;
}

bool RowNames::Find(absl::string_view name_space, absl::string_view cluster, absl::string_view pod, Sample& sample) {
  Followers& followers = pod.empty() ? clusters_ : pods_;
  const uint32_t number = followers.Next();
  if (number == kUnknown) return false;
  const Names& names = pod.empty() ? names_.clusters : names_.pods;
  if (!IsName(names.Name(number), name_space, cluster, pod)) return false;
  followers.last = number;
  sample.cluster = pod.empty() ? number : cluster_of_pod_[number];
  sample.pod = pod.empty() ? Sample::kNoPod : number;
  return true;
}

void RowNames::Learn(const Sample& sample) {
  if (sample.pod == Sample::kNoPod) return clusters_.Learn(sample.cluster);
  pods_.Learn(sample.pod);
  if (cluster_of_pod_.size() <= sample.pod) cluster_of_pod_.resize(sample.pod + size_t{1});
  cluster_of_pod_[sample.pod] = sample.cluster;
}

}  // namespace cpsizer::history
