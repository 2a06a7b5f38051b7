#ifndef CPSIZER_TESTS_E2E_HOSTILE_REQUEST_FIELDS_H_
#define CPSIZER_TESTS_E2E_HOSTILE_REQUEST_FIELDS_H_

#include <google/protobuf/descriptor.h>

#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace cpsizer::e2e {

// A field of a request, however deep: the fields that lead to it, and itself at the end. An entry of a map is a message
// with the fields `key` and `value`.
struct FieldPath {
  std::vector<const google::protobuf::FieldDescriptor*> fields;

  const google::protobuf::FieldDescriptor& field() const { return *fields.back(); }
  // Such as `cluster_sizing_configuration.spec.sizes.name`.
  std::string Name() const;
};

// Every field that a request of this type can hold: a new one is there by itself. The types must not be recursive.
std::vector<FieldPath> AllFields(const google::protobuf::Descriptor& request);

// A request on the wire that holds `content` in that field, `count` times, and nothing else. The field must be
// length-delimited; `content` may be no valid one. Behind another request it is merged into that.
std::string HoldingInField(const FieldPath& path, absl::string_view content, size_t count = 1);

}  // namespace cpsizer::e2e

#endif  // CPSIZER_TESTS_E2E_HOSTILE_REQUEST_FIELDS_H_
