#ifndef CPSIZER_TESTS_LINT_API_H_
#define CPSIZER_TESTS_LINT_API_H_

#include <google/protobuf/descriptor.h>

#include "absl/functional/function_ref.h"
#include "absl/strings/string_view.h"

namespace cpsizer::lint {

// Returns the descriptor of the message `name` of cpsizer.v1.
const google::protobuf::Descriptor& ApiMessage(absl::string_view name);

// Calls `visit` once for each field of `message` and of the messages in it.
void ForEachField(const google::protobuf::Descriptor& message,
                  absl::FunctionRef<void(const google::protobuf::FieldDescriptor&)> visit);

}  // namespace cpsizer::lint

#endif  // CPSIZER_TESTS_LINT_API_H_
