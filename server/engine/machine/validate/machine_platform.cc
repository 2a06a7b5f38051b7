#include "server/engine/machine/validate/machine_platform.h"

#include "absl/strings/match.h"

namespace cpsizer {
namespace {

constexpr int64_t kMinCpus = 2;
constexpr int64_t kMinMemoryMib = 2'048;
constexpr int64_t kMinDiskGib = 120;
constexpr int64_t kBytesOfAMib = int64_t{1} << 20;

constexpr SizeField kAwsFields[] = {{"instanceType", SizeFieldKind::kText}};
constexpr SizeField kAzureFields[] = {{"vmSize", SizeFieldKind::kTextOfAnyCase}};
constexpr SizeField kGcpFields[] = {{"machineType", SizeFieldKind::kText}};
constexpr SizeField kNutanixFields[] = {
    {"vcpuSockets", SizeFieldKind::kInt32},
    {"vcpusPerSocket", SizeFieldKind::kInt32},
    {"memorySize", SizeFieldKind::kQuantity, false, kMinMemoryMib* kBytesOfAMib},
};
constexpr SizeField kOpenStackFields[] = {{"flavor", SizeFieldKind::kText}};
constexpr SizeField kVSphereFields[] = {
    {"numCPUs", SizeFieldKind::kInt32, false, kMinCpus},
    {"memoryMiB", SizeFieldKind::kInt64, false, kMinMemoryMib},
    {"diskGiB", SizeFieldKind::kInt32, true, kMinDiskGib},
};

constexpr PlatformInfo kPlatforms[] = {
    {MachinePlatform::kAws, "AWS", "aws", "AWSMachineProviderConfig", kAwsFields},
    {MachinePlatform::kAzure, "Azure", "azure", "AzureMachineProviderSpec", kAzureFields},
    {MachinePlatform::kGcp, "GCP", "gcp", "GCPMachineProviderSpec", kGcpFields},
    {MachinePlatform::kNutanix, "Nutanix", "nutanix", "NutanixMachineProviderConfig", kNutanixFields},
    {MachinePlatform::kOpenStack, "OpenStack", "openstack", "OpenstackProviderSpec", kOpenStackFields},
    {MachinePlatform::kVSphere, "VSphere", "vsphere", "VSphereMachineProviderSpec", kVSphereFields},
};

}  // namespace

absl::Span<const PlatformInfo> Platforms() {
  return kPlatforms;
}

const PlatformInfo* FindPlatform(absl::string_view name) {
  for (const PlatformInfo& info : kPlatforms) {
    if (absl::EqualsIgnoreCase(name, info.name)) return &info;
  }
  return nullptr;
}

const PlatformInfo* FindPlatformOfProvider(absl::string_view kind) {
  for (const PlatformInfo& info : kPlatforms) {
    if (kind == info.provider_kind) return &info;
  }
  return nullptr;
}

}  // namespace cpsizer
