#ifndef CPSIZER_CLIENT_CLI_INPUT_LIVE_AUTOSCALERS_H_
#define CPSIZER_CLIENT_CLI_INPUT_LIVE_AUTOSCALERS_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "client/cli/input/cluster_connection.h"
#include "client/objects/found_object.h"
#include "client/objects/replica_objects.h"

namespace cpsizer::cli {

// Appends the HorizontalPodAutoscalers of a namespace, or of all namespaces if `name_space` is empty, in the order of
// their names. An autoscaler that cannot be read is added to the problems. Errors: the errors of
// ClusterConnection::List.
absl::Status ListAutoscalers(ClusterConnection& connection, const std::string& name_space,
                             std::vector<objects::FoundAutoscaler>& autoscalers,
                             std::vector<objects::FileProblem>& problems);

// Reads the version of the API server, such as `v1.37.2`. Errors: the errors of ClusterConnection::Get and of
// replicas::ReadGitVersion.
absl::StatusOr<std::string> ReadServerVersion(ClusterConnection& connection);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_INPUT_LIVE_AUTOSCALERS_H_
