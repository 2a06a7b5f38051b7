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

// Limits of one list: an API server whose pages never end must not fill the memory.
inline constexpr size_t kMaxListObjects = 120'000;
inline constexpr size_t kMaxListPages = 2'000;

// Objects of one kind.
struct Resource {
  std::string path;            // `/apis/GROUP/VERSION/PLURAL`, with `namespaces/NAME` inside for one namespace
  std::string field_selector;  // `metadata.name=kube-apiserver`; empty for all
  bool metadata_only = false;  // as PartialObjectMetadata, without spec and status
  bool watch = true;
  // Without watch, the time between two lists. With watch, the maximum duration of a watch, and so the time after which
  // a silent one is noticed; 10 minutes if that is longer.
  absl::Duration poll_interval = absl::Minutes(10);
  size_t max_objects = kMaxListObjects;
};

// A page of a list, without its items.
struct ListPage {
  std::string resource_version;
  std::string next;       // token of the next page; empty for the last one
  size_t no_objects = 0;  // items that are not objects
};

// Returns the request for the page of `token`, or for the first page if it is empty; without `in_pages` for the whole
// list.
HttpRequest PageRequest(const Resource& resource, const std::string& token, bool in_pages);

// Reads the response `bytes`; passes each object of its items to `take`, one by one, without the members in
// `passed_over`. `take` may have been called even if an error is returned. Errors: the error in `bytes`; the first
// error of `take`, after which nothing more is read; DataLoss if it is not a list; ResourceExhausted, marked by
// IsTooLarge(), if an item has more than tree::kMaxNodes nodes.
absl::StatusOr<ListPage> ReadPage(const Resource& resource, absl::StatusOr<std::string> bytes,
                                  const std::function<absl::Status(tree::Node)>& take,
                                  absl::string_view passed_over = tree::kSpecFields);

// Returns ResourceExhausted, marked by IsTooLarge(), once a list has more than its limits of objects or pages.
absl::Status CheckListSize(const Resource& resource, size_t objects, size_t pages);

// The Accept header for an object of `resource`, or for a list of them.
std::string AcceptHeader(const Resource& resource, bool list);

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_LIST_PAGE_H_
