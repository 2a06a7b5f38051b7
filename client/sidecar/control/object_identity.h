#ifndef CPSIZER_CLIENT_SIDECAR_CONTROL_OBJECT_IDENTITY_H_
#define CPSIZER_CLIENT_SIDECAR_CONTROL_OBJECT_IDENTITY_H_

#include <cstddef>
#include <string>

#include "client/tree/node.h"

namespace cpsizer::sidecar {

// The metadata of an object that a controller needs. `name_space` is empty for a cluster-scoped object.
struct ObjectIdentity {
  std::string name_space;
  std::string name;
  std::string uid;
  std::string resource_version;
  bool deleting = false;
};

ObjectIdentity ReadIdentity(const tree::Node& object);

// Returns the number of bytes of the texts of `object`.
size_t IdentityBytes(const ObjectIdentity& object);

// Returns whether `a` and `b` are the same object, and both or none of them are being deleted.
bool IsSameObject(const ObjectIdentity& a, const ObjectIdentity& b);

// Returns `namespace/name`, which is the key of an object in a controller.
std::string KeyOf(const ObjectIdentity& object);

// The kind of an object, for the events about the object.
struct ObjectKind {
  const char* api_version;
  const char* kind;
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_CONTROL_OBJECT_IDENTITY_H_
