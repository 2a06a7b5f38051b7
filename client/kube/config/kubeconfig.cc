#include "client/kube/config/kubeconfig.h"

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <system_error>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "client/kube/fields.h"
#include "client/kube/limits.h"
#include "client/kube/parse_value.h"
#include "client/kube/quoted.h"
#include "client/kube/read_file.h"
#include "client/tree/node_json.h"

namespace cpsizer::kube {
namespace {

constexpr absl::string_view kExecExtension = "client.authentication.k8s.io/exec";

// The folder that contains a kubeconfig file. Relative paths in the kubeconfig are relative to this folder.
class Folder {
 public:
  explicit Folder(const std::string& file) {
    std::error_code ignored;
    path_ = std::filesystem::absolute(file, ignored).parent_path();
  }

  std::string Resolve(const std::string& path) const {
    return path.empty() || path[0] == '/' ? path : (path_ / path).lexically_normal().string();
  }
  // Returns a command without a slash unchanged, because such a command is searched in PATH.
  std::string ResolveCommand(const std::string& command) const {
    return command.find('/') == std::string::npos ? command : Resolve(command);
  }

 private:
  std::filesystem::path path_;
};

KubeconfigCluster ReadCluster(Fields fields, const Folder& folder) {
  KubeconfigCluster cluster;
  cluster.where = fields.where();
  cluster.server = fields.Text("server");
  cluster.certificate_authority = folder.Resolve(fields.Text("certificate-authority"));
  cluster.certificate_authority_data = fields.Text("certificate-authority-data");
  cluster.insecure_skip_tls_verify = fields.Boolean("insecure-skip-tls-verify");
  cluster.tls_server_name = fields.Text("tls-server-name");
  cluster.proxy_url = fields.Text("proxy-url");
  cluster.disable_compression = fields.Boolean("disable-compression");
  for (Fields& extension : fields.Maps("extensions")) {
    if (extension.Text("name") != kExecExtension) continue;
    const tree::Node* const value = extension.Find("extension");
    if (value != nullptr) {
      cluster.exec_cluster_info =
          tree::ToOrderedJson(*value).dump(-1, ' ', /*ensure_ascii=*/false, nlohmann::json::error_handler_t::replace);
    }
  }
  return cluster;
}

ExecSpec ReadExec(Fields fields, const Folder& folder) {
  ExecSpec exec;
  exec.where = fields.where();
  exec.api_version = fields.Text("apiVersion");
  exec.command = folder.ResolveCommand(fields.Text("command"));
  exec.arguments = fields.TextList("args");
  for (Fields& variable : fields.Maps("env")) {
    exec.environment.emplace_back(variable.Text("name"), variable.Text("value"));
  }
  exec.install_hint = fields.Text("installHint");
  exec.interactive_mode = fields.Text("interactiveMode");
  exec.provide_cluster_info = fields.Boolean("provideClusterInfo");
  return exec;
}

KubeconfigUser ReadUser(Fields fields, const Folder& folder) {
  KubeconfigUser user;
  user.where = fields.where();
  user.client_certificate = folder.Resolve(fields.Text("client-certificate"));
  user.client_certificate_data = fields.Text("client-certificate-data");
  user.client_key = folder.Resolve(fields.Text("client-key"));
  user.client_key_data = fields.Text("client-key-data");
  user.token = fields.Text("token");
  user.token_file = folder.Resolve(fields.Text("tokenFile"));
  const bool has_name = !fields.Text("username").empty();
  user.has_basic_auth = !fields.Text("password").empty() || has_name;
  user.has_auth_provider = fields.Has("auth-provider");
  user.impersonation.user = fields.Text("as");
  user.impersonation.uid = fields.Text("as-uid");
  user.impersonation.groups = fields.TextList("as-groups");
  user.impersonation.extra = fields.TextLists("as-user-extra");
  if (fields.Has("exec")) user.exec = ReadExec(fields.Map("exec"), folder);
  return user;
}

KubeconfigContext ReadContext(Fields fields, const Folder&) {
  return {fields.where(), fields.Text("cluster"), fields.Text("user"), fields.Text("namespace")};
}

// Reads the list `list` of a kubeconfig, such as `clusters`, into `entries`. Each item of the list has a name and, in
// the field `field`, a mapping.
template <typename Entry>
void ReadEntries(Fields& root, absl::string_view list, absl::string_view field, const Folder& folder,
                 Entry (*read)(Fields, const Folder&), std::map<std::string, Entry>& entries) {
  for (Fields& item : root.Maps(list)) {
    const std::string name = item.Text("name");
    if (name.empty()) {
      item.Refuse("name", "is missing");
      continue;
    }
    item.set_where(root.PathOf(absl::StrCat(list, "[", Quoted(name), "]")));
    if (!entries.emplace(name, read(item.Map(field), folder)).second) {
      item.Refuse("", "occurs twice; remove or rename one");
    }
  }
}

void CheckKind(Fields& root) {
  const std::string kind = root.Text("kind");
  if (!kind.empty() && kind != "Config") {
    root.Refuse("kind", absl::StrCat("is ", Quoted(kind), ", not Config; check that the file is a kubeconfig"));
  }
  const std::string api_version = root.Text("apiVersion");
  if (!api_version.empty() && api_version != "v1") {
    root.Refuse("apiVersion",
                absl::StrCat("is ", Quoted(api_version), ", not v1; check that the file is a kubeconfig"));
  }
}

}  // namespace

absl::StatusOr<Kubeconfig> ParseKubeconfig(absl::string_view text, const std::string& path) {
  const std::string where = absl::StrCat(OneLine(path, kMaxShownPathBytes), ": ");
  const absl::StatusOr<tree::Node> value = ParseValue(text);
  if (!value.ok()) return absl::Status(value.status().code(), absl::StrCat(where, value.status().message()));
  absl::Status error;
  Fields root(*value, where, error);
  CheckKind(root);
  Kubeconfig kubeconfig;
  kubeconfig.files.push_back(path);
  kubeconfig.current_context = root.Text("current-context");
  const Folder folder(path);
  ReadEntries(root, "clusters", "cluster", folder, ReadCluster, kubeconfig.clusters);
  ReadEntries(root, "users", "user", folder, ReadUser, kubeconfig.users);
  ReadEntries(root, "contexts", "context", folder, ReadContext, kubeconfig.contexts);
  if (!error.ok()) return error;
  return kubeconfig;
}

void Merge(Kubeconfig more, Kubeconfig& kubeconfig) {
  kubeconfig.files.insert(kubeconfig.files.end(), more.files.begin(), more.files.end());
  if (kubeconfig.current_context.empty()) kubeconfig.current_context = more.current_context;
  kubeconfig.clusters.merge(more.clusters);
  kubeconfig.users.merge(more.users);
  kubeconfig.contexts.merge(more.contexts);
}

absl::StatusOr<Kubeconfig> ReadKubeconfig(const std::string& path) {
  const absl::StatusOr<std::string> text = ReadFile(path, kMaxKubeconfigBytes);
  if (!text.ok()) return text.status();
  return ParseKubeconfig(*text, path);
}

absl::StatusOr<Kubeconfig> ReadKubeconfigList(absl::string_view list) {
  std::vector<std::string> paths;
  for (const absl::string_view path : absl::StrSplit(list, ':', absl::SkipEmpty())) {
    if (std::find(paths.begin(), paths.end(), path) == paths.end()) paths.emplace_back(path);
  }
  Kubeconfig merged;
  for (const std::string& path : paths) {
    absl::StatusOr<Kubeconfig> kubeconfig = ReadKubeconfig(path);
    if (absl::IsNotFound(kubeconfig.status())) continue;
    if (!kubeconfig.ok()) return kubeconfig.status();
    Merge(*std::move(kubeconfig), merged);
  }
  if (!merged.files.empty()) return merged;
  return absl::NotFoundError(
      absl::StrCat("none of the files of KUBECONFIG exists: ", Quoted(list), "; correct the variable, or unset it"));
}

}  // namespace cpsizer::kube
