#ifndef CPSIZER_CLIENT_SIDECAR_CONTROL_OPTIONS_H_
#define CPSIZER_CLIENT_SIDECAR_CONTROL_OPTIONS_H_

#include <cstdint>
#include <string>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "absl/types/span.h"
#include "client/sidecar/control/controllers.h"
#include "cpsizer/v1/plan_cluster_autoscaler.pb.h"
#include "cpsizer/v1/recommend_replicas.pb.h"
#include "cpsizer/v1/recommend_size.pb.h"
#include "server/process/logging.h"
#include "server/process/tls/client_tls.h"

namespace cpsizer::sidecar {

// The options from the command line and the environment.
struct Options {
  ControllerKind controller = ControllerKind::kSizes;
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
  bool require_topology = true;
  bool manage_vpa = true;
  v1::RecommendSizeOptions size_options;
  bool names_cpu_policy = false;  // true if --cpu-policy or its environment variable is set
  absl::Duration sync_period = absl::Seconds(15);
  v1::RecommendReplicasOptions replicas_options;
  std::string machine_namespace = "openshift-machine-api";
  absl::Duration sample_interval = absl::Minutes(1);
  // Settings for the operator of the cluster-autoscaler. A setting without a value is read from the environment of the
  // operator's Deployment.
  v1::ClusterAutoscalerOperatorSettings autoscaler_settings;
  bool watch = true;
  absl::Duration poll_interval = absl::Minutes(10);
  bool leader_elect = true;
  // If empty, the lease is in the namespace of the pod, or else in the namespace of the manifests in deploy/.
  std::string leader_elect_namespace;
  std::string leader_elect_name = InfoOf(ControllerKind::kSizes).lease;
  absl::Duration lease_duration = absl::Seconds(137);
  absl::Duration renew_deadline = absl::Seconds(107);
  absl::Duration retry_period = absl::Seconds(26);
  std::string admin_addr;  // empty: there is no admin port
  bool per_cluster_metrics = false;
  int kube_api_qps = InfoOf(ControllerKind::kSizes).kube_api_qps;
  int kube_api_burst = InfoOf(ControllerKind::kSizes).kube_api_burst;
  server::LogOptions log;
};

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
