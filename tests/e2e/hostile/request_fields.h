#ifndef CPSIZER_TESTS_E2E_HOSTILE_REQUEST_FIELDS_H_
#define CPSIZER_TESTS_E2E_HOSTILE_REQUEST_FIELDS_H_

#include <google/protobuf/descriptor.h>

#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace cpsizer::e2e {

// The path to a field of a request, at any depth. The last element is the field itself. An entry of a map is a message
// with the fields `key` and `value`.
struct FieldPath {
  std::vector<const google::protobuf::FieldDescriptor*> fields;

  const google::protobuf::FieldDescriptor& field() const { return *fields.back(); }
  // Returns a text such as `cluster_sizing_configuration.spec.sizes.name`.
  std::string Name() const;
};

// Returns the paths of all fields of a request of this type. Tests that use these paths also test fields that are added
// later. The types must not be recursive.
std::vector<FieldPath> AllFields(const google::protobuf::Descriptor& request);

// Returns a serialized request that contains only the field `path`, `count` times, with `content`. The field must be
// length-delimited. `content` may be invalid. If the result is appended to another serialized request, protobuf merges
// the two.
std::string HoldingInField(const FieldPath& path, absl::string_view content, size_t count = 1);

}  // namespace cpsizer::e2e

#endif  // CPSIZER_TESTS_E2E_HOSTILE_REQUEST_FIELDS_H_
