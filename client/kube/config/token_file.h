#ifndef CPSIZER_CLIENT_KUBE_CONFIG_TOKEN_FILE_H_
#define CPSIZER_CLIENT_KUBE_CONFIG_TOKEN_FILE_H_

#include <mutex>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"

namespace cpsizer::kube {

// The token to send with the next request.
struct CurrentToken {
  std::string token;
  absl::Status stale;  // the error of reading the file, if `token` is an older one; for the log
};

// A file with a bearer token that another process renews, such as a service account's. Thread-safe.
//
// The kubelet replaces such a file by swapping a symbolic link, so it is opened each time, and not watched. Source:
// transport/token_source.go of client-go.
class TokenFile {
 public:
  // `fallback` is used until the file can be read for the first time; empty: none.
  explicit TokenFile(std::string path, std::string fallback = "");

  // Returns the content of the file, not older than kTokenFileAge; if it cannot be read now, the previous token. Errors
  // name the path and show no content: those of ReadFile(), or InvalidArgument for a file without a token, if there is
  // no token before.
  absl::StatusOr<CurrentToken> Get(absl::Time now);

  // Call after a 401 response to a request that began at `request_start`: discards a token that was read before that
  // time, so that the next Get() reads the file. A newer token is kept: it is not the one that the server refused.
  void Invalidate(absl::Time request_start);

 private:
  absl::StatusOr<std::string> Read() const;

  const std::string path_;
  const std::string fallback_;
  std::mutex mutex_;
  std::string token_;                       // guarded by mutex_; empty: none was read
  absl::Time read_ = absl::InfinitePast();  // guarded by mutex_
};

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_CONFIG_TOKEN_FILE_H_
