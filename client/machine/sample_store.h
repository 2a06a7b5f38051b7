#ifndef CPSIZER_CLIENT_MACHINE_SAMPLE_STORE_H_
#define CPSIZER_CLIENT_MACHINE_SAMPLE_STORE_H_

#include <cstdint>
#include <string>

#include "absl/container/btree_map.h"
#include "client/machine/usage_reader.h"
#include "client/objects/node_samples.h"
#include "cpsizer/v1/recommend_machine.pb.h"

namespace cpsizer::machine {

// Keeps the samples of nodes in memory between decisions. After a restart the samples are collected again.
class SampleStore {
 public:
  // Adds the samples of one measurement. Drops the samples of nodes that `usage` does not have. Leaves out a sample if
  // a sample with the same time is already stored, because a metrics API returns the same sample until its next
  // measurement. If all nodes together have more than kMaxMachineSamples samples of a resource, drops the oldest
  // samples of the node whose samples were added.
  void Add(const NodeUsage& usage);

  // Writes all samples to `request`.
  void Write(v1::RecommendMachineRequest& request) const;

  // Must be called after a decision about the samples in `request`. Keeps the samples that `answer` returns, and the
  // samples that were added after Write().
  void Keep(const v1::RecommendMachineRequest& request, const v1::RecommendMachineResponse& answer);

 private:
  using Samples = absl::btree_map<int64_t, objects::UsageSample>;  // by the end of the window
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
