#include "client/kube/list_page.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "client/kube/http/url.h"

namespace cpsizer::kube {
namespace {

constexpr int kPageSize = 500;
constexpr absl::Duration kListTimeout = absl::Seconds(60);

}  // namespace

std::string AcceptHeader(const Resource& resource, bool list) {
  if (!resource.metadata_only) return "Accept: application/json";
  // The Accept header of a list makes a watch an empty stream, without an error.
  return absl::StrCat("Accept: application/json;as=PartialObjectMetadata", list ? "List" : "", ";g=meta.k8s.io;v=v1");
}

HttpRequest PageRequest(const Resource& resource, const std::string& token, bool in_pages) {
  Query query;
  if (!resource.field_selector.empty()) query.Add("fieldSelector", resource.field_selector);
  if (in_pages) query.Add("limit", absl::StrCat(kPageSize));
  if (!token.empty()) query.Add("continue", token);
  HttpRequest request;
  request.path = query.AppendTo(resource.path);
  request.headers = {AcceptHeader(resource, /*list=*/true)};
  request.timeout = kListTimeout;
  return request;
}

absl::StatusOr<ListPage> ReadPage(const Resource& resource, absl::StatusOr<tree::Node> answer) {
  if (!answer.ok()) return answer.status();
  tree::Node* const items = answer->Find("items");
  ListPage page;
  page.resource_version = std::string(TextAt(*answer, {"metadata", "resourceVersion"}));
  // Null for none: so the server writes an empty list of metadata.
  if (items == nullptr || !(items->is_list() || items->is_null()) || page.resource_version.empty()) {
    return absl::DataLossError(absl::StrCat("the answer for ", resource.path, " is no list"));
  }
  page.items = std::move(items->items);
  page.next = std::string(TextAt(*answer, {"metadata", "continue"}));
  return page;
}

}  // namespace cpsizer::kube
