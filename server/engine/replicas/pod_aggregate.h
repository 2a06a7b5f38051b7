#ifndef CPSIZER_SERVER_ENGINE_REPLICAS_POD_AGGREGATE_H_
#define CPSIZER_SERVER_ENGINE_REPLICAS_POD_AGGREGATE_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "cpsizer/v1/pod.pb.h"
#include "server/engine/base/findings.h"
#include "server/engine/base/pod_request_total.h"
#include "server/engine/replicas/arithmetic.h"

namespace cpsizer {

// Returns the request of a container in milli-units. `index` is the index of the pod, for the path of a finding.
int64_t ReadContainerRequest(const v1::Container& container, const std::string& resource, const std::string& amount,
                             int index, Findings& findings);

// The sum of the requests of the containers of a pod, computed as in the scheduler (see PodRequestTotal).
//
// Reads each entry of a pod once, for all resources. Not thread-safe.
class PodAggregate {
 public:
  // Adds a resource. Later calls of Read() also read this resource.
  void Add(absl::string_view resource) { by_resource_.try_emplace(resource); }

  // Reads another pod.
  void Read(const v1::Pod& pod, int index, Findings& findings);

  // Returns the sum in milli-units; nothing if no container requests the resource. Requires that the resource was added
  // and that a pod was read.
  absl::optional<int64_t> Of(absl::string_view resource) const;

 private:
  struct Plus {
    int64_t operator()(int64_t a, int64_t b) const { return WrapAdd(a, b); }
  };
  using RequestTotal = PodRequestTotal<int64_t, Plus>;

  template <typename Take>
  void ReadContainer(const v1::Container& container, int index, Findings& findings, const Take& take);

  absl::flat_hash_map<absl::string_view, RequestTotal> by_resource_;
};

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_REPLICAS_POD_AGGREGATE_H_
