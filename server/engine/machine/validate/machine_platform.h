#ifndef CPSIZER_SERVER_ENGINE_MACHINE_VALIDATE_MACHINE_PLATFORM_H_
#define CPSIZER_SERVER_ENGINE_MACHINE_VALIDATE_MACHINE_PLATFORM_H_

#include <cstdint>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace cpsizer {

enum class MachinePlatform : uint8_t { kAws, kAzure, kGcp, kNutanix, kOpenStack, kVSphere };

enum class SizeFieldKind : uint8_t {
  kText,
  kTextOfAnyCase,  // case-insensitive
  kInt32,
  kInt64,
  kQuantity,
};

// One of the fields that define the size of a machine. It has the same name in the autoscaler and in the provider spec.
struct SizeField {
  absl::string_view name;
  SizeFieldKind kind;
  bool optional = false;
  // The webhook for Machines warns about values below this value. In the unit of the field (bytes for a quantity); 0
  // means that there is no warning.
  int64_t recommended = 0;
};

// An entry of the table of platforms. Validation, matching and patches use this table.
struct PlatformInfo {
  MachinePlatform platform;
  absl::string_view name;           // name in the API; example: `OpenStack`
  absl::string_view key;            // name of the list of its sizes; example: `openstack`
  absl::string_view provider_kind;  // kind of its provider spec
  absl::Span<const SizeField> fields;
};

// Returns the platforms in the order of MachinePlatform.
absl::Span<const PlatformInfo> Platforms();

// Finds a platform by its name, case-insensitively. Returns null if there is no such platform.
const PlatformInfo* FindPlatform(absl::string_view name);

// Finds a platform by the kind of its provider spec. Returns null if there is no such platform.
const PlatformInfo* FindPlatformOfProvider(absl::string_view kind);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_MACHINE_VALIDATE_MACHINE_PLATFORM_H_
