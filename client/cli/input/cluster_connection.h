#ifndef CPSIZER_CLIENT_CLI_INPUT_CLUSTER_CONNECTION_H_
#define CPSIZER_CLIENT_CLI_INPUT_CLUSTER_CONNECTION_H_

#include <functional>
#include <memory>
#include <string>

#include "absl/functional/function_ref.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "client/cli/base/flags.h"
#include "client/kube/api_client.h"
#include "client/kube/config/identity.h"
#include "client/kube/http/event_loop.h"
#include "client/kube/json.h"
#include "client/kube/list_page.h"

namespace cpsizer::cli {

// A connection to a cluster. Each function blocks until the response arrives.
class ClusterConnection {
 public:
  // Errors: NotFound if there is no configuration of a cluster. InvalidArgument and FailedPrecondition if a kubeconfig,
  // a certificate or a plugin cannot be used.
  static absl::StatusOr<std::unique_ptr<ClusterConnection>> Make(const ClusterFlags& flags);

  // Calls `take` with each object of a resource. Errors: the errors of the API server, for example NotFound if the
  // server does not serve the kind. Also the errors of kube::ReadPage and kube::CheckListSize.
  absl::Status List(const kube::Resource& resource, absl::FunctionRef<void(tree::Node)> take);
  // Reads one object. Errors: the errors of the API server.
  absl::StatusOr<tree::Node> Get(const std::string& path);
  // Sends a request once, and returns the bytes of the response. Errors: the errors of the API server.
  absl::StatusOr<std::string> GetBytes(kube::HttpRequest request);
  void RunUntil(absl::FunctionRef<bool()> done);
  // Reads the certificates of the client again, for later requests. If they cannot be read, keeps the previous ones.
  void ReloadCertificates();

  kube::EventLoop& loop() { return loop_; }
  kube::ApiClient& client() { return client_; }

 private:
  // All calls end no later than `deadline`.
  ClusterConnection(kube::ClusterConfig config, absl::Time deadline);

  absl::Status LoadCertificates();
  // Runs the event loop until the callback that was passed to `send` is called with a response or an error.
  template <typename T, typename Send>
  absl::StatusOr<T> Await(const Send& send);
  // Returns the request with a timeout that ends at the deadline.
  kube::HttpRequest Bounded(kube::HttpRequest request) const;
  absl::StatusOr<kube::ListPage> GetPage(const kube::Resource& resource, const std::string& token,
                                         const std::function<absl::Status(tree::Node)>& take);

  const absl::Time deadline_;
  kube::Identity identity_;
  kube::EventLoop loop_;
  kube::ApiClient client_;
};

// Returns the name of an object of a cluster, for messages. Messages about an object of a file contain the name of the
// file instead.
std::string NameOfObject(const tree::Node& object);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_INPUT_CLUSTER_CONNECTION_H_
