#ifndef CPSIZER_CLIENT_SIDECAR_SIZE_MANAGED_FIELDS_H_
#define CPSIZER_CLIENT_SIDECAR_SIZE_MANAGED_FIELDS_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "client/tree/node.h"

// Owners of fields, from metadata.managedFields of an object. Source: the FieldsV1 format of server-side apply.
namespace cpsizer::sidecar {

// Returns the field manager that wrote this annotation last; empty if unknown.
std::string AnnotationManager(const tree::Node& object, absl::string_view annotation);

// An owner of a condition, or of a part of it, in an object's status.
struct ConditionOwner {
  std::string manager;
  bool applied = false;  // by server-side apply
  bool whole = false;    // the condition itself, which stays when others release it; else only values in it

  friend bool operator==(const ConditionOwner& a, const ConditionOwner& b) {
    return a.manager == b.manager && a.applied == b.applied && a.whole == b.whole;
  }
};

// Returns the owners of the condition of this type. If the list of conditions is atomic, its owner owns each of them.
std::vector<ConditionOwner> ConditionOwners(const tree::Node& object, absl::string_view type);

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_SIZE_MANAGED_FIELDS_H_
