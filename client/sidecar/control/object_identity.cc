#include "client/sidecar/control/object_identity.h"

#include "absl/strings/str_cat.h"

namespace cpsizer::sidecar {

ObjectIdentity ReadIdentity(const tree::Node& object) {
  ObjectIdentity identity;
  identity.name_space = std::string(tree::TextAt(object, {"metadata", "namespace"}));
  identity.name = std::string(tree::TextAt(object, {"metadata", "name"}));
  identity.uid = std::string(tree::TextAt(object, {"metadata", "uid"}));
  identity.resource_version = std::string(tree::TextAt(object, {"metadata", "resourceVersion"}));
  identity.deleting = !tree::TextAt(object, {"metadata", "deletionTimestamp"}).empty();
  return identity;
}

size_t IdentityBytes(const ObjectIdentity& object) {
  return object.name_space.size() + object.name.size() + object.uid.size() + object.resource_version.size();
}

bool IsSameObject(const ObjectIdentity& a, const ObjectIdentity& b) {
  return a.uid == b.uid && a.deleting == b.deleting;
}

std::string KeyOf(const ObjectIdentity& object) {
  return absl::StrCat(object.name_space, "/", object.name);
}

}  // namespace cpsizer::sidecar
