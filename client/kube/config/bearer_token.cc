#include "client/kube/config/bearer_token.h"

#include <algorithm>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"

namespace cpsizer::kube {

absl::StatusOr<std::string> BearerToken(absl::string_view text) {
  text = absl::StripAsciiWhitespace(text);
  if (text.empty()) return absl::InvalidArgumentError("contains no token: it is empty");
  if (!std::all_of(text.begin(), text.end(), absl::ascii_isgraph)) {
    return absl::InvalidArgumentError("does not contain a token: a token is one word of visible ASCII characters");
  }
  return std::string(text);
}

}  // namespace cpsizer::kube
