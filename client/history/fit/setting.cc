#include "client/history/fit/setting.h"

#include <algorithm>

#include "absl/strings/str_format.h"
#include "client/objects/sizing_fields.h"

namespace cpsizer::history {
namespace {

constexpr Nanos kPercent = kNanosPerUnit / 100;
constexpr int64_t kBytesOfMi = int64_t{1} << 20;
constexpr Nanos kMillicore = kNanosPerUnit / 1'000;

Nanos NanosOf(absl::string_view text) {
  Quantity quantity;
  return ParseQuantity(text, quantity) == QuantityError::kNone ? quantity.nanos : 0;
}

absl::optional<FitCapacity> CapacityOf(const v1::SizeResource& row, bool takes_part) {
  if (!takes_part) return absl::nullopt;
  return FitCapacity{NanosOf(row.capacity()), NanosOf(row.fraction())};
}

// `message` has fields for the fractions of both resources.
template <typename Message>
void SetFraction(Resource resource, int percent, Message& message) {
  const std::string text = absl::StrFormat("%d.%02d", percent / 100, percent % 100);
  if (resource == Resource::kMemory) {
    message.set_kube_api_server_memory_fraction(text);
  } else {
    message.set_kube_api_server_cpu_fraction(text);
  }
}

void ClearFraction(Resource resource, v1::SizeConfiguration& size) {
  if (!size.has_capacity()) return;
  if (resource == Resource::kMemory) {
    size.mutable_capacity()->clear_kube_api_server_memory_fraction();
  } else {
    size.mutable_capacity()->clear_kube_api_server_cpu_fraction();
  }
}

void ScaleCapacity(Resource resource, const FitSize& size, int percent, v1::SizeConfiguration& config) {
  const absl::optional<FitCapacity>& capacity = size.resources[Index(resource)];
  if (!capacity.has_value()) return;
  const Nanos scaled = capacity->capacity / 100 * percent;
  if (resource == Resource::kMemory) {
    const auto bytes = static_cast<int64_t>(scaled / kNanosPerUnit);
    config.mutable_capacity()->set_memory(
        CanonicalText(WholeUnits(bytes / kBytesOfMi * kBytesOfMi, QuantityFormat::kBinarySI)));
  } else {
    config.mutable_capacity()->set_cpu(CanonicalText({scaled / kMillicore * kMillicore, QuantityFormat::kDecimalSI}));
  }
}

}  // namespace

std::vector<FitSize> FitSizesOf(const Decider& decider) {
  std::vector<FitSize> sizes;
  for (const ReplaySize& size : decider.sizes()) {
    const v1::SizeRow& row = decider.row(size.rank);
    sizes.push_back({size.name,
                     size.rank,
                     {CapacityOf(row.memory(), size.memory.has_value()), CapacityOf(row.cpu(), size.cpu.has_value())}});
  }
  return sizes;
}

const FitSize& SmallestOf(absl::Span<const FitSize> sizes) {
  return *std::min_element(sizes.begin(), sizes.end(),
                           [](const FitSize& a, const FitSize& b) { return a.rank < b.rank; });
}

std::vector<FitAxis> AxesOf(absl::Span<const FitSize> sizes, absl::Span<const Resource> resources, bool per_size) {
  std::vector<FitAxis> axes;
  for (const Resource resource : resources) {
    if (!sizes.front().resources[Index(resource)].has_value()) continue;
    if (!per_size) {
      axes.push_back({resource});
      continue;
    }
    for (int size = 0; size < static_cast<int>(sizes.size()); ++size) axes.push_back({resource, size});
  }
  return axes;
}

int PresentValue(const FitAxis& axis, absl::Span<const FitSize> sizes, FitKind kind) {
  if (kind == FitKind::kCapacities) return 100;
  const FitSize& size = axis.size == FitAxis::kAllSizes ? SmallestOf(sizes) : sizes[static_cast<size_t>(axis.size)];
  return static_cast<int>((size.resources[Index(axis.resource)]->fraction + kPercent / 2) / kPercent);
}

v1::ClusterSizingConfiguration WithPoint(v1::ClusterSizingConfiguration config, absl::Span<const FitSize> sizes,
                                         FitKind kind, absl::Span<const FitAxis> axes, const FitPoint& point) {
  v1::ClusterSizingConfigurationSpec& spec = *config.mutable_spec();
  // A fraction of a size in the annotation has precedence over a fraction for all sizes in the spec, so the fraction is
  // set on each size.
  const bool has_annotation = !objects::FractionsOf(config).empty();
  for (size_t i = 0; i < axes.size(); ++i) {
    const FitAxis& axis = axes[i];
    const bool all = axis.size == FitAxis::kAllSizes;
    if (kind == FitKind::kFractions && all) {
      SetFraction(axis.resource, point[i], *spec.mutable_resource_based_autoscaling());
    }
    for (int number = all ? 0 : axis.size; number < (all ? spec.sizes_size() : axis.size + 1); ++number) {
      v1::SizeConfiguration& size = *spec.mutable_sizes(number);
      if (kind == FitKind::kCapacities) {
        ScaleCapacity(axis.resource, sizes[static_cast<size_t>(number)], point[i], size);
      } else if (all && !has_annotation) {
        ClearFraction(axis.resource, size);
      } else {
        SetFraction(axis.resource, point[i], *size.mutable_capacity());
      }
    }
  }
  return config;
}

}  // namespace cpsizer::history
