#ifndef CPSIZER_CLIENT_KUBE_QUOTED_H_
#define CPSIZER_CLIENT_KUBE_QUOTED_H_

#include <cstddef>
#include <string>

#include "absl/strings/string_view.h"

namespace cpsizer::kube {

// Returns `text` on one line: control characters escaped, at most `max_bytes` of it, then `...`.
std::string OneLine(absl::string_view text, size_t max_bytes);

// Returns the same in double quotes, at most kMaxShownBytes of it. Must not be used for secrets.
std::string Quoted(absl::string_view text);

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_QUOTED_H_
