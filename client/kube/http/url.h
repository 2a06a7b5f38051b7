#ifndef CPSIZER_CLIENT_KUBE_HTTP_URL_H_
#define CPSIZER_CLIENT_KUBE_HTTP_URL_H_

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace cpsizer::kube {

// Encodes text for a path segment or a query. All characters are percent-encoded, except the unreserved characters of
// RFC 3986.
std::string PercentEncoded(absl::string_view text);

// Returns whether a name may be a segment of a path. Returns false if the name is empty, `.` or `..`, or has `/`, `%`,
// `?`, `#` or a control character. Encoding does not make such a name safe, because servers decode a path before they
// split it.
//
// Source: apimachinery's IsValidPathSegmentName, which refuses `.`, `..`, `/` and `%`.
bool IsPathSegment(absl::string_view name);

// Returns InvalidArgument if a segment of `path`, after decoding, does not satisfy IsPathSegment(). Does not check the
// query.
absl::Status CheckPath(absl::string_view path);

// The query parameters of a request.
class Query {
 public:
  void Add(absl::string_view name, absl::string_view value);
  // Returns `path?name=value&...`.
  std::string AppendTo(absl::string_view path) const;

 private:
  std::string text_;
};

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_HTTP_URL_H_
