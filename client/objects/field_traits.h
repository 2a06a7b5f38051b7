#ifndef CPSIZER_CLIENT_OBJECTS_FIELD_TRAITS_H_
#define CPSIZER_CLIENT_OBJECTS_FIELD_TRAITS_H_

#include <cstdint>
#include <vector>

#include "absl/strings/string_view.h"
#include "google/protobuf/descriptor.h"

namespace cpsizer::objects {

// Properties of fields that the CRDs and the comments of the API define, in addition to the protobuf type.

// The numbers that a quantity may be written as, in addition to text.
enum class QuantityForm : uint8_t {
  kNone,          // not a quantity
  kWholeNumbers,  // as in the schemas of custom resources
  kAnyNumber,     // as in the built-in kinds of Kubernetes
};
QuantityForm QuantityFormOf(const google::protobuf::FieldDescriptor& field);

// Returns whether the API never reads the field.
bool IsNotRead(const google::protobuf::FieldDescriptor& field);

// Returns whether the API refuses the list if it is empty, and accepts it if it is absent.
bool IsRefusedWhenEmpty(const google::protobuf::FieldDescriptor& field);

// Returns the field with this JSON name, or null.
const google::protobuf::FieldDescriptor* FieldNamed(const google::protobuf::Descriptor& type, absl::string_view name);

// The JSON names of all fields.
std::vector<absl::string_view> FieldNames(const google::protobuf::Descriptor& type);

}  // namespace cpsizer::objects

#endif  // CPSIZER_CLIENT_OBJECTS_FIELD_TRAITS_H_
