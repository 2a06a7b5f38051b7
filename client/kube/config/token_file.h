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
  absl::Status stale;  // if `token` is an older token: the read error of the file, for the log
};

// A file with a bearer token that another process renews, such as the token of a service account. Thread-safe.
//
// The kubelet updates the file by replacing a symbolic link. For this reason the file is opened again at each read, and
// is not watched. Source: transport/token_source.go of client-go.
class TokenFile {
 public:
  // `fallback` is the token that is used until the file can be read for the first time. It may be empty.
  explicit TokenFile(std::string path, std::string fallback = "");

  // Returns the token in the file, read at most kTokenFileAge ago. If the file cannot be read, returns the previous
  // token. Errors, only if there is no previous token: the errors of ReadFile(); InvalidArgument for a file without a
  // token. The message names the path and shows no content.
  absl::StatusOr<CurrentToken> Get(absl::Time now);

  // Must be called after a 401 response to a request that began at `request_start`. Discards a token that was read
  // before `request_start`, so that the next Get() reads the file. A newer token is kept, because the server has not
  // refused it.
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
