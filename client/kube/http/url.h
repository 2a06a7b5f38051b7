#ifndef CPSIZER_CLIENT_KUBE_HTTP_URL_H_
#define CPSIZER_CLIENT_KUBE_HTTP_URL_H_

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace cpsizer::kube {

// Encodes text for a path segment or a query. Percent-encodes all characters except the unreserved characters of RFC
// 3986.
std::string PercentEncoded(absl::string_view text);

// Decodes the percent-encoding of `text`. Does not change a malformed encoding.
std::string PercentDecoded(absl::string_view text);

// Returns whether `name` may be a segment of a path. A name is refused if it is empty, `.` or `..`, or if it contains
// `/`, `%`, `?`, `#` or a control character. Percent-encoding does not make such a name safe, because servers decode a
// path before they split it.
//
// Source: IsValidPathSegmentName of apimachinery, which refuses `.`, `..`, `/` and `%`.
bool IsPathSegment(absl::string_view name);

// Decodes the segments of `path`. Returns InvalidArgument if IsPathSegment() is false for a segment. Does not check the
// query of `path`.
absl::Status CheckPath(absl::string_view path);

// The query parameters of a request.
class Query {
 public:
  void Add(absl::string_view name, absl::string_view value);
  // Returns `path` with the query, in the form `path?name=value&...`.
  std::string AppendTo(absl::string_view path) const;

 private:
  std::string text_;
};

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_HTTP_URL_H_
