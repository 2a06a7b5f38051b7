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

// The options of the command line.
struct Options {
  ControllerKind controller = ControllerKind::kSizes;
  std::string kubeconfig;
  std::string context;
  bool names_cluster = false;  // by --kubeconfig or --context on the command line
  std::string source_folder;   // empty: a cluster
  std::string service;         // a gRPC name; empty: decide in this process
  server::ClientTlsFiles service_tls = {
      {"--service-ca-file", ""}, {"--service-cert-file", ""}, {"--service-key-file", ""}};
  std::string service_server_name;  // empty: the name in `service`
  absl::Duration service_timeout = absl::Seconds(2);
  bool enforce = false;
  bool require_topology = true;
  bool manage_vpa = true;
  v1::RecommendSizeOptions size_options;
  bool names_cpu_policy = false;  // by --cpu-policy or its environment variable
  absl::Duration sync_period = absl::Seconds(15);
  v1::RecommendReplicasOptions replicas_options;
  std::string machine_namespace = "openshift-machine-api";
  absl::Duration sample_interval = absl::Minutes(1);
  // Settings for the operator of the cluster-autoscaler. Settings without a value come from the environment of its
  // Deployment.
  v1::ClusterAutoscalerOperatorSettings autoscaler_settings;
  bool watch = true;
  absl::Duration poll_interval = absl::Minutes(10);
  bool leader_elect = true;
  std::string leader_elect_namespace;  // empty: that of the pod, or of the manifests in deploy/
  std::string leader_elect_name = InfoOf(ControllerKind::kSizes).lease;
  absl::Duration lease_duration = absl::Seconds(137);
  absl::Duration renew_deadline = absl::Seconds(107);
  absl::Duration retry_period = absl::Seconds(26);
  std::string admin_addr;  // empty: no admin port
  bool per_cluster_metrics = false;
  int kube_api_qps = InfoOf(ControllerKind::kSizes).kube_api_qps;
  int kube_api_burst = InfoOf(ControllerKind::kSizes).kube_api_burst;
  server::LogOptions log;
};

// Returns whether the sidecar takes part in leader election: observe mode needs no lease.
inline bool TakesLease(const Options& options) {
  return options.leader_elect && options.enforce;
}

struct CommandLine {
  Options options;
  // The text of --help or --version, to be printed instead of a run. Empty otherwise.
  std::string print;
};

// Reads the arguments, without the program's name, and the environment for flags that are not among them. Errors:
// InvalidArgument with one sentence for the operator.
absl::StatusOr<CommandLine> ParseCommandLine(absl::Span<const char* const> arguments);

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_CONTROL_OPTIONS_H_
