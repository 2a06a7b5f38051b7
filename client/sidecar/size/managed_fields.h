#ifndef CPSIZER_CLIENT_SIDECAR_SIZE_MANAGED_FIELDS_H_
#define CPSIZER_CLIENT_SIDECAR_SIZE_MANAGED_FIELDS_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "client/tree/node.h"

// The owners of conditions, from metadata.managedFields of an object. Source: the FieldsV1 format of server-side apply.
namespace cpsizer::sidecar {

// An owner of a condition in the status of an object, or of a part of the condition.
struct ConditionOwner {
  std::string manager;
  bool applied = false;  // true for an owner by server-side apply
  // True if the manager owns the condition itself. In this case, the condition remains when other owners release it.
  // False if the manager owns only values in the condition.
  bool whole = false;

  friend bool operator==(const ConditionOwner&, const ConditionOwner&) = default;
};

// Returns the owners of the condition of this type. The owner of an atomic list of conditions owns each condition.
std::vector<ConditionOwner> ConditionOwners(const tree::Node& object, absl::string_view type);

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_SIZE_MANAGED_FIELDS_H_
