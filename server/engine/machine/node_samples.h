#ifndef CPSIZER_SERVER_ENGINE_MACHINE_NODE_SAMPLES_H_
#define CPSIZER_SERVER_ENGINE_MACHINE_NODE_SAMPLES_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "cpsizer/quantity.h"
#include "cpsizer/v1/recommend_machine.pb.h"
#include "server/engine/base/findings.h"
#include "server/engine/base/instant.h"

namespace cpsizer {

// The usage of one resource and the capacity of the node. Counts only if the usage was measured and the capacity is
// above 0.
struct ResourceUse {
  bool counts = false;
  Nanos usage = 0;
  Nanos capacity = 0;
};

// A MachineSample, read.
struct UsageSample {
  Instant end = 0;
  int64_t window = 0;  // nanoseconds
  ResourceUse cpu;
  ResourceUse memory;
  const v1::MachineSample* message = nullptr;
};

// The samples of one node by increasing end. For each end and resource at most one counts.
struct NodeSamples {
  absl::string_view node;
  std::vector<UsageSample> samples;
};

// Reads the samples of the nodes of the request, in the order of `nodes`. Those of other nodes are not looked at. The
// result refers to `request`.
std::vector<NodeSamples> ReadNodeSamples(const v1::RecommendMachineRequest& request, Findings& findings);

// How samples come from the request into the response.
enum class SampleTransfer : uint8_t { kCopy, kMove };

// Adds the samples that end after `oldest` to a response, with their arithmetic unless `brief`; and for each node the
// newest one that counts for CPU and for memory at `now`, however old it is: without it a metric that has disappeared
// would look like one that never was there. kMove requires that the request is not constant and no longer needed.
void KeepSamples(const std::vector<NodeSamples>& nodes, Instant oldest, Instant now, bool brief,
                 SampleTransfer transfer, v1::RecommendMachineResponse& response);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_MACHINE_NODE_SAMPLES_H_
