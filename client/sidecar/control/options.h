#ifndef CPSIZER_CLIENT_SIDECAR_CONTROL_OPTIONS_H_
#define CPSIZER_CLIENT_SIDECAR_CONTROL_OPTIONS_H_

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "absl/types/span.h"
#include "client/sidecar/control/controllers.h"
#include "client/sidecar/control/kind_options.h"
#include "server/process/logging.h"
#include "server/process/tls/client_tls.h"

namespace cpsizer::sidecar {

// The options from the command line and the environment.
struct Options {
  const ControllerInfo* controller = Controllers().front();
  // The options that only `controller` has.
  std::shared_ptr<const KindOptions> own = controller->make_options();
  std::string kubeconfig;
  std::string context;
  bool names_cluster = false;  // true if --kubeconfig or --context is on the command line
  std::string source_folder;   // empty: the source is a cluster
  std::string service;         // a gRPC target; empty: decide in this process
  server::ClientTlsFiles service_tls = {
      {"--service-ca-file", ""}, {"--service-cert-file", ""}, {"--service-key-file", ""}};
  std::string service_server_name;  // empty: use the name in `service`
  absl::Duration service_timeout = absl::Seconds(2);
  bool enforce = false;
  absl::Duration sync_period = absl::Seconds(15);
  std::string machine_namespace = "openshift-machine-api";
  bool watch = true;
  absl::Duration poll_interval = absl::Minutes(10);
  bool leader_elect = true;
  // If empty, the lease is in the namespace of the pod, or else in the namespace of the manifests in deploy/.
  std::string leader_elect_namespace;
  std::string leader_elect_name = controller->lease;
  absl::Duration lease_duration = absl::Seconds(137);
  absl::Duration renew_deadline = absl::Seconds(107);
  absl::Duration retry_period = absl::Seconds(26);
  std::string admin_addr;  // empty: there is no admin port
  int kube_api_qps = controller->kube_api_qps;
  int kube_api_burst = controller->kube_api_burst;
  server::LogOptions log;
};

// Returns the options that only `options.controller` has. `Own` must be their type.
template <typename Own>
const Own& OwnOptions(const Options& options) {
  return static_cast<const Own&>(*options.own);
}

// Returns whether the sidecar uses leader election. In observe mode the sidecar does not need the lease.
inline bool TakesLease(const Options& options) {
  return options.leader_elect && options.enforce;
}

struct CommandLine {
  Options options;
  // The text of --help or --version. If it is not empty, the program prints it and does not run.
  std::string print;
};

// Reads the arguments, without the name of the program. For a flag that is not in the arguments, reads its environment
// variable. Errors: InvalidArgument with one sentence for the operator.
absl::StatusOr<CommandLine> ParseCommandLine(absl::Span<const char* const> arguments);

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_CONTROL_OPTIONS_H_
