#ifndef CPSIZER_CLIENT_KUBE_LIST_PAGE_H_
#define CPSIZER_CLIENT_KUBE_LIST_PAGE_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "client/kube/http/http.h"
#include "client/tree/node.h"

namespace cpsizer::kube {

// Objects of one kind.
struct Resource {
  std::string path;            // `/apis/GROUP/VERSION/PLURAL`, with `namespaces/NAME` inside for one namespace
  std::string field_selector;  // `metadata.name=kube-apiserver`; empty for all
  bool metadata_only = false;  // as PartialObjectMetadata, without spec and status
  bool watch = true;
  // Without watch, the time between two lists. With watch, the maximum duration of a watch, and so the time after which
  // a silent one is noticed; 10 minutes if that is longer.
  absl::Duration poll_interval = absl::Minutes(10);
};

// A page of a list.
struct ListPage {
  std::vector<tree::Node> items;
  std::string resource_version;
  std::string next;  // token of the next page; empty for the last one
};

// The request for the page of `token`, or for the first page if it is empty; without `in_pages` for the whole list.
HttpRequest PageRequest(const Resource& resource, const std::string& token, bool in_pages);

// Reads the response. Errors: the error in `answer`; DataLoss if it is not a list.
absl::StatusOr<ListPage> ReadPage(const Resource& resource, absl::StatusOr<tree::Node> answer);

// The Accept header for an object of `resource`, or for a list of them.
std::string AcceptHeader(const Resource& resource, bool list);

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_LIST_PAGE_H_
