#ifndef CPSIZER_CLIENT_KUBE_CONFIG_CLUSTER_CONFIG_H_
#define CPSIZER_CLIENT_KUBE_CONFIG_CLUSTER_CONFIG_H_

#include <string>
#include <utility>
#include <vector>

#include "absl/types/optional.h"

namespace cpsizer::kube {

// Certificates or a key in PEM format, as text or as the path of a file. If both fields are empty, no PEM is
// configured.
struct Pem {
  std::string data;
  std::string file;

  bool empty() const { return data.empty() && file.empty(); }
};

// The user to impersonate. If `user` is empty, no user is impersonated. Source: the Impersonate-* headers that the API
// server accepts.
struct Impersonation {
  std::string user;
  std::string uid;
  std::vector<std::string> groups;
  std::vector<std::pair<std::string, std::vector<std::string>>> extra;
};

// A credential plugin of client.authentication.k8s.io.
struct ExecSpec {
  std::string where;  // kubeconfig file and path of the field `exec`, for the start of error messages
  std::string api_version;
  std::string command;  // a path, or the name of a program that is searched in PATH
  std::vector<std::string> arguments;
  std::vector<std::pair<std::string, std::string>> environment;
  std::string install_hint;
  std::string interactive_mode;
  bool provide_cluster_info = false;
};

// The credentials of the client. If a certificate and a token are configured, the client sends both.
struct Credentials {
  Pem client_certificate;
  Pem client_key;  // set if and only if client_certificate is set
  std::string token;
  std::string token_file;         // read again regularly; used instead of `token` if the file can be read
  absl::optional<ExecSpec> exec;  // used only if there is no token and no certificate
  Impersonation impersonation;
};

// The configuration for calls of one API server as one user.
struct ClusterConfig {
  std::string origin;           // where this configuration is from, for the log
  bool is_pod_account = false;  // true if the source is the service account of the pod of this process
  std::string server;           // https://host[:port][/prefix], without a slash at the end
  Pem certificate_authority;    // if empty, the root certificates of the system are used
  bool insecure_skip_tls_verify = false;
  std::string tls_server_name;
  std::string proxy_url;  // may contain a password; if empty, the proxy of the environment is used
  bool disable_compression = false;
  std::string name_space;         // for requests without a namespace
  std::string exec_cluster_info;  // JSON for spec.cluster.config in the input of the plugin; may be empty
  Credentials credentials;        // empty if `server` is not https, because credentials must not be sent in plaintext
};

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_CONFIG_CLUSTER_CONFIG_H_
