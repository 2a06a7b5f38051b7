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

std::string KeyOf(const ObjectIdentity& object) {
  return absl::StrCat(object.name_space, "/", object.name);
}

}  // namespace cpsizer::sidecar
