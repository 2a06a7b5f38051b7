#ifndef CPSIZER_TESTS_SIDECAR_SIZE_OBJECTS_H_
#define CPSIZER_TESTS_SIDECAR_SIZE_OBJECTS_H_

#include <string>
#include <vector>

#include "client/objects/sizing_fields.h"
#include "client/sidecar/size/objects.h"
#include "client/tree/node_json.h"
#include "cpsizer/v1/cluster_sizing_configuration.pb.h"
#include "tests/testing/json.h"

// Objects as the API server returns them.
namespace cpsizer::sidecar {

// Returns a cluster in the namespace `clusters`, which is opted in and has the dedicated topology.
kube::Json ClusterJson(const std::string& name, const std::string& recommended_size = "");

// Returns the VPA that the sidecar plans for `cluster`, with this recommendation. If `memory` is empty, the VPA has no
// status. If `cpu` is empty, the recommendation has no CPU.
kube::Json VpaJson(const std::string& cluster, const std::string& memory, const std::string& cpu = "1");

// Returns a configuration with a fraction of 0.5. The capacities are 32Gi and 8 CPUs for small, 64Gi and 16 CPUs for
// medium, and 128Gi and 32 CPUs for large.
kube::Json ConfigurationJson(int64_t generation = 1);

// Returns a MachineSet in `openshift-machine-api` with the capacities of a size.
kube::Json MachineSetJson(const std::string& size, const std::string& memory_mib, const std::string& cpus);

// Returns the same configuration with the size names small-of-machines and so on. The configuration has no capacities.
// The MachineSets of ServingMachineSetsJson() contain the capacities.
kube::Json ConfigurationWithoutCapacitiesJson();
std::vector<kube::Json> ServingMachineSetsJson();

// Returns a CRD whose schema has these fractions and capacities. If it has all, each change of the configuration is one
// by a person.
kube::Json ConfigurationCrdJson(const objects::FieldPaths& fields = objects::FieldsInSchema());

v1::ClusterSizingConfiguration ConfigurationMessage();

// The following functions call the parsers of the sidecar with objects of tests.
inline std::string KeyOf(const kube::Json& object) {
  return KeyOf(tree::FromJson(object));
}
inline HostedCluster ReadHostedCluster(const kube::Json& object) {
  return ReadHostedCluster(tree::FromJson(object));
}
inline Vpa ReadVpa(const kube::Json& object) {
  return ReadVpa(tree::FromJson(object));
}
inline Configuration ReadConfiguration(const kube::Json& object) {
  return ReadConfiguration(tree::FromJson(object));
}
inline MachineSet ReadMachineSet(const kube::Json& object) {
  return ReadMachineSet(tree::FromJson(object));
}
inline std::vector<ConditionOwner> ConditionOwners(const kube::Json& object, absl::string_view type) {
  return ConditionOwners(tree::FromJson(object), type);
}

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_TESTS_SIDECAR_SIZE_OBJECTS_H_
