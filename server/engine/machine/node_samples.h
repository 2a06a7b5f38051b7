#ifndef CPSIZER_SERVER_ENGINE_MACHINE_NODE_SAMPLES_H_
#define CPSIZER_SERVER_ENGINE_MACHINE_NODE_SAMPLES_H_

#include <cstdint>
#include <vector>

#include "absl/strings/string_view.h"
#include "cpsizer/v1/recommend_machine.pb.h"
#include "server/engine/base/findings.h"
#include "server/engine/base/instant.h"

namespace cpsizer {

// One sample that counts, in the units of MachineUsageSamples.
struct UsageSample {
  int64_t end = 0;
  int64_t window = 0;
  int64_t usage = 0;
  int64_t capacity = 0;  // above 0
};

// By increasing end, each once.
using UsageSamples = std::vector<UsageSample>;

struct NodeSamples {
  absl::string_view node;
  UsageSamples cpu;
  UsageSamples memory;
};

// Reads the samples of the nodes of the request, in the order of `nodes`. Samples of other nodes are ignored. The
// result refers to `request`.
std::vector<NodeSamples> ReadNodeSamples(const v1::RecommendMachineRequest& request, Findings& findings);

// Adds the samples that end after `oldest` to a response, with their utilizations unless `brief`; and for each node
// and resource the newest one at `now`, however old it is: without it a metric that has disappeared could not be
// distinguished from one that never existed.
void KeepSamples(const std::vector<NodeSamples>& nodes, Instant oldest, Instant now, bool brief,
                 v1::RecommendMachineResponse& response);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_MACHINE_NODE_SAMPLES_H_
