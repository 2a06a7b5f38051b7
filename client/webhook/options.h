#ifndef CPSIZER_CLIENT_WEBHOOK_OPTIONS_H_
#define CPSIZER_CLIENT_WEBHOOK_OPTIONS_H_

#include <cstddef>
#include <string>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "absl/types/span.h"
#include "client/webhook/review_result.h"
#include "cpsizer/replicas_defaults.h"
#include "cpsizer/v1/recommend_size.pb.h"
#include "server/process/logging.h"
#include "server/process/tls/client_tls.h"
#include "server/process/tls/tls_identity.h"
#include "server/process/tls/tls_version.h"

namespace cpsizer::webhook {

// The values of the command line.
struct Options {
  std::string https_addr = "127.0.0.1:9443";
  server::TlsFiles tls;
  server::TlsVersion tls_min_version = server::TlsVersion::k12;
  std::string service;  // a gRPC target; empty: make the decisions in this process
  server::ClientTlsFiles service_tls = {
      {"--service-ca-file", ""}, {"--service-cert-file", ""}, {"--service-key-file", ""}};
  std::string service_server_name;  // empty: use the name in `service`
  absl::Duration service_timeout = absl::Seconds(2);
  OnFailure on_failure = OnFailure::kAllow;
  v1::SizeCpuPolicy cpu_policy = v1::SIZE_CPU_POLICY_UNSPECIFIED;
  std::string kubernetes_version = kDefaultKubernetesVersion;
  std::string admin_addr;  // empty: there is no admin port
  absl::Duration drain_delay = absl::Seconds(5);
  absl::Duration shutdown_grace_period = absl::Seconds(15);
  int max_connections = 256;
  size_t max_request_bytes = size_t{8} << 20;
  size_t max_buffered_bytes = size_t{32} << 20;
  server::LogOptions log;
};

struct CommandLine {
  Options options;
  // The text to print for --help or --version. If it is not empty, the program prints it and does not run.
  std::string print;
};

// Reads the arguments, and the environment variables of flags that are not among the arguments. `arguments` do not
// contain the name of the program. Errors: InvalidArgument with one sentence for the user.
absl::StatusOr<CommandLine> ParseCommandLine(absl::Span<const char* const> arguments);

// Returns `in-process`, or the address of the service if there is one.
std::string ServiceName(const Options& options);

}  // namespace cpsizer::webhook

#endif  // CPSIZER_CLIENT_WEBHOOK_OPTIONS_H_
