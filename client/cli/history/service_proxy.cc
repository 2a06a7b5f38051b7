#include "client/cli/history/service_proxy.h"

#include <algorithm>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "client/history/prometheus/limits.h"
#include "client/kube/resource_path.h"
#include "client/objects/escape.h"

namespace cpsizer::cli {
namespace {

// Returns whether `text` is a name of a namespace, of a service or of a port.
bool IsNameOfProxy(absl::string_view text) {
  const auto is_part = [](unsigned char c) { return absl::ascii_islower(c) || absl::ascii_isdigit(c) || c == '-'; };
  return !text.empty() && std::all_of(text.begin(), text.end(), is_part);
}

}  // namespace

std::string ServicePathProblem(const std::string& service) {
  const std::vector<std::string> parts = absl::StrSplit(service, absl::MaxSplits('/', 1));
  if (parts.size() == 2) {
    std::vector<std::string> names = absl::StrSplit(parts[1], ':');
    const bool has_scheme = names.size() == 3 && (names[0] == "https" || names[0] == "http");
    if (has_scheme) names.erase(names.begin());
    if (names.size() == 2 && IsNameOfProxy(parts[0]) && std::all_of(names.begin(), names.end(), IsNameOfProxy)) {
      return "";
    }
  }
  return absl::StrCat("--prometheus-service: ", objects::QuotedValue(service),
                      " is not a service with a port; write NAMESPACE/NAME:PORT, such as "
                      "monitoring/prometheus-k8s:9090, or NAMESPACE/https:NAME:PORT");
}

absl::StatusOr<std::unique_ptr<ServiceProxy>> ServiceProxy::Make(const ClusterFlags& cluster,
                                                                 const std::string& service) {
  absl::StatusOr<std::unique_ptr<ClusterConnection>> connection = ClusterConnection::Make(cluster);
  if (!connection.ok()) return connection.status();
  return std::unique_ptr<ServiceProxy>(new ServiceProxy(*std::move(connection), service));
}

ServiceProxy::ServiceProxy(std::unique_ptr<ClusterConnection> connection, const std::string& service)
    : connection_(std::move(connection)), name_(absl::StrCat("the service ", service)) {
  const std::vector<std::string> parts = absl::StrSplit(service, absl::MaxSplits('/', 1));
  path_ = absl::StrCat("/api/v1/namespaces/", parts[0], "/services/", parts[1], "/proxy");
}

absl::StatusOr<std::string> ServiceProxy::Get(const std::string& path) {
  return connection_->GetBytes(
      kube::GetRequest(absl::StrCat(path_, path), history::kMaxResponseBytes, history::kQueryTimeout));
}

}  // namespace cpsizer::cli
