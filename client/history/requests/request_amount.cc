#include "client/history/requests/request_amount.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "absl/strings/str_cat.h"

namespace cpsizer::history {
namespace {

constexpr double kMebi = 1 << 20;
constexpr double kGibi = 1 << 30;
constexpr double kSmallMemoryStep = 10 * kMebi;
constexpr double kMemoryStep = 64 * kMebi;
constexpr int kMillicoresPerCore = 1'000;
constexpr int kMillicoreStep = 10;
constexpr int kMebiPerGibi = 1'024;
// An amount that is above a step by this part is that step: usage has single precision, and a product is rounded.
constexpr double kRoundingError = 1e-6;

double StepsOf(double amount, double step) {
  return std::max(std::ceil(amount / step * (1 - kRoundingError)), 1.0);
}

}  // namespace

double RoundUpRequest(Resource resource, double amount) {
  if (resource == Resource::kCpu) {
    return StepsOf(amount * kMillicoresPerCore, kMillicoreStep) * kMillicoreStep / kMillicoresPerCore;
  }
  const double small = StepsOf(amount, kSmallMemoryStep) * kSmallMemoryStep;
  if (small < kGibi) return small;
  return std::max(StepsOf(amount, kMemoryStep) * kMemoryStep, kGibi);
}

std::string RequestQuantity(Resource resource, double amount) {
  if (resource == Resource::kCpu) {
    const auto millicores = static_cast<int64_t>(std::ceil(amount * kMillicoresPerCore * (1 - kRoundingError)));
    if (millicores % kMillicoresPerCore == 0) return absl::StrCat(millicores / kMillicoresPerCore);
    return absl::StrCat(millicores, "m");
  }
  const auto mebi = static_cast<int64_t>(amount / kMebi);
  if (static_cast<double>(mebi) * kMebi != amount) return absl::StrCat(static_cast<int64_t>(amount));
  return mebi % kMebiPerGibi == 0 ? absl::StrCat(mebi / kMebiPerGibi, "Gi") : absl::StrCat(mebi, "Mi");
}

std::string GoMemLimitOf(double request_bytes, int percent) {
  const auto mebi = std::max(static_cast<int64_t>(request_bytes / kMebi * percent / 100), int64_t{1});
  return mebi % kMebiPerGibi == 0 ? absl::StrCat(mebi / kMebiPerGibi, "GiB") : absl::StrCat(mebi, "MiB");
}

}  // namespace cpsizer::history
