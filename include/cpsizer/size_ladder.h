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

// The amounts that the kube-apiserver needs, not negative. An absent amount is unknown, not zero.
using Demand = PerResource<absl::optional<Quantity>>;

// One resource of one size.
struct ResourceCapacity {
  Quantity capacity;
  v1::SizeCapacitySource source = v1::SIZE_CAPACITY_SOURCE_UNSPECIFIED;
  Quantity fraction;
  v1::SizeFractionSource fraction_source = v1::SIZE_FRACTION_SOURCE_DEFAULT;
  // Capacity x fraction, floored to whole nano-units.
  Quantity effective;

  bool known() const { return source != v1::SIZE_CAPACITY_SOURCE_UNSPECIFIED; }
};

struct Size {
  std::string name;
  // Index in the configuration.
  int index = 0;
  PerResource<ResourceCapacity> resources;
};

// The answer to a demand, as indexes into sizes().
struct Choice {
  static constexpr int kNone = -1;

  // The first size that holds every demand, or else the last one.
  int size = kNone;
  // True if that size holds every demand.
  bool fits = false;
  // The size that each resource needs by itself; kNone where the resource does not take part.
  PerResource<int> alone = {kNone, kNone};
  // True if no size holds the demand of this resource.
  PerResource<bool> exceeds_all_sizes;
  v1::SizeDriver driver = v1::SIZE_DRIVER_UNSPECIFIED;
};

// A ladder of sizes, compiled once from a configuration, that answers many demands.
//
// Immutable and thread-safe. Holds no reference to the messages it was made from.
class SizeLadder {
 public:
  using FindingList = google::protobuf::RepeatedPtrField<v1::Finding>;
  using MachineSets = google::protobuf::RepeatedPtrField<v1::MachineSet>;

  // Reads names, capacities and fractions, and appends errors and warnings about them to `findings_out`. Returns
  // nothing if there is an error. MachineSets are used only for capacities that the configuration leaves out.
  static absl::optional<SizeLadder> Compile(const v1::ClusterSizingConfiguration& config,
                                            const MachineSets& machine_sets, FindingList& findings_out);

  // Ascending memory, then CPU, then the configuration's order; without every memory capacity by CPU, then the
  // configuration's order. An absent CPU capacity comes before any value. Never empty.
  absl::Span<const Size> sizes() const { return sizes_; }

  // Index of the size in sizes(); absent if no size has that name. O(log n).
  absl::optional<int> PlaceOf(absl::string_view name) const;

  // Returns whether every size has a capacity of this resource.
  bool Complete(Resource resource) const { return known_[resource] == static_cast<int>(sizes_.size()); }
  // Returns whether any size has a capacity of this resource.
  bool Any(Resource resource) const { return known_[resource] > 0; }

  // Returns the reason why CPU does not take part in a decision; unspecified if it takes part.
  v1::SizeNotInPlayReason WhyNotCpu(v1::SizeCpuPolicy policy, bool demanded) const;

  // Chooses for the resources that `demand` names. Requires at least one resource, and that every size has a capacity
  // of each. O(n), one comparison for each size.
  Choice Choose(const Demand& demand) const;

  // The demands of `resource` at which `choice`, the answer to `demand`, changes while the other demand stays: the
  // largest that keeps it, and the largest that gives a smaller size. Absent where there is none.
  struct Edges {
    absl::optional<Quantity> grows_above;
    absl::optional<Quantity> shrinks_at;
  };
  Edges EdgesOf(const Demand& demand, const Choice& choice, Resource resource) const;

 private:
  SizeLadder();

  // Most ladders have a handful of sizes.
  using Sizes = absl::InlinedVector<Size, 6>;
  using Places = absl::InlinedVector<int, 8>;

  Sizes sizes_;
  Places by_name_;
  PerResource<int> known_;
  bool cpu_capacity_configured_ = false;
  bool cpu_fraction_configured_ = false;
};

}  // namespace cpsizer

#endif  // CPSIZER_SIZE_LADDER_H_
