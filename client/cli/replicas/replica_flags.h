#ifndef CPSIZER_CLIENT_CLI_REPLICAS_REPLICA_FLAGS_H_
#define CPSIZER_CLIENT_CLI_REPLICAS_REPLICA_FLAGS_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "client/cli/base/flag_checks.h"
#include "client/replicas/hpa_options.h"
#include "cpsizer/v1/recommend_replicas.pb.h"

namespace CLI {
class App;
}  // namespace CLI

namespace cpsizer::cli {

// The options of the controller. The flags have the names of the flags of kube-controller-manager.
struct ControllerFlags {
  // One value for each of replicas::HpaOptions(). A value is absent if the flag is not given.
  std::vector<absl::optional<std::string>> values =
      std::vector<absl::optional<std::string>>(replicas::HpaOptions().size());
  v1::ReplicasZeroRule zero_replicas_rule = v1::REPLICAS_ZERO_RULE_UNSPECIFIED;
  std::string feature_gates;
  std::string kubernetes_version;  // empty: the version of the API server, or the default of the service

  v1::RecommendReplicasOptions Options() const;
};
void AddController(CLI::App& app, ControllerFlags& flags);
// Adds --kubernetes-version.
void AddKubernetesVersion(CLI::App& app, std::string& version);
void CheckController(const ControllerFlags& flags, FlagChecks& checks);

// Returns the flag that sets a field of a request, which is one of these flags or --now. Returns an empty text if no
// single flag sets the field.
absl::string_view ControllerFlagOf(absl::string_view field);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_REPLICAS_REPLICA_FLAGS_H_
