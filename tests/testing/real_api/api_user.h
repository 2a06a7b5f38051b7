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

// A user of an API server. It combines the classes of client/kube as a program does, and has calls that wait for their
// response. Not thread-safe.
class ApiUser {
 public:
  // The default timeout. It is longer than any call takes in the tests.
  static constexpr absl::Duration kTimeout = absl::Seconds(30);

  // Makes the user of the current context of a kubeconfig. Errors: the errors of reading the kubeconfig and its files.
  static absl::StatusOr<std::unique_ptr<ApiUser>> Make(const std::string& kubeconfig);

  // Reads the certificates of the kubeconfig again, for later requests. Errors: as for Make().
  absl::Status ReloadCertificates();

  kube::EventLoop& loop() { return *loop_; }
  kube::ApiClient& client() { return *client_; }

  // Each of these functions runs the event loop until the response has arrived. Other users of the loop also run during
  // this time.
  absl::StatusOr<kube::Json> Send(kube::HttpRequest request);
  absl::StatusOr<kube::Json> Get(const std::string& path);
  absl::StatusOr<kube::Json> Create(const std::string& collection, const kube::Json& object);
  // Sends a merge patch without preconditions.
  absl::StatusOr<kube::Json> Patch(const std::string& path, const kube::Json& patch);
  absl::StatusOr<kube::Json> Delete(const std::string& path);
  // Sends all requests, some of them concurrently. Returns the first error.
  absl::Status SendAll(std::vector<kube::HttpRequest> requests);
  // Returns a body that is not JSON, such as the response of /readyz.
  absl::StatusOr<std::string> GetText(const std::string& path);

  // Retries until `attempt` succeeds or the timeout has passed, with a pause between attempts. Tests need this when the
  // caches of the API server may not contain an earlier write yet. Returns the last status.
  absl::Status Eventually(const std::function<absl::Status()>& attempt);

  // Runs the loop until `done` returns true, or until `timeout`. Returns whether `done` returned true.
  bool RunUntil(const std::function<bool()>& done, absl::Duration timeout = kTimeout);

 private:
  explicit ApiUser(kube::Identity identity) : identity_(std::move(identity)) {}

  kube::Identity identity_;
  std::unique_ptr<kube::EventLoop> loop_;
  std::unique_ptr<kube::ApiClient> client_;
};

}  // namespace cpsizer::testing

#endif  // CPSIZER_TESTS_TESTING_REAL_API_API_USER_H_
