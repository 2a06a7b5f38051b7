#ifndef CPSIZER_CLIENT_HISTORY_FIT_SETTING_H_
#define CPSIZER_CLIENT_HISTORY_FIT_SETTING_H_

#include <cstddef>
#include <string>
#include <vector>

#include "absl/types/optional.h"
#include "absl/types/span.h"
#include "client/history/fit/resource.h"
#include "client/history/replay/decider.h"
#include "cpsizer/quantity.h"
#include "cpsizer/v1/cluster_sizing_configuration.pb.h"

namespace cpsizer::history {

// The capacity of a size and the fraction of it that decisions use. The effective capacity is the product.
struct FitCapacity {
  Nanos capacity;
  Nanos fraction;
};

// One size of a configuration, before the search.
struct FitSize {
  std::string name;
  int rank = 0;
  PerResource<absl::optional<FitCapacity>> resources;  // absent if the resource takes no part in decisions
};

// Returns the sizes of `decider`, which has read them, in the order of the configuration.
std::vector<FitSize> FitSizesOf(const Decider& decider);

// Returns the smallest size. `sizes` must not be empty.
const FitSize& SmallestOf(absl::Span<const FitSize> sizes);

// The values that a search changes.
enum class FitKind { kFractions, kCapacities };

// A value that a search changes: a fraction in percent, or a capacity in percent of the present one.
struct FitAxis {
  static constexpr int kAllSizes = -1;

  Resource resource;
  int size = kAllSizes;  // the number of a size, or one value for all sizes
};

// The values of all axes, in percent.
using FitPoint = std::vector<int>;

// Returns the axes of a search: one for each of `resources` or, with `per_size`, one for each of them and each size.
// Resources that take no part in decisions are left out.
std::vector<FitAxis> AxesOf(absl::Span<const FitSize> sizes, absl::Span<const Resource> resources, bool per_size);

// Returns the present value of an axis, rounded to whole percent: for all sizes, that of the smallest size.
int PresentValue(const FitAxis& axis, absl::Span<const FitSize> sizes, FitKind kind);

// Returns `config` with the values of `point`. A fraction for all sizes replaces the fractions of the sizes. A capacity
// is rounded down to whole MiB or millicores.
v1::ClusterSizingConfiguration WithPoint(v1::ClusterSizingConfiguration config, absl::Span<const FitSize> sizes,
                                         FitKind kind, absl::Span<const FitAxis> axes, const FitPoint& point);

}  // namespace cpsizer::history

#endif  // CPSIZER_CLIENT_HISTORY_FIT_SETTING_H_
