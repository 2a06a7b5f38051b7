#include "client/machine/sample_store.h"

#include <iterator>

#include "cpsizer/limits.h"

namespace cpsizer::machine {

void SampleStore::Add(const NodeUsage& usage) {
  // Drops the samples of deleted nodes, because these samples are not used again.
  for (auto node = nodes_.begin(); node != nodes_.end();) {
    node = usage.nodes.contains(node->first) ? std::next(node) : nodes_.erase(node);
  }
  for (const auto& [name, samples] : usage.samples) {
    Node& node = nodes_[name];
    AddAll(samples.cpu(), node.cpu);
    AddAll(samples.memory(), node.memory);
    Limit(&Node::cpu, node.cpu);
    Limit(&Node::memory, node.memory);
  }
}

void SampleStore::Write(v1::RecommendMachineRequest& request) const {
  for (const auto& [name, node] : nodes_) {
    v1::MachineNodeSamples& written = *request.add_samples();
    written.set_node(name);
    for (const auto& [end, sample] : node.cpu) objects::AddSample(sample, *written.mutable_cpu());
    for (const auto& [end, sample] : node.memory) objects::AddSample(sample, *written.mutable_memory());
  }
}

void SampleStore::Keep(const v1::RecommendMachineRequest& request, const v1::RecommendMachineResponse& answer) {
  for (const v1::MachineNodeSamples& samples : request.samples()) {
    Node& node = nodes_[samples.node()];
    EraseAll(samples.cpu(), node.cpu);
    EraseAll(samples.memory(), node.memory);
    if (node.cpu.empty() && node.memory.empty()) nodes_.erase(samples.node());
  }
  for (const v1::MachineNodeSamples& samples : answer.samples()) {
    Node& node = nodes_[samples.node()];
    AddAll(samples.cpu(), node.cpu);
    AddAll(samples.memory(), node.memory);
  }
}

void SampleStore::AddAll(const v1::MachineUsageSamples& message, Samples& samples) {
  for (int i = 0; i < objects::SampleCount(message); ++i) {
    const objects::UsageSample sample{message.end_unix_nanos(i), message.window_nanos(i), message.usages(i),
                                      message.capacities(i)};
    samples.emplace(sample.end_unix_nanos, sample);
  }
}

void SampleStore::EraseAll(const v1::MachineUsageSamples& message, Samples& samples) {
  for (const int64_t end : message.end_unix_nanos()) samples.erase(end);
}

// If all nodes together have too many samples of the resource, drops the oldest samples of `added`.
void SampleStore::Limit(Samples Node::*resource, Samples& added) const {
  int64_t count = 0;
  for (const auto& [name, node] : nodes_) count += static_cast<int64_t>((node.*resource).size());
  for (; count > kMaxMachineSamples && !added.empty(); --count) added.erase(added.begin());
}

}  // namespace cpsizer::machine
