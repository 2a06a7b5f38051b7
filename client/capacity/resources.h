#ifndef CPSIZER_CLIENT_CAPACITY_RESOURCES_H_
#define CPSIZER_CLIENT_CAPACITY_RESOURCES_H_

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace cpsizer::capacity {

// The resources that placement counts.
enum class Resource : uint8_t { kCpu, kMemory, kPods };
inline constexpr size_t kResources = 3;

// Amounts of the resources: CPU in millicores, memory in bytes, and the number of pods. A value type.
struct Resources {
  std::array<int64_t, kResources> amounts = {};

  int64_t& operator[](Resource resource) { return amounts[static_cast<size_t>(resource)]; }
  int64_t operator[](Resource resource) const { return amounts[static_cast<size_t>(resource)]; }

  Resources& operator+=(const Resources& other) { return Add(other, 1); }
  Resources& operator-=(const Resources& other) { return Add(other, -1); }
  // Adds `count` times `other`.
  Resources& Add(const Resources& other, int64_t count) {
    for (size_t i = 0; i < kResources; ++i) amounts[i] += count * other.amounts[i];
    return *this;
  }

  friend bool operator==(const Resources& a, const Resources& b) { return a.amounts == b.amounts; }
};

// Returns the amounts of one pod.
inline Resources PodResources(int64_t cpu_millis, int64_t memory_bytes) {
  return {{cpu_millis, memory_bytes, 1}};
}

// Returns how many pods with these requests fit into `free`. A resource that the pod does not request always fits, also
// if nothing is free, as in the filter NodeResourcesFit of the scheduler. Requires that one amount of `requests` is not
// 0; each pod requests 1 of Resource::kPods.
inline int64_t CopiesIn(const Resources& free, const Resources& requests) {
  int64_t copies = INT64_MAX;
  for (size_t i = 0; i < kResources; ++i) {
    if (requests.amounts[i] > 0) copies = std::min(copies, std::max<int64_t>(free.amounts[i], 0) / requests.amounts[i]);
  }
  return copies;
}

}  // namespace cpsizer::capacity

#endif  // CPSIZER_CLIENT_CAPACITY_RESOURCES_H_
