#ifndef CPSIZER_SERVER_ENGINE_MACHINE_NODE_SAMPLES_H_
#define CPSIZER_SERVER_ENGINE_MACHINE_NODE_SAMPLES_H_

#include <cstdint>
#include <vector>

#include "absl/strings/string_view.h"
#include "cpsizer/v1/recommend_machine.pb.h"
#include "server/engine/base/findings.h"
#include "server/engine/base/instant.h"

namespace cpsizer {

// One sample with a capacity above 0, in the units of MachineUsageSamples.
struct UsageSample {
  int64_t end = 0;
  int64_t window = 0;
  int64_t usage = 0;
  int64_t capacity = 0;  // above 0
};

// Sorted by `end`, which is unique.
using UsageSamples = std::vector<UsageSample>;

struct NodeSamples {
  absl::string_view node;
  UsageSamples cpu;
  UsageSamples memory;
};

// Reads the samples of the nodes of the request, in the order of `nodes`. Samples of other nodes are ignored. `request`
// must outlive the result.
std::vector<NodeSamples> ReadNodeSamples(const v1::RecommendMachineRequest& request, Findings& findings);

// Adds the samples that end after `oldest` to a response, with their utilizations if `brief` is false. For each node
// and resource, the newest sample that ends at or before `now` is always added, even if it ends before `oldest`:
// without this sample, a metric that has disappeared could not be distinguished from a metric that never existed.
void KeepSamples(const std::vector<NodeSamples>& nodes, Instant oldest, Instant now, bool brief,
                 v1::RecommendMachineResponse& response);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_MACHINE_NODE_SAMPLES_H_
