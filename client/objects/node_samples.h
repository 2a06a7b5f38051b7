#ifndef CPSIZER_CLIENT_OBJECTS_NODE_SAMPLES_H_
#define CPSIZER_CLIENT_OBJECTS_NODE_SAMPLES_H_

#include <cstdint>

#include "absl/status/status.h"
#include "absl/types/optional.h"
#include "client/objects/machine_objects.h"
#include "cpsizer/quantity.h"
#include "cpsizer/v1/node.pb.h"
#include "cpsizer/v1/recommend_machine.pb.h"

// Makes the samples of RecommendMachine from Kubernetes objects. Amounts are in the units of MachineUsageSamples:
// billionths of a CPU, and bytes.
namespace cpsizer::objects {

// The text for messages if CpuAmount() returns nothing. Messages have this text after "is" or "has".
inline constexpr char kTooManyCpus[] = "more than 9.2 billion CPUs";

// Returns the amount in billionths of a CPU. Returns nothing if the amount needs more than 64 bits (9.2 billion CPUs).
// `nanos` must be at least 0.
absl::optional<int64_t> CpuAmount(Nanos nanos);
// Returns the amount in bytes, rounded up. `nanos` must be the amount of a Quantity and at least 0.
int64_t MemoryAmount(Nanos nanos);

// The capacity of a node. An unknown amount is 0.
struct NodeCapacity {
  int64_t cpu = 0;
  int64_t memory = 0;
};

// Reads `status.capacity`. Errors: InvalidArgument if an amount is not a quantity, is negative, or is too large.
absl::Status ReadNodeCapacity(const v1::Node& node, NodeCapacity& capacity);

// One sample of one resource.
struct UsageSample {
  int64_t end_unix_nanos = 0;
  int64_t window_nanos = 0;
  int64_t usage = 0;
  int64_t capacity = 0;
};
void AddSample(const UsageSample& sample, v1::MachineUsageSamples& samples);

// Returns the number of samples. Returns the length of the shortest column, because the columns of a response are not
// validated.
int SampleCount(const v1::MachineUsageSamples& samples);

// Adds a sample for each resource with a known usage and capacity. Errors: InvalidArgument if a time, a window or an
// amount cannot be read. In case of an error, adds nothing.
absl::Status AddNodeMetrics(const FoundNodeMetrics& found, const NodeCapacity& capacity,
                            v1::MachineNodeSamples& samples);

}  // namespace cpsizer::objects

#endif  // CPSIZER_CLIENT_OBJECTS_NODE_SAMPLES_H_
