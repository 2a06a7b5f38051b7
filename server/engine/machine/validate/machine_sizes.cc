#include "server/engine/machine/validate/machine_sizes.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "cpsizer/limits.h"
#include "server/engine/base/field_checks.h"
#include "server/engine/base/text.h"

namespace cpsizer {
namespace {

constexpr absl::string_view kConfigurationPath = "spec.machineConfiguration";
constexpr absl::string_view kMachineType = "machines_v1beta1_machine_openshift_io";

// One field of a size in the message, before it is parsed.
struct RawValue {
  absl::string_view text;
  absl::optional<int64_t> number;
};
struct RawSize {
  absl::optional<int64_t> weight;
  std::vector<RawValue> values;
};

RawValue Number(bool given, int64_t value) {
  return {"", given ? absl::make_optional(value) : absl::nullopt};
}

std::vector<RawValue> ValuesOf(const v1::AutoscalerAwsSize& size) {
  return {{size.instance_type().empty() ? size.instance_size() : size.instance_type(), absl::nullopt}};
}
std::vector<RawValue> ValuesOf(const v1::AutoscalerAzureSize& size) {
  return {{size.vm_size(), absl::nullopt}};
}
std::vector<RawValue> ValuesOf(const v1::AutoscalerGcpSize& size) {
  return {{size.machine_type(), absl::nullopt}};
}
std::vector<RawValue> ValuesOf(const v1::AutoscalerNutanixSize& size) {
  return {Number(size.has_vcpu_sockets(), size.vcpu_sockets()),
          Number(size.has_vcpus_per_socket(), size.vcpus_per_socket()),
          {size.memory_size(), absl::nullopt}};
}
std::vector<RawValue> ValuesOf(const v1::AutoscalerOpenStackSize& size) {
  return {{size.flavor(), absl::nullopt}};
}
std::vector<RawValue> ValuesOf(const v1::AutoscalerVSphereSize& size) {
  return {Number(size.has_num_cpus(), size.num_cpus()), Number(size.has_memory_mib(), size.memory_mib()),
          Number(size.has_disk_gib(), size.disk_gib())};
}

// Calls `visit` with the list of sizes of the platform. Holder is one of the two messages that have these lists.
template <typename Holder, typename Visit>
auto VisitSizes(const Holder& holder, MachinePlatform platform, const Visit& visit) {
  switch (platform) {
    case MachinePlatform::kAws:
      return visit(holder.aws());
    case MachinePlatform::kAzure:
      return visit(holder.azure());
    case MachinePlatform::kGcp:
      return visit(holder.gcp());
    case MachinePlatform::kNutanix:
      return visit(holder.nutanix());
    case MachinePlatform::kOpenStack:
      return visit(holder.openstack());
    case MachinePlatform::kVSphere:
      break;
  }
  return visit(holder.vsphere());
}

template <typename Holder>
int CountSizes(const Holder& holder, MachinePlatform platform) {
  return VisitSizes(holder, platform, [](const auto& list) { return list.size(); });
}

template <typename Holder>
std::vector<RawSize> RawSizesOf(const Holder& holder, MachinePlatform platform) {
  return VisitSizes(holder, platform, [](const auto& list) {
    std::vector<RawSize> sizes;
    sizes.reserve(static_cast<size_t>(list.size()));
    for (const auto& size : list) {
      sizes.push_back({size.has_weight() ? absl::make_optional(size.weight()) : absl::nullopt, ValuesOf(size)});
    }
    return sizes;
  });
}

bool IsNested(const v1::AutoscalerMachineTemplate& machines) {
  return machines.has_machine_configurations();
}

std::string HolderPath(const v1::AutoscalerMachineTemplate& machines) {
  return absl::StrCat(kConfigurationPath, ".", kMachineType, IsNested(machines) ? ".machineConfigurations" : "");
}

// Reads the fields of one size.
class SizeReader {
 public:
  // All arguments must outlive this object. `path` is the path of the size.
  SizeReader(const PlatformInfo& platform, std::string path, Findings& findings)
      : platform_(platform), path_(std::move(path)), findings_(findings) {}

  MachineSize Read(const RawSize& raw, int index) {
    MachineSize size;
    size.index = index;
    size.weight = ReadWeight(raw.weight);
    for (size_t i = 0; i < raw.values.size(); ++i) size.values.push_back(ReadValue(platform_.fields[i], raw.values[i]));
    return size;
  }

 private:
  FieldPath PathOf(absl::string_view field) const { return {path_, -1, field}; }

  uint32_t ReadWeight(absl::optional<int64_t> weight) {
    if (!weight.has_value()) {
      ReportMissing(PathOf("weight"), "", findings_);
      return 0;
    }
    constexpr int64_t kMost = std::numeric_limits<uint32_t>::max();
    CheckNumber(*weight, 0, kMost, PathOf("weight"), findings_);
    return static_cast<uint32_t>(std::clamp<int64_t>(*weight, 0, kMost));
  }

