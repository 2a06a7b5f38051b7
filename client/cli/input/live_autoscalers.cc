#include "client/cli/input/live_autoscalers.h"

#include <utility>

#include "client/cli/input/listed_kind.h"
#include "client/objects/problem_list.h"
#include "client/replicas/server_version.h"

namespace cpsizer::cli {

absl::StatusOr<std::string> ReadServerVersion(ClusterConnection& connection) {
  const absl::StatusOr<tree::Node> answer = connection.Get(replicas::kVersionPath);
  if (!answer.ok()) return answer.status();
  return replicas::ReadGitVersion(*answer);
}

absl::Status ListAutoscalers(ClusterConnection& connection, const std::string& name_space,
                             std::vector<objects::FoundAutoscaler>& autoscalers,
                             std::vector<objects::FileProblem>& problems) {
  return connection.List({ListPath(kListedAutoscalers, name_space), ""}, [&](tree::Node object) {
    // The API server omits these fields in the items of a list.
    tree::SetText(object, "apiVersion", std::string(kListedAutoscalers.api_version));
    tree::SetText(object, "kind", std::string(kListedAutoscalers.kind));
    objects::ProblemList own(NameOfObject(object), problems);
    objects::FoundAutoscaler found;
    if (!objects::ReadAutoscaler(object, kListedAutoscalers.api_version, own, found)) return;
    found.file = own.file();
    autoscalers.push_back(std::move(found));
  });
}

}  // namespace cpsizer::cli
