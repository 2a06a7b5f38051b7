#ifndef CPSIZER_CLIENT_REPLICAS_POD_LIST_H_
#define CPSIZER_CLIENT_REPLICAS_POD_LIST_H_

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "absl/container/btree_set.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "client/kube/api_client.h"
#include "client/objects/label_selector.h"
#include "client/objects/replica_objects.h"
#include "client/replicas/limits.h"
#include "cpsizer/v1/pod.pb.h"

namespace cpsizer::replicas {

// The pods that a selector selects.
struct PodList {
  std::vector<v1::Pod> pods;
  // One element for each selector of `others`: true if the selector selects at least one of the pods.
  std::vector<bool> selected_by;
  // The owners of the pods: see OwnerOf().
  absl::btree_set<objects::PodOwner> owners;
};

// Returns the pods that `selector` selects, in the order of `pods`. Compares `others` with the labels of these pods.
PodList SelectPods(const std::vector<objects::FoundPod>& pods, const objects::LabelSelector& selector,
                   const std::vector<objects::LabelSelector>& others);

struct PodQuery {
  std::string name_space;
  std::string selector;  // empty: all pods of the namespace
  size_t max_page_bytes = kMaxPodPageBytes;
};

// Reads pods in pages from the cache of the API server. Calls `take` for each pod; an error of `take` ends the read.
// Calls `done` once. Errors: the error of the API server; the error of `take`; DataLoss for a page that is too long;
// InvalidArgument for a pod that cannot be read.
void ReadPods(kube::ApiClient& client, const PodQuery& query, std::function<absl::Status(objects::FoundPod)> take,
              std::function<void(const absl::Status&)> done);

// Lists the pods that `selector` selects. Errors: the errors of ReadPods(); ResourceExhausted for more than kMaxPods
// pods.
void ListPods(kube::ApiClient& client, const std::string& name_space, const std::string& selector,
              std::vector<objects::LabelSelector> others, std::function<void(absl::StatusOr<PodList>)> done);

}  // namespace cpsizer::replicas

#endif  // CPSIZER_CLIENT_REPLICAS_POD_LIST_H_
