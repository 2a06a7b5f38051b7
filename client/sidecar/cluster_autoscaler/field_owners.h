#ifndef CPSIZER_CLIENT_SIDECAR_CLUSTER_AUTOSCALER_FIELD_OWNERS_H_
#define CPSIZER_CLIENT_SIDECAR_CLUSTER_AUTOSCALER_FIELD_OWNERS_H_

#include <string>

#include "client/sidecar/cluster_autoscaler/field_path.h"
#include "client/tree/node.h"

// The owners of an object and of its fields. Source: the FieldsV1 format of server-side apply.
namespace cpsizer::sidecar {

// Returns whether our field manager has written any part of the object.
bool IsWrittenByUs(const tree::Node& object);

// The managers that own a field by server-side apply. Ignores managers that only updated the field, as `kubectl edit`
// does.
struct FieldOwners {
  std::string other;  // a field manager that is not ours; empty if there is none
  bool ours = false;
};
FieldOwners OwnersOf(const tree::Node& object, const FieldPath& path);

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_CLUSTER_AUTOSCALER_FIELD_OWNERS_H_
