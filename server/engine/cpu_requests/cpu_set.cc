#include "server/engine/cpu_requests/cpu_set.h"

#include <algorithm>
#include <bitset>

#include "absl/strings/numbers.h"
#include "absl/strings/str_split.h"
#include "cpsizer/limits.h"
#include "server/engine/base/text.h"

namespace cpsizer {
namespace {

constexpr size_t kMaxDigits = 9;
constexpr size_t kCpuNumbers = kMaxCpuNumber + 1;

// Removes a number from the front of `text` and returns it; returns nothing if `text` does not begin with a valid
// number.
absl::optional<int> TakeCpuNumber(absl::string_view& text) {
  const absl::string_view digits = TakeDigits(text);
  int number = 0;
  if (digits.size() > kMaxDigits || !absl::SimpleAtoi(digits, &number) || number > kMaxCpuNumber) return absl::nullopt;
  return number;
}

struct CpuRange {
  int first;
  int last;
};

absl::optional<CpuRange> ParseRange(absl::string_view text) {
  const absl::optional<int> first = TakeCpuNumber(text);
  if (!first.has_value()) return absl::nullopt;
  if (text.empty()) return CpuRange{*first, *first};
  if (text.front() != '-') return absl::nullopt;
  text.remove_prefix(1);
  const absl::optional<int> last = TakeCpuNumber(text);
  if (!last.has_value() || !text.empty() || *last < *first) return absl::nullopt;
  return CpuRange{*first, *last};
}

}  // namespace

absl::optional<CpuSet> ParseCpuSet(absl::string_view text) {
  if (text.size() > kMaxCpuSetBytes) return absl::nullopt;
  std::bitset<kCpuNumbers> cpus;
  CpuSet set;
  for (const absl::string_view part : absl::StrSplit(text, ',')) {
    const absl::optional<CpuRange> range = ParseRange(part);
    if (!range.has_value()) return absl::nullopt;
    for (int cpu = range->first; cpu <= range->last; ++cpu) cpus.set(static_cast<size_t>(cpu));
    set.largest = std::max(set.largest, range->last);
  }
  set.size = static_cast<int>(cpus.count());
  return set;
}

}  // namespace cpsizer
