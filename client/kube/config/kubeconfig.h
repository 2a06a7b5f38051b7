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

// Reads and merges kubeconfig files. Relative paths are resolved; values are not checked. Source: tools/clientcmd of
// client-go.
namespace cpsizer::kube {

struct KubeconfigCluster {
  std::string where;  // the file and the path of the field, for the beginning of messages
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

// Parses `text`, the content of the file at `path`, in YAML or JSON. Errors: InvalidArgument for malformed YAML,
// another kind of object, a field of the wrong type, and a missing or repeated name. The message is one sentence that
// names the file and the field.
absl::StatusOr<Kubeconfig> ParseKubeconfig(absl::string_view text, const std::string& path);

// Adds each definition of `more` to `kubeconfig`, if `kubeconfig` has no definition with the same name. A definition
// that `kubeconfig` has is not changed: single fields are not merged.
void Merge(Kubeconfig more, Kubeconfig& kubeconfig);

// Reads and merges the files of a list in the format of KUBECONFIG. Skips empty and repeated entries, and files that do
// not exist. Errors: NotFound if none of the files exists; the errors of ReadFile() and ParseKubeconfig().
absl::StatusOr<Kubeconfig> ReadKubeconfigList(absl::string_view list);

// Reads one file, which must exist. Errors: the errors of ReadFile() and ParseKubeconfig().
absl::StatusOr<Kubeconfig> ReadKubeconfig(const std::string& path);

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_CONFIG_KUBECONFIG_H_
