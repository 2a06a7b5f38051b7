#ifndef CPSIZER_CLIENT_KUBE_LIST_PAGE_H_
#define CPSIZER_CLIENT_KUBE_LIST_PAGE_H_

#include <cstddef>
#include <functional>
#include <string>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "client/kube/http/http.h"
#include "client/tree/node.h"
#include "client/tree/parse_json.h"

namespace cpsizer::kube {

// The limits of one list. Without these limits, an API server that returns pages without end would exhaust the memory.
inline constexpr size_t kMaxListObjects = 120'000;
inline constexpr size_t kMaxListPages = 2'000;

// Identifies all objects of one kind, or a part of these objects.
struct Resource {
  std::string path;            // `/apis/GROUP/VERSION/PLURAL`, or `/apis/GROUP/VERSION/namespaces/NAME/PLURAL`
  std::string field_selector;  // such as `metadata.name=kube-apiserver`; empty for all objects
  bool metadata_only = false;  // if true, reads PartialObjectMetadata, which has no spec and no status
  bool watch = true;
  // If `watch` is false: the time between two lists. If `watch` is true: the maximum duration of a watch. The duration
  // of a watch is never more than 10 minutes. If a watch no longer delivers events, this is detected at the end of its
  // duration.
  absl::Duration poll_interval = absl::Minutes(10);
  size_t max_objects = kMaxListObjects;
};

// The properties of one page of a list, without the items of the page.
struct ListPage {
  std::string resource_version;
  std::string next;       // continue token of the next page; empty for the last page
  size_t no_objects = 0;  // the number of items that are not objects
};

// Returns the request for the page of the continue token `token`. If `token` is empty, returns the request for the
// first page. If `in_pages` is false, returns the request for the whole list.
HttpRequest PageRequest(const Resource& resource, const std::string& token, bool in_pages);

// Returns the request for a watch from `resource_version`, with bookmarks. The API server ends the watch after
// `duration`. If the watch has not ended 15 s later, the connection is considered dead, and the request times out.
HttpRequest WatchRequest(const Resource& resource, absl::string_view resource_version, absl::Duration duration);

// Parses the response `bytes`. Calls `take` for each item that is an object, one by one. Members with the name
// `passed_over` are removed from the objects. Errors: the error in `bytes`; the first error of `take`, after which
// `take` is not called again; DataLoss if the response is not a list; ResourceExhausted with IsTooLarge() if an item
// has more than tree::kMaxNodes nodes. `take` may have been called before an error is returned.
absl::StatusOr<ListPage> ReadPage(const Resource& resource, absl::StatusOr<std::string> bytes,
                                  const std::function<absl::Status(tree::Node)>& take,
                                  absl::string_view passed_over = tree::kSpecFields);

// Returns ResourceExhausted with IsTooLarge() if a list has too many objects or pages.
absl::Status CheckListSize(const Resource& resource, size_t objects, size_t pages);

// Returns the Accept header for one object of `resource`, or for a list of objects if `list` is true.
std::string AcceptHeader(const Resource& resource, bool list);

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_LIST_PAGE_H_
