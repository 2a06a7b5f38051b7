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
  bool metadata_only = false;  // as PartialObjectMetadata: neither spec nor status travels
  bool watch = true;
  // Without watch, the time from one list to the next. With it, how long a watch lasts at most, and so how long one
  // that has gone silent goes unnoticed; 10 minutes if that is longer.
  absl::Duration poll_interval = absl::Minutes(10);
};

// A part of a list.
struct ListPage {
  std::vector<tree::Node> items;
  std::string resource_version;
  std::string next;  // token of the next page; empty for the last one
};

// Asks for a part of the list of `resource`: that behind `token`, or the first; all at once without `in_pages`.
HttpRequest PageRequest(const Resource& resource, const std::string& token, bool in_pages);

// Reads the answer. Errors: its own; DataLoss where it is no list.
absl::StatusOr<ListPage> ReadPage(const Resource& resource, absl::StatusOr<tree::Node> answer);

// How an object of `resource` is asked for, alone or in a list.
std::string AcceptHeader(const Resource& resource, bool list);

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_LIST_PAGE_H_
