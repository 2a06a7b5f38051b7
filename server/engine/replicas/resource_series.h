#ifndef CPSIZER_SERVER_ENGINE_REPLICAS_RESOURCE_SERIES_H_
#define CPSIZER_SERVER_ENGINE_REPLICAS_RESOURCE_SERIES_H_

#include <cstddef>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "absl/types/span.h"

namespace cpsizer {

// A resource of whole pods, or of the containers with one name.
struct ResourceSeries {
  std::string resource;
  // Absent if the series is for whole pods.
  absl::optional<absl::string_view> container;

  bool operator==(const ResourceSeries& other) const {
    return resource == other.resource && container == other.container;
  }
};

// The indexes of series by container name, so that pods with many containers are read once for all series. Not
// thread-safe.
class ContainerIndex {
 public:
  explicit ContainerIndex(absl::Span<const ResourceSeries> series);

  // Returns true if no series is for a container.
  bool empty() const { return by_name_.empty(); }

  // Returns the indexes of the series for a container. Returns no indexes if this pod already had a container with that
  // name, because only the first container with a name is used. `pod` identifies the pod and is at least 0. The result
  // is valid until this object is destroyed.
  absl::Span<const size_t> Take(absl::string_view name, int pod);

 private:
  struct Entry {
    std::vector<size_t> places;
    int last_pod = -1;
  };

  absl::flat_hash_map<absl::string_view, Entry> by_name_;
};

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_REPLICAS_RESOURCE_SERIES_H_
