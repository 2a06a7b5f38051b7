#include "client/history/series/oom_kills.h"

#include <cmath>
#include <limits>

#include "absl/strings/str_cat.h"
#include "client/history/series/limits.h"

namespace cpsizer::history {
namespace {

constexpr double kUnknownRequest = std::numeric_limits<double>::quiet_NaN();
constexpr double kMillisecondsPerSecond = 1e3;

}  // namespace

absl::Status OomKills::Add(uint32_t cluster, uint32_t pod, int64_t milliseconds, double request_bytes) {
  const auto [kill, added] = clusters_[cluster].try_emplace({milliseconds, pod}, request_bytes);
  if (!added) {
    if (!(kill->second > request_bytes)) kill->second = request_bytes;
    return absl::OkStatus();
  }
  if (++size_ <= kMost) return absl::OkStatus();
  return absl::ResourceExhaustedError(
      absl::StrCat("the history has more than ", kMost, " OOM kills; select a shorter time"));
}

absl::Status OomKills::AddTime(uint32_t cluster, uint32_t pod, double seconds) {
  const double milliseconds = seconds * kMillisecondsPerSecond;
  if (milliseconds >= kEndOfTimes) {
    return absl::InvalidArgumentError("the time of an OOM kill is not in seconds since 1970; check the query");
  }
  return Add(cluster, pod, std::llround(milliseconds), kUnknownRequest);
}

absl::Status OomKills::AddRestarts(uint32_t cluster, uint32_t pod, int64_t milliseconds, double restarts) {
  double& most = restarts_[pod];
  if (restarts <= most) return absl::OkStatus();
  most = restarts;
  return Add(cluster, pod, milliseconds, kUnknownRequest);
}

const OomKills::Kills* OomKills::Of(uint32_t cluster) const {
  const auto found = clusters_.find(cluster);
  return found == clusters_.end() ? nullptr : &found->second;
}

double OomKills::RequestOf(uint32_t pod) const {
  const auto found = requests_.find(pod);
  return found == requests_.end() ? 0 : found->second;
}

}  // namespace cpsizer::history
