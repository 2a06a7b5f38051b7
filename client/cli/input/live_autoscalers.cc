#include "client/cli/input/live_autoscalers.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "client/kube/http/url.h"
#include "client/objects/problem_list.h"

namespace cpsizer::cli {
namespace {

constexpr char kApiVersion[] = "autoscaling/v2";

std::string PathOf(const std::string& name_space) {
  return absl::StrCat("/apis/", kApiVersion, name_space.empty() ? "" : "/namespaces/", kube::PercentEncoded(name_space),
                      "/horizontalpodautoscalers");
}

}  // namespace

absl::Status ListAutoscalers(ClusterConnection& connection, const std::string& name_space,
                             std::vector<objects::FoundAutoscaler>& autoscalers,
                             std::vector<objects::FileProblem>& problems) {
  return connection.List({PathOf(name_space), ""}, [&](tree::Node object) {
    // The items of a list do not say it.
    tree::SetText(object, "apiVersion", kApiVersion);
    tree::SetText(object, "kind", "HorizontalPodAutoscaler");
    objects::ProblemList own(NameOfObject(object), problems);
    objects::FoundAutoscaler found;
    if (!objects::ReadAutoscaler(object, kApiVersion, own, found)) return;
    found.file = own.file();
    // Unknown fields from an API server are fields of another version, not misspelled ones.
    found.unknown_fields.clear();
    autoscalers.push_back(std::move(found));
  });
}

}  // namespace cpsizer::cli
