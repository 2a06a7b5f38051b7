#include "server/engine/size/read_sizes.h"

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "cpsizer/limits.h"
#include "server/engine/base/read_quantity.h"
#include "server/engine/base/text.h"
#include "server/engine/size/size_fields.h"

namespace cpsizer {
namespace {

constexpr Quantity kDefaultFraction = {650'000'000};
constexpr Nanos kNearOne = 900'000'000;
constexpr Nanos kNearZero = 100'000'000;

enum class NameUse : uint8_t { kNone, kLabel, kLabelAndReason };

// Returns the uses for which a name is valid. A label value has at most 63 characters, begins and ends with an
// alphanumeric character, and may contain `-`, `_` and `.`. The reason of a condition matches
// [A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?
NameUse UseOf(absl::string_view name) {
  const auto alphanumeric = [](char c) { return absl::ascii_isalnum(static_cast<unsigned char>(c)); };
  if (name.empty() || name.size() > kMaxLabelValueBytes) return NameUse::kNone;
  if (!alphanumeric(name.front()) || !alphanumeric(name.back())) return NameUse::kNone;
  bool reason = absl::ascii_isalpha(static_cast<unsigned char>(name.front()));
  for (const char c : name) {
    if (alphanumeric(c) || c == '_') continue;
    if (c != '-' && c != '.') return NameUse::kNone;
    reason = false;
  }
  return reason ? NameUse::kLabelAndReason : NameUse::kLabel;
}

void CheckName(absl::string_view name, int index, Findings& findings) {
  const FieldPath path = {kSizesPath, index, "name"};
  const NameUse use = UseOf(name);
  if (use == NameUse::kNone) {
    findings.Add(Rule::kSizeNameInvalid, path.ToString(), name,
                 name.empty() ? "the size has no name"
                              : absl::StrCat("the name \"", Quoted(name), "\" is not a valid label value"));
  } else if (use == NameUse::kLabel) {
    findings.Add(Rule::kSizeNameUnusableAsReason, path.ToString(), name,
                 absl::StrCat("the operator uses the name \"", name,
                              "\" as the reason of a condition, but it is not a valid reason"));
  }
}

absl::optional<Quantity> ReadFraction(const ConfiguredFractions::Fraction& configured, Findings& findings) {
  const auto& [text, path] = configured;
  absl::optional<Quantity> fraction =
      ReadQuantityFrom(1, text, path, Rule::kFractionOutOfRange, "is not above 0", findings);
  if (!fraction.has_value()) return fraction;
  if (fraction->nanos > kNanosPerUnit) {
    findings.Add(Rule::kFractionOutOfRange, path.ToString(), text, absl::StrCat(Quoted(text), " is above 1"));
    fraction.reset();
  } else if (fraction->nanos > kNearOne) {
    findings.Add(
        Rule::kFractionNearOne, path.ToString(), text,
        absl::StrCat("a fraction of ", HumanFraction(*fraction), " leaves almost nothing for the rest of the machine"));
  } else if (fraction->nanos < kNearZero) {
    findings.Add(Rule::kFractionNearZero, path.ToString(), text,
                 absl::StrCat("a fraction of ", HumanFraction(*fraction), " leaves most of the machine unused"));
  }
  return fraction;
}

// The fraction that a size without its own fraction has, for one resource.
struct InheritedFraction {
  Quantity fraction = kDefaultFraction;
  v1::SizeFractionSource source = v1::SIZE_FRACTION_SOURCE_DEFAULT;
};

InheritedFraction ReadGlobalFraction(const absl::optional<ConfiguredFractions::Fraction>& configured,
                                     Findings& findings) {
  if (!configured.has_value()) return {};
  return {ReadFraction(*configured, findings).value_or(kDefaultFraction), v1::SIZE_FRACTION_SOURCE_GLOBAL};
}

void ReadAmount(absl::string_view text, Resource resource, int index, ResourceCapacity& capacity, Findings& findings) {
  const FieldPath path = {kSizesPath, index, NamesOf(resource).capacity_field};
  const absl::optional<Quantity> amount =
      ReadQuantityFrom(1, text, path, Rule::kCapacityNotPositive, "is not a capacity: it must be above zero", findings);
  if (!amount.has_value()) return;
  capacity.capacity = *amount;
  capacity.source = v1::SIZE_CAPACITY_SOURCE_CONFIGURATION;
  if (HasSuspectUnit(resource, *amount)) AddSuspectUnit(resource, *amount, path.ToString(), text, findings);
}

void ReadResource(const v1::SizeCapacity& message, Resource resource, const ConfiguredFractions& fractions,
                  const InheritedFraction& inherited, int index, ResourceCapacity& capacity, Findings& findings) {
  const std::string* amount = AmountText(message, resource);
  if (amount != nullptr) ReadAmount(*amount, resource, index, capacity, findings);
  const absl::optional<ConfiguredFractions::Fraction> own = fractions.OfSize(index, resource);
  if (!own.has_value()) {
    capacity.fraction = inherited.fraction;
    capacity.fraction_source = inherited.source;
    return;
  }
  capacity.fraction = ReadFraction(*own, findings).value_or(kDefaultFraction);
  capacity.fraction_source = v1::SIZE_FRACTION_SOURCE_SIZE;
}

}  // namespace

void AddSuspectUnit(Resource resource, const Quantity& amount, const std::string& path, absl::string_view text,
                    Findings& findings) {
  const auto add = [&](Rule rule, absl::string_view what) {
    findings.Add(rule, path, text, absl::StrCat(Quoted(text), what, "; the unit is probably missing or wrong"));
  };
  if (resource == Resource::kCpu) return add(Rule::kCpuCapacityHuge, " is 2,000 CPUs or more");
  amount.nanos < kLeastMemoryCapacity ? add(Rule::kMemoryCapacityTiny, " is less than 1Gi")
                                      : add(Rule::kMemoryCapacityHuge, " is 4Ti or more");
}

void ReadSizes(const v1::ClusterSizingConfigurationSpec& spec, const ConfiguredFractions& fractions,
               absl::Span<Size> sizes, Findings& findings) {
  PerResource<InheritedFraction> inherited;
  for (const Resource resource : kResources) {
    inherited[resource] = ReadGlobalFraction(fractions.OfAllSizes(resource), findings);
  }
  for (int i = 0; i < spec.sizes_size(); ++i) {
    const v1::SizeConfiguration& message = spec.sizes(i);
    Size& size = sizes[static_cast<size_t>(i)];
    size.name = message.name();
    size.index = i;
    CheckName(size.name, i, findings);
    for (const Resource resource : kResources) {
      ReadResource(message.capacity(), resource, fractions, inherited[resource], i, size.resources[resource], findings);
    }
  }
}

}  // namespace cpsizer
