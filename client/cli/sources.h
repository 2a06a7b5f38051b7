#ifndef CPSIZER_CLIENT_CLI_SOURCES_H_
#define CPSIZER_CLIENT_CLI_SOURCES_H_

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "absl/types/span.h"
#include "client/objects/inventory.h"
#include "google/protobuf/repeated_ptr_field.h"

namespace cpsizer::cli {

// What the files hold of a request: a configuration, and the MachineSets beside it. Points into the inventory.
struct Sources {
  const objects::FoundConfiguration& configuration;
  absl::Span<const objects::FoundMachineSet> machine_sets;

  // Where the path of a finding stands: `spec...` in the configuration, `machineSets[2]...` in that MachineSet. Absent
  // for what no file says in these words, such as `demand...`.
  absl::optional<objects::Place> PlaceOf(absl::string_view path) const;

  // As requests carry them.
  google::protobuf::RepeatedPtrField<v1::MachineSet> MachineSets() const;
};

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_SOURCES_H_
