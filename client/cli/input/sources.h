#ifndef CPSIZER_CLIENT_CLI_INPUT_SOURCES_H_
#define CPSIZER_CLIENT_CLI_INPUT_SOURCES_H_

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "absl/types/span.h"
#include "client/cli/base/places.h"
#include "client/objects/inventory.h"
#include "google/protobuf/repeated_ptr_field.h"

namespace cpsizer::cli {

// Returns the place of `path` in `object`, or nothing if `object` is null.
absl::optional<objects::Place> PlaceIn(const objects::FoundObject* object, absl::string_view path);

// Maps paths such as `spec...` and `metadata...` to places in one object. The object must outlive this.
class ObjectPlaces : public Places {
 public:
  explicit ObjectPlaces(const objects::FoundObject& object) : object_(object) {}

  absl::optional<objects::Place> PlaceOf(absl::string_view path) const override;

 private:
  const objects::FoundObject& object_;
};

// The parts of a request that come from files: a configuration and its MachineSets. The inventory must outlive this.
struct Sources : public Places {
  Sources(const objects::FoundConfiguration& found, absl::Span<const objects::FoundMachineSet> found_machine_sets)
      : configuration(found), machine_sets(found_machine_sets) {}

  const objects::FoundConfiguration& configuration;
  absl::Span<const objects::FoundMachineSet> machine_sets;

  // Maps `spec...` and `status...` to a place in the configuration, and `machineSets[2]...` to a place in this
  // MachineSet.
  absl::optional<objects::Place> PlaceOf(absl::string_view path) const override;

  // Returns the MachineSets for a request.
  google::protobuf::RepeatedPtrField<v1::MachineSet> MachineSets() const;
};

// Returns the parts of a request with `found`, the configuration of --with. MachineSets of --with, which `with` has,
// replace those of `now`. Both must outlive the result.
Sources SourcesWith(const objects::FoundConfiguration& found, const objects::Inventory& with,
                    const objects::Inventory& now);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_INPUT_SOURCES_H_
