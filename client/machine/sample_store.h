#ifndef CPSIZER_CLIENT_MACHINE_SAMPLE_STORE_H_
#define CPSIZER_CLIENT_MACHINE_SAMPLE_STORE_H_

#include <cstdint>
#include <string>

#include "absl/container/btree_map.h"
#include "client/machine/usage_reader.h"
#include "client/objects/node_samples.h"
#include "cpsizer/v1/recommend_machine.pb.h"

namespace cpsizer::machine {

// The samples of nodes between decisions, in memory: after a restart the windows fill again.
class SampleStore {
 public:
  // Adds the samples of one measurement, and drops those of nodes that it does not have. A sample with a time that is
  // already stored is left out: metrics APIs return the same one until they have measured again. With
  // kMaxMachineSamples samples of a resource, the oldest of the node is dropped.
  void Add(const NodeUsage& usage);

  // Writes all samples to a request.
  void Write(v1::RecommendMachineRequest& request) const;

  // A decision about the samples in `request` was made: keeps those that its `answer` returns, and those added since.
  void Keep(const v1::RecommendMachineRequest& request, const v1::RecommendMachineResponse& answer);

 private:
  using Samples = absl::btree_map<int64_t, objects::UsageSample>;  // by end of the window
  struct Node {
    Samples cpu;
    Samples memory;
  };

  static void AddAll(const v1::MachineUsageSamples& message, Samples& samples);
  static void EraseAll(const v1::MachineUsageSamples& message, Samples& samples);
  void Limit(Samples Node::*resource, Samples& added) const;

  absl::btree_map<std::string, Node> nodes_;
};

}  // namespace cpsizer::machine

#endif  // CPSIZER_CLIENT_MACHINE_SAMPLE_STORE_H_
