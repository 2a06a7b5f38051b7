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

// Limits of one list. Without them, an API server that returns pages without end would fill the memory.
inline constexpr size_t kMaxListObjects = 120'000;
inline constexpr size_t kMaxListPages = 2'000;

// Identifies the objects of one kind.
struct Resource {
  std::string path;            // `/apis/GROUP/VERSION/PLURAL`, or `/apis/GROUP/VERSION/namespaces/NAME/PLURAL`
  std::string field_selector;  // `metadata.name=kube-apiserver`; empty: all objects
  bool metadata_only = false;  // read PartialObjectMetadata, without spec and status
  bool watch = true;
  // Without watch: the time between two lists. With watch: the maximum duration of a watch, but at most 10 minutes. A
  // watch on which events no longer arrive is detected when its duration ends.
  absl::Duration poll_interval = absl::Minutes(10);
  size_t max_objects = kMaxListObjects;
};

// A page of a list, without its items.
struct ListPage {
  std::string resource_version;
  std::string next;       // the token of the next page; empty for the last page
  size_t no_objects = 0;  // the number of items that are not objects
};

// Returns the request for the page of `token`, or for the first page if `token` is empty. If `in_pages` is false,
// returns the request for the whole list.
HttpRequest PageRequest(const Resource& resource, const std::string& token, bool in_pages);

// Reads the response `bytes`, and calls `take` for each item that is an object, one by one. The objects do not have the
// members in `passed_over`. `take` may have been called even if an error is returned. Errors: the error in `bytes`; the
// first error of `take`, which ends the reading; DataLoss if the response is not a list; ResourceExhausted with
// IsTooLarge() if an item has more than tree::kMaxNodes nodes.
absl::StatusOr<ListPage> ReadPage(const Resource& resource, absl::StatusOr<std::string> bytes,
                                  const std::function<absl::Status(tree::Node)>& take,
                                  absl::string_view passed_over = tree::kSpecFields);

// Returns ResourceExhausted with IsTooLarge() if the number of objects or pages exceeds the limit of a list.
absl::Status CheckListSize(const Resource& resource, size_t objects, size_t pages);

// Returns the Accept header for an object of `resource`, or for a list of its objects if `list` is true.
std::string AcceptHeader(const Resource& resource, bool list);

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_LIST_PAGE_H_
