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
  absl::Status stale;  // set if `token` is a previous token: the error of reading the file, for the log
};

// A file with a bearer token that another process renews, such as the token of a service account. Thread-safe.
//
// The kubelet replaces a symbolic link when it renews the token. For this reason each read opens the file again, and
// this class does not watch the file. Source: transport/token_source.go of client-go.
class TokenFile {
 public:
  // `fallback` is the token until the first successful read of the file. It may be empty.
  explicit TokenFile(std::string path, std::string fallback = "");

  // Returns the token in the file. The result may be cached for up to kTokenFileAge. If the file cannot be read,
  // returns the previous token. Errors, only if there is no previous token: the errors of ReadFile(); InvalidArgument
  // if the file contains no token. The message contains the path, and does not contain the content of the file.
  absl::StatusOr<CurrentToken> Get(absl::Time now);

  // Must be called when the server responds with 401 to a request that was sent at `request_start`. If the cached token
  // was read before `request_start`, discards the token, and the next Get() reads the file. If the token was read
  // later, keeps the token, because it was not in the refused request. If the two times are equal, also keeps the
  // token, because the file was just read for this request.
  void Invalidate(absl::Time request_start);

 private:
  absl::StatusOr<std::string> Read() const;

  const std::string path_;
  const std::string fallback_;
  std::mutex mutex_;
  std::string token_;                       // guarded by mutex_; empty until the first read
  absl::Time read_ = absl::InfinitePast();  // guarded by mutex_
};

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_CONFIG_TOKEN_FILE_H_
