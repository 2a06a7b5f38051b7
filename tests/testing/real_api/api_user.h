#ifndef CPSIZER_TESTS_TESTING_REAL_API_API_USER_H_
#define CPSIZER_TESTS_TESTING_REAL_API_API_USER_H_

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "client/kube/api_client.h"
#include "client/kube/config/identity.h"
#include "client/kube/http/event_loop.h"
#include "client/kube/http/http.h"
#include "tests/testing/json.h"

namespace cpsizer::testing {

// Somebody who talks to an API server: client/kube, put together as a program would, and calls that wait for their
// answer. Not thread-safe.
class ApiUser {
 public:
  // Longer than anything takes here.
  static constexpr absl::Duration kTimeout = absl::Seconds(30);

  // The user of the current context of a kubeconfig. Errors: those of reading it and what it names.
  static absl::StatusOr<std::unique_ptr<ApiUser>> Make(const std::string& kubeconfig);

  // Reads the certificates of the kubeconfig anew, for requests from here on. Errors: those of Make().
  absl::Status ReloadCertificates();

  kube::EventLoop& loop() { return *loop_; }
  kube::ApiClient& client() { return *client_; }

  // Each runs the loop, and what else is built on it, until the answer is there.
  absl::StatusOr<kube::Json> Send(kube::HttpRequest request);
  absl::StatusOr<kube::Json> Get(const std::string& path);
  absl::StatusOr<kube::Json> Create(const std::string& collection, const kube::Json& object);
  // Merge patch, without preconditions.
  absl::StatusOr<kube::Json> Patch(const std::string& path, const kube::Json& patch);
  absl::StatusOr<kube::Json> Delete(const std::string& path);
  // Sends them all, some at once so that none waits long, and returns the first error.
  absl::Status SendAll(std::vector<kube::HttpRequest> requests);
  // What is no JSON, such as /readyz.
  absl::StatusOr<std::string> GetText(const std::string& path);

  // Attempts until it works, with a pause in between: until the caches of the API server have taken in what was
  // written. The last status.
  absl::Status Eventually(const std::function<absl::Status()>& attempt);

  // Runs the loop until `done`, or at most so long; whether it was done.
  bool RunUntil(const std::function<bool()>& done, absl::Duration timeout = kTimeout);

 private:
  explicit ApiUser(kube::Identity identity) : identity_(std::move(identity)) {}

  kube::Identity identity_;
  std::unique_ptr<kube::EventLoop> loop_;
  std::unique_ptr<kube::ApiClient> client_;
};

}  // namespace cpsizer::testing

#endif  // CPSIZER_TESTS_TESTING_REAL_API_API_USER_H_
