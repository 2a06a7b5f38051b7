#ifndef CPSIZER_PROTO_DESCRIPTOR_SET_H_
#define CPSIZER_PROTO_DESCRIPTOR_SET_H_

#include "absl/strings/string_view.h"

namespace cpsizer {

// A serialized google.protobuf.FileDescriptorSet of all files under proto/ and of the files that they import. Each file
// comes after its imports. In contrast to the descriptors in generated code, this set has comments and all JSON names.
absl::string_view DescriptorSet();

}  // namespace cpsizer

#endif  // CPSIZER_PROTO_DESCRIPTOR_SET_H_
