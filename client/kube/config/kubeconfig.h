#ifndef CPSIZER_CLIENT_KUBE_CONFIG_KUBECONFIG_H_
#define CPSIZER_CLIENT_KUBE_CONFIG_KUBECONFIG_H_

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "client/kube/config/cluster_config.h"

// Reads and merges kubeconfig files. Resolves relative paths. Does not check the values. Source: tools/clientcmd of
// client-go.
namespace cpsizer::kube {

struct KubeconfigCluster {
  std::string where;  // file and path of the cluster in this file, for the start of error messages
  std::string server;
  std::string certificate_authority;
  std::string certificate_authority_data;  // base64
  bool insecure_skip_tls_verify = false;
  std::string tls_server_name;
  std::string proxy_url;
  bool disable_compression = false;
  std::string exec_cluster_info;  // JSON
};

struct KubeconfigUser {
  std::string where;
  std::string client_certificate;
  std::string client_certificate_data;  // base64
  std::string client_key;
  std::string client_key_data;  // base64
  std::string token;
  std::string token_file;
  bool has_basic_auth = false;
  bool has_auth_provider = false;
  Impersonation impersonation;
  absl::optional<ExecSpec> exec;
};

struct KubeconfigContext {
  std::string where;
  std::string cluster;
  std::string user;
  std::string name_space;
};

struct Kubeconfig {
  std::vector<std::string> files;
  std::string current_context;
  std::map<std::string, KubeconfigCluster> clusters;
  std::map<std::string, KubeconfigUser> users;
  std::map<std::string, KubeconfigContext> contexts;
};

// Parses `text` in YAML or JSON. `text` is the content of the file at `path`. Errors: InvalidArgument for malformed
// YAML, for an object of another kind, for a field of the wrong type, and for a missing or repeated name. The message
// is one sentence that contains the file and the field.
absl::StatusOr<Kubeconfig> ParseKubeconfig(absl::string_view text, const std::string& path);

// Adds the entries of `more` to `kubeconfig`, and its current context if `kubeconfig` has none. If `more` and
// `kubeconfig` have an entry with the same name, the entry of `kubeconfig` does not change: the fields of the two
// entries are not merged.
void Merge(Kubeconfig more, Kubeconfig& kubeconfig);

// Reads and merges the files in `list`, which has the format of the variable KUBECONFIG. Ignores empty paths, repeated
// paths, and files that do not exist. Errors: NotFound if none of the files exists; the errors of ReadFile() and
// ParseKubeconfig().
absl::StatusOr<Kubeconfig> ReadKubeconfigList(absl::string_view list);

// Reads the file at `path`. The file must exist. Errors: the errors of ReadFile() and ParseKubeconfig().
absl::StatusOr<Kubeconfig> ReadKubeconfig(const std::string& path);

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_CONFIG_KUBECONFIG_H_