  SizeValue ReadValue(const SizeField& field, const RawValue& raw) {
    SizeValue value;
    switch (field.kind) {
      case SizeFieldKind::kText:
      case SizeFieldKind::kTextOfAnyCase:
        value.given = CheckGiven(raw.text, PathOf(field.name), findings_);
        CheckNameLength(raw.text, PathOf(field.name).ToString(), findings_);
        value.text = std::string(raw.text);
        break;
      case SizeFieldKind::kInt32:
        ReadNumber(field, raw, std::numeric_limits<int32_t>::max(), value);
        break;
      case SizeFieldKind::kInt64:
        ReadNumber(field, raw, std::numeric_limits<int64_t>::max(), value);
        break;
      case SizeFieldKind::kQuantity:
        ReadQuantity(field, raw, value);
        break;
    }
    return value;
  }

  void ReadNumber(const SizeField& field, const RawValue& raw, int64_t most, SizeValue& value) {
    if (!raw.number.has_value()) {
      if (!field.optional) ReportMissing(PathOf(field.name), "", findings_);
      return;
    }
    value.given = true;
    value.number = *raw.number;
    CheckNumber(value.number, 1, most, PathOf(field.name), findings_);
    WarnIfSmall(field, value.number, absl::StrCat(value.number));
  }

  void ReadQuantity(const SizeField& field, const RawValue& raw, SizeValue& value) {
    if (!CheckGiven(raw.text, PathOf(field.name), findings_)) return;
    const absl::optional<Quantity> quantity =
        ReadQuantityFrom(1, raw.text, PathOf(field.name), Rule::kValueOutOfRange, "is not above 0", findings_);
    if (!quantity.has_value()) return;
    value.given = true;
    value.text = std::string(raw.text);
    value.quantity = *quantity;
    WarnIfSmall(field, quantity->nanos / kNanosPerUnit, raw.text);
  }

  void WarnIfSmall(const SizeField& field, Nanos amount, absl::string_view text) {
    if (amount <= 0 || amount >= field.recommended) return;
    findings_.Add(Rule::kMachineSizeSmall, PathOf(field.name).ToString(), text,
                  absl::StrCat(field.name, " ", Quoted(text), " is below the recommendation for a machine"));
  }

