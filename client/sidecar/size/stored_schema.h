#ifndef CPSIZER_CLIENT_SIDECAR_SIZE_STORED_SCHEMA_H_
#define CPSIZER_CLIENT_SIDECAR_SIZE_STORED_SCHEMA_H_

#include <functional>
#include <string>

#include "absl/status/statusor.h"
#include "client/objects/sizing_fields.h"
#include "client/sidecar/control/write/writes.h"
#include "client/tree/node.h"

namespace cpsizer::sidecar {

// The CRD whose schema decides which fields of a configuration the API server returns.
inline constexpr char kConfigurationCrd[] = "clustersizingconfigurations.scheduling.hypershift.openshift.io";

// The schema of the configuration.
struct StoredSchema {
  // The capacities and fractions for which each version that is served or stored has a field.
  objects::FieldPaths fields;
  std::string version;  // the UID of the CRD, and its generation, which is incremented by each change of its spec
  // The UID and the fields of the configuration, if it was read after the schema. Otherwise, `uid` is empty.
  std::string uid;
  objects::FieldPaths configured;
};

// Returns the schema of the CustomResourceDefinition `crd`. Errors: InvalidArgument if `crd` does not have a schema for
// the version that the sidecar reads.
absl::StatusOr<StoredSchema> ReadStoredSchema(const tree::Node& crd);

// Reads the schema of the configuration from its CRD, and then the configuration. Calls `done` once. Errors: the errors
// of ReadStoredSchema() and of the API server about the CRD.
void ReadSchema(const Writes::SendRequest& send, std::function<void(const absl::StatusOr<StoredSchema>&)> done);

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_SIZE_STORED_SCHEMA_H_
