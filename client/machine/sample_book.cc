#include "client/machine/sample_book.h"

#include <iterator>
#include <utility>

#include "cpsizer/limits.h"

namespace cpsizer::machine {

void SampleBook::Add(const NodeUsage& usage) {
  // Samples of nodes that are gone never count again.
  for (auto node = nodes_.begin(); node != nodes_.end();) {
    node = usage.nodes.contains(node->first) ? std::next(node) : nodes_.erase(node);
  }
  for (const auto& [node, sample] : usage.samples) {
    Samples& samples = nodes_[node];
    if (!samples.emplace(sample.timestamp(), sample).second) continue;
    if (size() > kMaxMachineSamples) samples.erase(samples.begin());
  }
}

void SampleBook::Write(v1::RecommendMachineRequest& request) const {
  for (const auto& [node, samples] : nodes_) {
    v1::MachineNodeSamples& written = *request.add_samples();
    written.set_node(node);
    for (const auto& [time, sample] : samples) *written.add_samples() = sample;
  }
}

void SampleBook::Keep(const v1::RecommendMachineRequest& asked, const v1::RecommendMachineResponse& answer) {
  for (const v1::MachineNodeSamples& node : asked.samples()) {
    Samples& samples = nodes_[node.node()];
    for (const v1::MachineSample& sample : node.samples()) samples.erase(sample.timestamp());
    if (samples.empty()) nodes_.erase(node.node());
  }
  for (const v1::MachineNodeSamples& node : answer.samples()) {
    for (const v1::MachineSample& sample : node.samples()) {
      v1::MachineSample& kept = nodes_[node.node()][sample.timestamp()];
      kept = sample;
      // Not read in a request.
      kept.clear_cpu_arithmetic();
      kept.clear_memory_arithmetic();
    }
  }
}

size_t SampleBook::size() const {
  size_t size = 0;
  for (const auto& [node, samples] : nodes_) size += samples.size();
  return size;
}

}  // namespace cpsizer::machine
