#include "client/kube/list_page.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "client/kube/http/api_error.h"
#include "client/kube/http/url.h"
#include "client/kube/resource_path.h"

namespace cpsizer::kube {
namespace {

constexpr int kPageSize = 500;
constexpr absl::Duration kListTimeout = absl::Seconds(60);
constexpr absl::Duration kWatchGrace = absl::Seconds(15);

}  // namespace

std::string AcceptHeader(const Resource& resource, bool list) {
  if (!resource.metadata_only) return "Accept: application/json";
  // With the Accept header for a list, a watch returns an empty stream and no error.
  return absl::StrCat("Accept: application/json;as=PartialObjectMetadata", list ? "List" : "", ";g=meta.k8s.io;v=v1");
}

HttpRequest PageRequest(const Resource& resource, const std::string& token, bool in_pages) {
  Query query;
  if (!resource.field_selector.empty()) query.Add("fieldSelector", resource.field_selector);
  if (in_pages) query.Add("limit", absl::StrCat(kPageSize));
  if (!token.empty()) query.Add("continue", token);
  HttpRequest request = GetRequest(query.AppendTo(resource.path), kMaxPageBytes, kListTimeout);
  request.headers = {AcceptHeader(resource, /*list=*/true)};
  return request;
}

HttpRequest WatchRequest(const Resource& resource, absl::string_view resource_version, absl::Duration duration) {
  Query query;
  query.Add("watch", "true");
  query.Add("allowWatchBookmarks", "true");
  query.Add("resourceVersion", resource_version);
  query.Add("timeoutSeconds", absl::StrCat(absl::ToInt64Seconds(duration)));
  if (!resource.field_selector.empty()) query.Add("fieldSelector", resource.field_selector);
  HttpRequest request = GetRequest(query.AppendTo(resource.path), kMaxAnswerBytes, duration + kWatchGrace);
  request.headers = {AcceptHeader(resource, /*list=*/false)};
  return request;
}

absl::StatusOr<ListPage> ReadPage(const Resource& resource, absl::StatusOr<std::string> bytes,
                                  const std::function<absl::Status(tree::Node)>& take, absl::string_view passed_over) {
  if (!bytes.ok()) return bytes.status();
  absl::Status taken;
  absl::Status error;
  const tree::Node list = tree::ParseList(
      *bytes, passed_over,
      [&](tree::Node item) {
        taken = take(std::move(item));
        return taken.ok();
      },
      &error);
  if (!taken.ok()) return taken;
  if (absl::IsResourceExhausted(error) || !list.is_map()) {
    return NoObjectError(absl::StrCat("the response to ", resource.path), bytes->size(), error);
  }
  const tree::Node* const items = list.Find("items");
  ListPage page;
  page.resource_version = std::string(TextAt(list, {"metadata", "resourceVersion"}));
  // If a list of metadata is empty, the API server returns null for `items`.
  if (items == nullptr || !(items->is_list() || items->is_null()) || page.resource_version.empty()) {
    return absl::DataLossError(absl::StrCat("the response to ", resource.path, " is not a list"));
  }
  page.next = std::string(TextAt(list, {"metadata", "continue"}));
  page.no_objects = items->items.size();
  return page;
}

absl::Status CheckListSize(const Resource& resource, size_t objects, size_t pages) {
  if (objects <= resource.max_objects && pages <= kMaxListPages) return absl::OkStatus();
  const bool by_objects = objects > resource.max_objects;
  return AsTooLarge(absl::ResourceExhaustedError(absl::StrCat("the list of ", resource.path, " has more than ",
                                                              by_objects ? resource.max_objects : kMaxListPages,
                                                              by_objects ? " objects" : " pages", ", the limit")));
}

}  // namespace cpsizer::kube
