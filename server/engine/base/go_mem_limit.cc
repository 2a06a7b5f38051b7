#include "server/engine/base/go_mem_limit.h"

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/strip.h"

namespace cpsizer {

absl::optional<int64_t> GoMemLimitBytes(absl::string_view text) {
  int shift = 0;
  if (absl::ConsumeSuffix(&text, "iB") && !text.empty()) {
    const size_t unit = absl::string_view("KMGT").find(text.back());
    if (unit == absl::string_view::npos) return absl::nullopt;
    shift = 10 * static_cast<int>(unit + 1);
    text.remove_suffix(1);
  } else {
    absl::ConsumeSuffix(&text, "B");
  }
  int64_t number = 0;
  if (!absl::c_all_of(text, absl::ascii_isdigit) || !absl::SimpleAtoi(text, &number)) return absl::nullopt;
  if (number > (INT64_MAX >> shift)) return absl::nullopt;
  return number << shift;
}

}  // namespace cpsizer
