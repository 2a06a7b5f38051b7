#ifndef CPSIZER_CLIENT_OBJECTS_FIELD_TRAITS_H_
#define CPSIZER_CLIENT_OBJECTS_FIELD_TRAITS_H_

#include <cstdint>
#include <vector>

#include "absl/strings/string_view.h"
#include "google/protobuf/descriptor.h"

namespace cpsizer::objects {

// What the CRDs and the API's comments say about a field beyond its type in protobuf.

// Which numbers serve as well as text where a quantity belongs.
enum class QuantityForm : uint8_t {
  kNone,          // it is no quantity
  kWholeNumbers,  // as the schemas of custom resources have it
  kAnyNumber,     // in the kinds that Kubernetes itself has
};
QuantityForm QuantityFormOf(const google::protobuf::FieldDescriptor& field);

// Whether the API never reads the field.
bool IsNotRead(const google::protobuf::FieldDescriptor& field);

// Whether the API refuses the list where it is written out without an entry, and not where it is left out.
bool IsRefusedWhenEmpty(const google::protobuf::FieldDescriptor& field);

// The field of this JSON name, or null.
const google::protobuf::FieldDescriptor* FieldNamed(const google::protobuf::Descriptor& type, absl::string_view name);

// The JSON names of all fields.
std::vector<absl::string_view> FieldNames(const google::protobuf::Descriptor& type);

}  // namespace cpsizer::objects

#endif  // CPSIZER_CLIENT_OBJECTS_FIELD_TRAITS_H_
