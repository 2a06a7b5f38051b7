#ifndef CPSIZER_TESTS_E2E_HOSTILE_REQUEST_FIELDS_H_
#define CPSIZER_TESTS_E2E_HOSTILE_REQUEST_FIELDS_H_

#include <google/protobuf/descriptor.h>

#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace cpsizer::e2e {

// A field of a request, at any depth: the fields that lead to it, and the field itself as the last one. An entry of a
// map is a message with the fields `key` and `value`.
struct FieldPath {
  std::vector<const google::protobuf::FieldDescriptor*> fields;

  const google::protobuf::FieldDescriptor& field() const { return *fields.back(); }
  // Returns a text such as `cluster_sizing_configuration.spec.sizes.name`.
  std::string Name() const;
};

// Returns every field of a request of this type, so that a new field is included automatically. The types must not be
// recursive.
std::vector<FieldPath> AllFields(const google::protobuf::Descriptor& request);

// Returns a serialized request that has only the field `path`, `count` times, with `content`. The field must be
// length-delimited; `content` may be invalid. If the result is appended to another serialized request, the two are
// merged.
std::string HoldingInField(const FieldPath& path, absl::string_view content, size_t count = 1);

}  // namespace cpsizer::e2e

#endif  // CPSIZER_TESTS_E2E_HOSTILE_REQUEST_FIELDS_H_
