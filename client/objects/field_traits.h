#ifndef CPSIZER_CLIENT_OBJECTS_FIELD_TRAITS_H_
#define CPSIZER_CLIENT_OBJECTS_FIELD_TRAITS_H_

#include <cstdint>
#include <vector>

#include "absl/strings/string_view.h"
#include "google/protobuf/descriptor.h"

namespace cpsizer::objects {

// Properties of fields that the protobuf type does not define. Sources: the CRDs and the comments of the API.

// The kinds of numbers that are accepted for a quantity in addition to text.
enum class QuantityForm : uint8_t {
  kNone,          // not a quantity
  kWholeNumbers,  // accepted by the schemas of custom resources
  kAnyNumber,     // accepted by the built-in kinds of Kubernetes
};
QuantityForm QuantityFormOf(const google::protobuf::FieldDescriptor& field);

// Returns true if the service never reads the field.
bool IsNotRead(const google::protobuf::FieldDescriptor& field);

// Returns whether a decision, or a simulation of decisions such as `cpsizer replay`, reads the field or a field below
// it. If the result is false, the value of the field changes findings at most.
bool IsDecisive(const google::protobuf::FieldDescriptor& field);

// Returns whether a decision is impossible without the field and the fields below it: a decisive field that is not read
// for the number of nodes only.
bool IsNeeded(const google::protobuf::FieldDescriptor& field);

// Returns whether the API server refuses an empty list in this field, but accepts an absent list.
bool IsRefusedWhenEmpty(const google::protobuf::FieldDescriptor& field);

// Returns the field with this JSON name, or null if there is none.
const google::protobuf::FieldDescriptor* FieldNamed(const google::protobuf::Descriptor& type, absl::string_view name);

// Returns the JSON names of all fields.
std::vector<absl::string_view> FieldNames(const google::protobuf::Descriptor& type);

// Returns the JSON names of the fields for which IsDecisive() is true.
std::vector<absl::string_view> DecisiveFieldNames(const google::protobuf::Descriptor& type);

// Returns the path, such as `sizes[0].capacity.cpu`, of the decisive field that the field `name` at the path `parent`,
// which is unknown, probably is: the one with this name, in upper or lower case, in the innermost message around it, or
// at the next level below that. A name of one word is only searched directly below `parent`, because it is common.
// Empty if there is none. `parent` is a path below `outermost`, such as `sizes[0].effects`; empty for `outermost`.
std::string DecisivePathNear(const google::protobuf::Descriptor& outermost, absl::string_view parent,
                             absl::string_view name);

}  // namespace cpsizer::objects

#endif  // CPSIZER_CLIENT_OBJECTS_FIELD_TRAITS_H_
