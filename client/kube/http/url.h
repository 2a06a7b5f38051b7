#ifndef CPSIZER_CLIENT_KUBE_HTTP_URL_H_
#define CPSIZER_CLIENT_KUBE_HTTP_URL_H_

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace cpsizer::kube {

// Encodes text for a path segment or a query: all characters except the unreserved ones of RFC 3986 are
// percent-encoded.
std::string PercentEncoded(absl::string_view text);

// Returns whether a name may be a segment of a path. False if it is empty, `.` or `..`, or has `/`, `%`, `?`, `#` or a
// control character: servers decode a path before they split it, so encoding does not make such a name safe.
//
// Source: apimachinery's IsValidPathSegmentName, which has the first five.
bool IsPathSegment(absl::string_view name);

// Returns InvalidArgument if a segment of `path`, decoded, may not be one. Does not check the query.
absl::Status CheckPath(absl::string_view path);

// The parameters of a request.
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
