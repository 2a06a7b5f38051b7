#ifndef CPSIZER_CLIENT_REPLICAS_POD_LIST_H_
#define CPSIZER_CLIENT_REPLICAS_POD_LIST_H_

#include <functional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "client/kube/api_client.h"
#include "client/objects/label_selector.h"
#include "cpsizer/v1/pod.pb.h"

namespace cpsizer::replicas {

// The pods that a selector selects.
struct PodList {
  std::vector<v1::Pod> pods;
  // Of each selector that was handed in, whether it selects some of them.
  std::vector<bool> selected_by;
};

// Lists the pods of a namespace by `selector`, in pages, as the server's cache has them; `others` are held against
// their labels. `done` hears once. Errors: the server's; ResourceExhausted beyond kMaxPods; InvalidArgument for a pod
// that cannot be read.
void ListPods(kube::ApiClient& client, const std::string& name_space, const std::string& selector,
              std::vector<objects::LabelSelector> others, std::function<void(absl::StatusOr<PodList>)> done);

}  // namespace cpsizer::replicas

#endif  // CPSIZER_CLIENT_REPLICAS_POD_LIST_H_
