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

// A resource of whole pods, or of their containers of one name.
struct ResourceSeries {
  std::string resource;
  // Absent for whole pods.
  absl::optional<absl::string_view> container;

  bool operator==(const ResourceSeries& other) const {
    return resource == other.resource && container == other.container;
  }
};

// Which series are of a container, by its name: pods of many containers are walked through once for all series. Not
// thread-safe.
class ContainerIndex {
 public:
  explicit ContainerIndex(absl::Span<const ResourceSeries> series);

  // Whether no series is of a container.
  bool empty() const { return by_name_.empty(); }

  // The places of the series of a container; none if this pod had one of that name already: the first counts. `pod` is
  // a number of its own for each pod, of at least 0. Valid until this is destroyed.
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
