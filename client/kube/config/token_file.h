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
  absl::Status stale;  // why the file could not be read, where `token` is an older one; for the log
};

// A file with a bearer token that somebody else renews, such as a service account's. Thread-safe.
//
// The kubelet replaces such a file by swapping a symbolic link, so it is opened anew each time, and not watched.
// Source: transport/token_source.go of client-go.
class TokenFile {
 public:
  // `fallback` is used while the file cannot be read and never could be; empty: none.
  explicit TokenFile(std::string path, std::string fallback = "");

  // The content of the file, not older than kTokenFileAge, unless it cannot be read now: then the token before. Errors
  // name the path and show no content: those of ReadFile(), or InvalidArgument for a file without a token, if there is
  // no token before.
  absl::StatusOr<CurrentToken> Get(absl::Time now);

  // Call after an answer 401 to a request that began at `request_start`: a token that was read before that is
  // forgotten, so that the next Get() reads the file. One that is newer stays: it was not what the server refused.
  void Forget(absl::Time request_start);

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
