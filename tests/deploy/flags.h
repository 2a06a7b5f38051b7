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

// The flags that a container gives its program in `args`, and in variables, with what Kubernetes puts in for
// `$(POD_NAMESPACE)`. Variables come first: what is in `args` counts more.
std::vector<std::string> FlagsOf(const kube::Json& container, const std::string& pod_namespace);

// As the programs themselves read them. Errors: InvalidArgument with their sentence.
absl::StatusOr<server::ServerOptions> ServerOptionsOf(const kube::Json& container);
absl::StatusOr<sidecar::Options> SidecarOptionsOf(const kube::Json& container);
absl::StatusOr<webhook::Options> WebhookOptionsOf(const kube::Json& container);

}  // namespace cpsizer::deploy

#endif  // CPSIZER_TESTS_DEPLOY_FLAGS_H_
