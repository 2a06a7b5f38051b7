#ifndef CPSIZER_CLIENT_SIDECAR_SIZE_MANAGED_FIELDS_H_
#define CPSIZER_CLIENT_SIDECAR_SIZE_MANAGED_FIELDS_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "client/tree/node.h"

// Owners of fields, from metadata.managedFields of an object. Source: the FieldsV1 format of server-side apply.
namespace cpsizer::sidecar {

// The field manager that wrote this annotation last; empty if it is not known.
std::string AnnotationManager(const tree::Node& object, absl::string_view annotation);

// One who owns a condition, or a part of it, of an object's status.
struct ConditionOwner {
  std::string manager;
  bool applied = false;  // by server-side apply
  bool whole = false;    // the condition itself, which stays when others give it up; else only values in it

  friend bool operator==(const ConditionOwner& a, const ConditionOwner& b) {
    return a.manager == b.manager && a.applied == b.applied && a.whole == b.whole;
  }
};

// The owners of the condition of this type. If the list of conditions is atomic, its owner owns each of them.
std::vector<ConditionOwner> ConditionOwners(const tree::Node& object, absl::string_view type);

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_SIZE_MANAGED_FIELDS_H_
