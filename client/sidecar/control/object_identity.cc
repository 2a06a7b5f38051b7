#include "client/sidecar/control/object_identity.h"

#include <utility>

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

kube::Event EventAbout(const ObjectKind& kind, const ObjectIdentity& object, bool warning, std::string reason,
                       std::string action, std::string note) {
  kube::Event event;
  event.warning = warning;
  event.reason = std::move(reason);
  event.action = std::move(action);
  event.note = std::move(note);
  event.api_version = kind.api_version;
  event.kind = kind.kind;
  event.name_space = object.name_space;
  event.name = object.name;
  event.uid = object.uid;
  return event;
}

}  // namespace cpsizer::sidecar
