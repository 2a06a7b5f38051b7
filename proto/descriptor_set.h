#ifndef CPSIZER_PROTO_DESCRIPTOR_SET_H_
#define CPSIZER_PROTO_DESCRIPTOR_SET_H_

#include "absl/strings/string_view.h"

namespace cpsizer {

// A serialized google.protobuf.FileDescriptorSet of every file under proto/ and what it imports, in an order in which
// each file follows its imports. Unlike the descriptors that generated code holds it has comments and all JSON names.
absl::string_view DescriptorSet();

}  // namespace cpsizer

#endif  // CPSIZER_PROTO_DESCRIPTOR_SET_H_
