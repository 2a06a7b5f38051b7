#ifndef CPSIZER_CLIENT_KUBE_QUOTED_H_
#define CPSIZER_CLIENT_KUBE_QUOTED_H_

#include <cstddef>
#include <string>

#include "absl/strings/string_view.h"

namespace cpsizer::kube {

// Returns `text` on one line, with control characters escaped. A text of more than `max_bytes` is truncated and ends
// with `...`.
std::string OneLine(absl::string_view text, size_t max_bytes);

// Returns `text` on one line, in double quotes. A text of more than kMaxShownBytes is truncated. Not for secrets.
std::string Quoted(absl::string_view text);

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_QUOTED_H_