  const PlatformInfo& platform_;
  const std::string path_;
  Findings& findings_;
};

bool IsSameValue(const SizeField& field, const SizeValue& a, const SizeValue& b) {
  if (!a.given || !b.given) return field.optional;
  switch (field.kind) {
    case SizeFieldKind::kText:
      return a.text == b.text;
    case SizeFieldKind::kTextOfAnyCase:
      return absl::EqualsIgnoreCase(a.text, b.text);
    case SizeFieldKind::kInt32:
    case SizeFieldKind::kInt64:
      return a.number == b.number;
    case SizeFieldKind::kQuantity:
      return a.quantity == b.quantity;
  }
  return false;
}

// Returns a key that is equal for equal sizes, so only sizes with equal keys must be compared.
std::string SimilarityKey(const PlatformInfo& platform, const MachineSize& size) {
  std::string key;
  for (size_t i = 0; i < platform.fields.size(); ++i) {
    const SizeField& field = platform.fields[i];
    // Different texts can be equal quantities: 16Gi is equal to 16384Mi. An absent optional field is equal to any
    // value.
    if (field.optional || field.kind == SizeFieldKind::kQuantity) continue;
    absl::StrAppend(&key, absl::AsciiStrToLower(size.values[i].text), " ", size.values[i].number, " ");
  }
  return key;
}

void CheckDuplicates(const MachineLadder& ladder, absl::string_view path, Findings& findings) {
  absl::flat_hash_map<uint32_t, int> places;
  absl::flat_hash_map<std::string, std::vector<const MachineSize*>> similar;
  for (const MachineSize& size : ladder.sizes) {
    const auto [place, is_new] = places.try_emplace(size.weight, size.index);
    if (!is_new) {
      findings.Add(Rule::kWeightDuplicate, absl::StrCat(Indexed(path, size.index), ".weight"),
                   absl::StrCat(size.weight),
                   absl::StrCat("weight ", size.weight, " is also that of ", Indexed(path, place->second)));
    }
    std::vector<const MachineSize*>& others = similar[SimilarityKey(*ladder.platform, size)];
    const auto same = std::find_if(others.begin(), others.end(), [&](const MachineSize* other) {
      return IsSameSize(*ladder.platform, size, *other);
    });
    if (same != others.end()) {
      findings.Add(Rule::kMachineSizeDuplicate, Indexed(path, size.index), "",
                   absl::StrCat("it is the same size as ", Indexed(path, (*same)->index)));
    }
    others.push_back(&size);
  }
}

const PlatformInfo* ReadPlatform(absl::string_view name, absl::string_view path, Findings& findings) {
  const PlatformInfo* platform = FindPlatform(name);
  if (platform != nullptr) return platform;
  std::vector<absl::string_view> names;
  for (const PlatformInfo& info : Platforms()) names.push_back(info.name);
  CheckWord(name, names, {path, -1, "platform"}, findings);
  return nullptr;
}

void CheckAwsSpellings(const google::protobuf::RepeatedPtrField<v1::AutoscalerAwsSize>& sizes, absl::string_view path,
                       Findings& findings) {
  for (int i = 0; i < sizes.size(); ++i) {
    const v1::AutoscalerAwsSize& size = sizes[i];
    if (size.instance_size().empty() || size.instance_type().empty()) continue;
    if (size.instance_size() == size.instance_type()) continue;
    findings.Add(Rule::kSpellingsContradict, absl::StrCat(Indexed(path, i), ".instanceSize"), size.instance_size(),
                 absl::StrCat("instanceSize is not the instanceType \"", Quoted(size.instance_type()), "\""));
  }
}

template <typename Holder>
MachineLadder ReadSizesOf(const Holder& holder, const std::string& path, Findings& findings) {
  MachineLadder ladder;
  ladder.platform = ReadPlatform(holder.platform(), path, findings);
  if (ladder.platform == nullptr) return ladder;
  for (const PlatformInfo& other : Platforms()) {
    if (&other == ladder.platform || CountSizes(holder, other.platform) == 0) continue;
    findings.Add(Rule::kFieldForbidden, absl::StrCat(path, ".", other.key), "",
                 absl::StrCat("the platform is ", ladder.platform->name, ", and there are sizes of ", other.name));
  }
  const std::string list = absl::StrCat(path, ".", ladder.platform->key);
  const int count = CountSizes(holder, ladder.platform->platform);
  if (count == 0) ReportMissing({path, -1, ladder.platform->key}, " with at least one size", findings);
  CheckCount(count, kMaxMachineSizes, list, findings);
  if (count > kMaxMachineSizes) return ladder;
  CheckAwsSpellings(holder.aws(), list, findings);
  for (const RawSize& raw : RawSizesOf(holder, ladder.platform->platform)) {
    const int index = static_cast<int>(ladder.sizes.size());
    ladder.sizes.push_back(SizeReader(*ladder.platform, Indexed(list, index), findings).Read(raw, index));
  }
  CheckDuplicates(ladder, list, findings);
  if (count == 1) {
    findings.Add(Rule::kMachineSizesTooFew, list, "", "there is only one size, so the size cannot change");
  }
  std::sort(ladder.sizes.begin(), ladder.sizes.end(),
            [](const MachineSize& a, const MachineSize& b) { return a.weight < b.weight; });
  return ladder;
}

// Returns whether `machineConfigurations` is set, and the level above it also has a platform or sizes.
bool IsWrittenTwice(const v1::AutoscalerMachineTemplate& machines) {
  if (!IsNested(machines)) return false;
  bool flat = !machines.platform().empty();
  for (const PlatformInfo& info : Platforms()) flat = flat || CountSizes(machines, info.platform) > 0;
  return flat;
}

}  // namespace

bool IsSameSize(const PlatformInfo& platform, const MachineSize& a, const MachineSize& b) {
  for (size_t i = 0; i < platform.fields.size(); ++i) {
    if (!IsSameValue(platform.fields[i], a.values[i], b.values[i])) return false;
  }
  return true;
}

bool HasSize(const PlatformInfo& platform, const std::vector<SizeValue>& machine, const MachineSize& size) {
  for (size_t i = 0; i < platform.fields.size(); ++i) {
    if (!size.values[i].given) continue;
    if (!machine[i].given || !IsSameValue(platform.fields[i], machine[i], size.values[i])) return false;
  }
  return true;
}

MachineLadder ReadMachineSizes(const v1::AutoscalerMachineConfiguration& configuration, Findings& findings) {
  if (configuration.machine_type() != kMachineType) {
    CheckWord(configuration.machine_type(), {kMachineType}, {kConfigurationPath, -1, "machineType"}, findings);
    return {};
  }
  const v1::AutoscalerMachineTemplate& machines = configuration.machines_v1beta1_machine_openshift_io();
  if (!configuration.has_machines_v1beta1_machine_openshift_io()) {
    ReportMissing({kConfigurationPath, -1, kMachineType}, "", findings);
    return {};
  }
  const std::string path = HolderPath(machines);
  if (IsWrittenTwice(machines)) {
    findings.Add(Rule::kSpellingsContradict, path, "",
                 "there are sizes in machineConfigurations and also one level above it");
    return {};
  }
  return IsNested(machines) ? ReadSizesOf(machines.machine_configurations(), path, findings)
                            : ReadSizesOf(machines, path, findings);
}

}  // namespace cpsizer
