#ifndef CPSIZER_TESTS_DEPLOY_FLAGS_H_
#define CPSIZER_TESTS_DEPLOY_FLAGS_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "client/sidecar/control/options.h"
#include "client/webhook/options.h"
#include "server/rpc/server_options.h"
#include "tests/testing/json.h"

namespace cpsizer::deploy {

// Returns the flags of a container's program, from its variables and its `args`. `$(POD_NAMESPACE)` is replaced as
// Kubernetes does. Variables come first, because `args` take precedence.
std::vector<std::string> FlagsOf(const kube::Json& container, const std::string& pod_namespace);

// Parses the flags of a container as the programs do. Errors: InvalidArgument with the message of the program.
absl::StatusOr<server::ServerOptions> ServerOptionsOf(const kube::Json& container);
absl::StatusOr<sidecar::Options> SidecarOptionsOf(const kube::Json& container);
absl::StatusOr<webhook::Options> WebhookOptionsOf(const kube::Json& container);

}  // namespace cpsizer::deploy

#endif  // CPSIZER_TESTS_DEPLOY_FLAGS_H_
