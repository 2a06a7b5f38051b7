#include "server/engine/machine/trigger_outcome.h"

#include "absl/strings/str_cat.h"
#include "server/engine/base/text.h"

namespace cpsizer {

std::string ComparisonText(const std::string& observed, const std::string& threshold, bool down, bool is_met) {
  return absl::StrCat(Quoted(observed), is_met ? " is " : " is not ", down ? "below " : "above ", Quoted(threshold));
}

}  // namespace cpsizer
