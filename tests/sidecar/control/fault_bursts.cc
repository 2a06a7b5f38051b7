#include "tests/sidecar/control/fault_bursts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <iterator>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace cpsizer::sidecar {
namespace {

// In real time. Long enough for a sanitizer on a busy machine.
constexpr absl::Duration kBurstTimeout = absl::Minutes(4);
constexpr int kBurstsToARefusal = 4;
constexpr int kChangesToAToken = 512;
// In the time of the sidecar. Longer than all delays of a backoff that has not reached its maximum.
constexpr absl::Duration kLongBurst = absl::Minutes(2);
// The kinds of faults that a run without `./dev soak sidecar` uses. These kinds cause the longest delays.
constexpr const char* kKindsOfAShortRun[] = {"429", "applied, connection closed", "service slow"};

std::vector<std::string> KindsOfThisRun(const RandomFaults& faults) {
  if (getenv("CPSIZER_FAULTS") != nullptr) return faults.kinds();
  return {std::begin(kKindsOfAShortRun), std::end(kKindsOfAShortRun)};
}

}  // namespace

void FaultBursts::Run() {
  cluster_.service.before_answer = [this] {
    faults_.Disturb(cluster_.service);
    last_answer_ = std::max(last_answer_, cluster_.now() + cluster_.service.delay);
  };
  for (int burst = 1; !faults_.over(); ++burst) {
    const bool refusals = burst % kBurstsToARefusal == 0;
    if (!RunBurst(refusals) || !Converge(refusals)) return;
  }
  for (const std::string& kind : KindsOfThisRun(faults_)) {
    if (!RunBurstOf(kind) || !Converge(/*refusals=*/false)) return;
  }
}

bool FaultBursts::RunBurstOf(const std::string& kind) {
  faults_.BeginBurstOf(kind);
  const absl::Time end = cluster_.now() + kLongBurst;
  const auto over = [&] {
    cluster_.change();
    faults_.ReleaseOne();
    return cluster_.now() >= end;
  };
  const bool ended = cluster_.run_until(over, kBurstTimeout);
  EXPECT_TRUE(ended) << "the time does not pass";
  EndBurst();
  return ended;
}

// Sends bookmarks on all watches. A bookmark on a dead connection causes a reset, so the watch ends. Without the reset,
// a sidecar would detect the dead connection only after three minutes.
void FaultBursts::EndBurst() {
  faults_.EndBurst();
  cluster_.server.SendBookmarks();
  cluster_.end_changes();
}

std::string FaultBursts::NewFaults() {
  std::vector<std::string> faults;
  std::map<std::string, int> all = faults_.counts();
  for (const auto& [kind, count] : all) {
    if (count > seen_[kind]) faults.push_back(absl::StrCat(kind, " ", count - seen_[kind]));
  }
  seen_ = std::move(all);
  return absl::StrJoin(faults, ", ");
}

bool FaultBursts::RunBurst(bool refusals) {
  int changes = 0;
  faults_.BeginBurst(refusals);
  const auto over = [&] {
    cluster_.change();
    if (++changes % kChangesToAToken == 0) faults_.ExpireToken();
    faults_.ReleaseOne();
    return faults_.burst_over();
  };
  const bool ended = cluster_.run_until(over, kBurstTimeout);
  EXPECT_TRUE(ended) << "the faults do not end, or a kind of fault is missing";
  EndBurst();
  return ended;
}

// A fault can delay a response of the service until after the end of all other faults. Therefore convergence is
// measured from the last response.
bool FaultBursts::Converge(bool refusals) {
  const absl::Time begin = std::max(cluster_.now(), last_answer_);
  const absl::Duration bound = refusals ? kRefusalConvergenceBound : kConvergenceBound;
  std::string late;
  const auto settled = [&] {
    const std::string unsettled = cluster_.unsettled();
    if (late.empty() && !unsettled.empty() && cluster_.now() > begin + bound) late = unsettled;
    return unsettled.empty();
  };
  const bool converged = cluster_.run_until(settled, kBurstTimeout);
  const std::string faults = NewFaults();
  EXPECT_TRUE(converged) << "never converged: " << cluster_.unsettled() << ", after the faults " << faults;
  const absl::Duration took = std::max(cluster_.now() - begin, absl::ZeroDuration());
  (refusals ? after_refusals_ : after_faults_).push_back(took);
  if (!late.empty()) {
    late_.push_back(absl::StrCat(late, " ", absl::FormatDuration(took), " after the faults ", faults));
  }
  // The next burst must begin after the sidecar has retried refused objects, even if these objects need no write.
  const auto retried = [&] { return !refusals || cluster_.now() > begin + bound; };
  return converged && cluster_.run_until(retried, kBurstTimeout);
}

void FaultBursts::Print() const {
  std::cout << "faults:";
  for (const auto& [name, count] : faults_.counts()) std::cout << " " << name << " " << count << ",";
  std::cout << "\n";
  PrintTimes("faults", kConvergenceBound, after_faults_);
  PrintTimes("faults and refusals (422, 403, INVALID_ARGUMENT, FAILED_PRECONDITION)", kRefusalConvergenceBound,
             after_refusals_);
}

void FaultBursts::ExpectConvergedInTime() const {
  if (getenv("CPSIZER_FAULTS") == nullptr) return;
  EXPECT_THAT(late_, ::testing::IsEmpty());
}

void FaultBursts::PrintTimes(absl::string_view name, absl::Duration bound, std::vector<absl::Duration> times) {
  if (times.empty()) return;
  std::sort(times.begin(), times.end());
  const auto late = times.end() - std::upper_bound(times.begin(), times.end(), bound);
  const absl::Duration p99 = times[(times.size() * 99 + 99) / 100 - 1];
  const auto text = [](absl::Duration time) { return absl::FormatDuration(absl::Trunc(time, absl::Milliseconds(10))); };
  std::cout << "convergence after " << name << ": " << times.size() << " runs, not converged after "
            << absl::FormatDuration(bound) << " " << late << ", p99 " << text(p99) << ", slowest " << text(times.back())
            << "\n";
}

}  // namespace cpsizer::sidecar
