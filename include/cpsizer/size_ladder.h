#ifndef CPSIZER_SIZE_LADDER_H_
#define CPSIZER_SIZE_LADDER_H_

#include <cstdint>
#include <string>

#include "absl/container/inlined_vector.h"
#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "absl/types/span.h"
#include "cpsizer/quantity.h"
#include "cpsizer/v1/cluster_sizing_configuration.pb.h"
#include "cpsizer/v1/finding.pb.h"
#include "cpsizer/v1/machine_set.pb.h"
#include "cpsizer/v1/recommend_size.pb.h"
#include "cpsizer/v1/size_row.pb.h"
#include "google/protobuf/repeated_ptr_field.h"

namespace cpsizer {

enum class Resource : uint8_t { kMemory, kCpu };
inline constexpr Resource kResources[] = {Resource::kMemory, Resource::kCpu};
constexpr Resource Other(Resource resource) {
  return resource == Resource::kMemory ? Resource::kCpu : Resource::kMemory;
}

// One value for each resource.
template <typename T>
struct PerResource {
  T memory{};
  T cpu{};
  T& operator[](Resource resource) { return resource == Resource::kMemory ? memory : cpu; }
  const T& operator[](Resource resource) const { return resource == Resource::kMemory ? memory : cpu; }
};

// The amounts that the kube-apiserver needs. They are not negative. An absent amount is unknown, not zero.
using Demand = PerResource<absl::optional<Quantity>>;

// One resource of one size.
struct ResourceCapacity {
  Quantity capacity;
  v1::SizeCapacitySource source = v1::SIZE_CAPACITY_SOURCE_UNSPECIFIED;
  // The capacity is from a MachineSet, and another MachineSet of the size has no readable capacity, which may be
  // smaller.
  bool incomplete = false;
  Quantity fraction;
  v1::SizeFractionSource fraction_source = v1::SIZE_FRACTION_SOURCE_DEFAULT;
  // Capacity x fraction, floored to whole nano-units.
  Quantity effective;

  bool known() const { return source != v1::SIZE_CAPACITY_SOURCE_UNSPECIFIED; }
};

struct Size {
  std::string name;
  // The index in the configuration.
  int index = 0;
  PerResource<ResourceCapacity> resources;
};

// The size chosen for a demand. Each size is an index into SizeLadder::sizes().
struct Choice {
  static constexpr int kNone = -1;

  // The first size that holds every demand; the last size if no size holds every demand.
  int size = kNone;
  // True if `size` holds every demand.
  bool fits = false;
  // For each resource, the first size that holds the demand for this resource; the last size if no size holds it. kNone
  // if the resource does not take part.
  PerResource<int> alone = {kNone, kNone};
  // For each resource, true if no size holds the demand for this resource.
  PerResource<bool> exceeds_all_sizes;
  v1::SizeDriver driver = v1::SIZE_DRIVER_UNSPECIFIED;
};

// A ladder of sizes. It is compiled once from a configuration and then used for many demands.
//
// Immutable and thread-safe. Does not refer to the messages from which it was compiled.
class SizeLadder {
 public:
  using FindingList = google::protobuf::RepeatedPtrField<v1::Finding>;
  using MachineSets = google::protobuf::RepeatedPtrField<v1::MachineSet>;

  // Reads names, capacities and fractions, and appends errors and warnings about them to `findings_out`. Returns
  // nothing if there is an error. A capacity is read from the MachineSets only if the configuration does not have it.
  static absl::optional<SizeLadder> Compile(const v1::ClusterSizingConfiguration& config,
                                            const MachineSets& machine_sets, FindingList& findings_out);

  // The sizes in ascending order of memory capacity, then CPU capacity, then position in the configuration. If a memory
  // capacity is unknown, the order ignores memory. In the order by CPU capacity, an unknown CPU capacity comes before
  // all known CPU capacities. Never empty.
  absl::Span<const Size> sizes() const { return sizes_; }

  // Returns the index of the size in sizes(); absent if no size has that name. O(log n).
  absl::optional<int> IndexOf(absl::string_view name) const;

  // Returns the heap memory of this object in bytes, without the overhead of the allocator.
  size_t HeapBytes() const;

  // Returns whether every size has a capacity of this resource.
  bool Complete(Resource resource) const { return known_[resource] == static_cast<int>(sizes_.size()); }
  // Returns whether at least one size has a capacity of this resource.
  bool Any(Resource resource) const { return known_[resource] > 0; }

  // Returns whether the configuration has a capacity of this resource whose unit is probably wrong.
  bool AnySuspectUnit(Resource resource) const { return suspect_unit_[resource]; }

  // Returns whether the configuration has lost capacities or fractions: the condition SizingFieldsStored is False.
  bool has_lost_fields() const { return has_lost_fields_; }

  // Returns whether the configuration and the policy use CPU, so that CPU takes part in a decision if the demand
  // includes CPU and every size has a CPU capacity.
  bool UsesCpu(v1::SizeCpuPolicy policy) const;
  // Returns the reason why CPU does not take part in a decision; SIZE_NOT_IN_PLAY_REASON_UNSPECIFIED if it takes part.
  // `demanded` is true if the demand includes CPU.
  v1::SizeNotInPlayReason WhyNotCpu(v1::SizeCpuPolicy policy, bool demanded) const;

  // Chooses a size for the resources that have an amount in `demand`. Requires that `demand` has at least one amount,
  // and that every size has a capacity of each resource with an amount. O(n), at most one comparison for each size and
  // resource.
  Choice Choose(const Demand& demand) const;

  // The demands for `resource` at which the chosen size changes, if the demand for the other resource does not change.
  // `grows_above` is the largest demand that keeps the size; absent if the size is the last size. `shrinks_at` is the
  // largest demand that gives a smaller size; absent if no demand gives a smaller size. Requires that `choice` is
  // Choose(demand).
  struct Edges {
    absl::optional<Quantity> grows_above;
    absl::optional<Quantity> shrinks_at;
  };
  Edges EdgesOf(const Demand& demand, const Choice& choice, Resource resource) const;

 private:
  SizeLadder();

  // Most ladders have few sizes.
  using Sizes = absl::InlinedVector<Size, 6>;
  using Indexes = absl::InlinedVector<int, 8>;

  Sizes sizes_;
  Indexes by_name_;
  PerResource<int> known_;
  PerResource<bool> suspect_unit_;
  bool cpu_capacity_configured_ = false;
  bool cpu_fraction_configured_ = false;
  bool has_lost_fields_ = false;
};

}  // namespace cpsizer

#endif  // CPSIZER_SIZE_LADDER_H_
