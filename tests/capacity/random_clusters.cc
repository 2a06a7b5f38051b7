#include "tests/capacity/random_clusters.h"

#include <random>
#include <utility>

#include "absl/strings/str_cat.h"

namespace cpsizer::capacity {
namespace {

// The output of the generator is specified by the standard, unlike that of the distributions.
class Random {
 public:
  explicit Random(uint64_t seed) : generator_(seed) {}

  int64_t Between(int64_t low, int64_t high) {
    return low + static_cast<int64_t>(generator_() % static_cast<uint64_t>(high - low + 1));
  }

 private:
  std::mt19937_64 generator_;
};

Component RandomComponent(int64_t index, Random& random) {
  const bool is_large = index < 3;
  Component component = MakeComponent(absl::StrCat("component-", index),
                                      is_large ? random.Between(10, 40) * 50 : random.Between(1, 30) * 10,
                                      (is_large ? random.Between(8, 64) * 128 : random.Between(1, 40) * 10) * kMi);
  constexpr int64_t kReplicas[] = {1, 2, 3, 3, 3};
  component.replicas = kReplicas[random.Between(0, 4)];
  component.pod.one_per_host = component.replicas > 1;
  component.pod.one_per_zone = component.replicas > 1 && random.Between(0, 4) > 0;
  return component;
}

}  // namespace

RandomCluster SmallCluster(uint64_t seed) {
  Random random(seed);
  RandomCluster result;
  const int64_t zones = random.Between(1, 3);
  const int64_t nodes = random.Between(1, 4);
  for (int64_t i = 0; i < nodes; ++i) {
    Node node = MakeNode(absl::StrCat("node-", i), random.Between(0, 9) == 0 ? "" : absl::StrCat("zone-", i % zones),
                         random.Between(2, 10), random.Between(2, 10));
    node.allocatable[Resource::kPods] = random.Between(1, 6);
    if (random.Between(0, 4) == 0) node.taints = {{"dedicated", "etcd", "NoSchedule"}};
    result.cluster.nodes.push_back(std::move(node));
  }
  result.cluster.rules.push_back({{}, {}, {{"dedicated", "etcd", "", false}}});
  const int64_t components = random.Between(1, 3);
  for (int64_t i = 0; i < components; ++i) {
    Component component = MakeComponent(absl::StrCat("component-", i), random.Between(0, 4), random.Between(0, 4));
    component.replicas = random.Between(1, 3);
    component.pod.one_per_host = random.Between(0, 1) == 1;
    component.pod.one_per_zone = random.Between(0, 2) == 0;
    component.pod.rules = static_cast<size_t>(random.Between(0, 1));
    result.control_plane.components.push_back(std::move(component));
  }
  return result;
}

RandomCluster LargeCluster(uint64_t seed, int64_t nodes) {
  Random random(seed);
  RandomCluster result;
  for (int64_t i = 0; i < nodes; ++i) {
    const int64_t cores = int64_t{16} << random.Between(0, 2);
    Node node = MakeNode(absl::StrCat("node-", i), absl::StrCat("zone-", i % 3), cores * 1'000 - 500,
                         cores * random.Between(3, 8) * kGi - 2 * kGi);
    node.allocatable[Resource::kPods] = 500;
    RunningPod running = {absl::StrCat("pod-", i), {}, static_cast<int>(i)};
    const int64_t percent = random.Between(0, 90);
    running.pod.requests = {{node.allocatable[Resource::kCpu] / 100 * percent,
                             node.allocatable[Resource::kMemory] / 100 * percent, random.Between(5, 60)}};
    result.cluster.running.push_back(std::move(running));
    result.cluster.nodes.push_back(std::move(node));
  }
  const int64_t components = random.Between(15, 40);
  for (int64_t i = 0; i < components; ++i) result.control_plane.components.push_back(RandomComponent(i, random));
  return result;
}

Node MakeNode(const std::string& name, const std::string& zone, int64_t cpu_millis, int64_t memory_bytes) {
  return {name, zone, {{cpu_millis, memory_bytes, 110}}, {}, {}};
}

Component MakeComponent(const std::string& name, int64_t cpu_millis, int64_t memory_bytes) {
  Component component;
  component.name = name;
  component.pod.requests = PodResources(cpu_millis, memory_bytes);
  return component;
}

Component MakeSpread(const std::string& name, int64_t cpu_millis, int64_t memory_bytes) {
  Component component = MakeComponent(name, cpu_millis, memory_bytes);
  component.replicas = 3;
  component.pod.one_per_host = true;
  component.pod.one_per_zone = true;
  return component;
}

}  // namespace cpsizer::capacity
