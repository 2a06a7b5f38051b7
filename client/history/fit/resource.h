#ifndef CPSIZER_CLIENT_HISTORY_FIT_RESOURCE_H_
#define CPSIZER_CLIENT_HISTORY_FIT_RESOURCE_H_

#include <array>
#include <cstddef>
#include <cstdint>

namespace cpsizer::history {

enum class Resource : uint8_t { kMemory, kCpu };

inline constexpr std::array<Resource, 2> kResources = {Resource::kMemory, Resource::kCpu};

// A value for each resource.
template <typename T>
using PerResource = std::array<T, kResources.size()>;

inline constexpr size_t Index(Resource resource) {
  return static_cast<size_t>(resource);
}

inline constexpr const char* NameOf(Resource resource) {
  return resource == Resource::kMemory ? "memory" : "cpu";
}

}  // namespace cpsizer::history

#endif  // CPSIZER_CLIENT_HISTORY_FIT_RESOURCE_H_
