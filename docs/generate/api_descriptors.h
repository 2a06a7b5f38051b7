#ifndef CPSIZER_DOCS_GENERATE_API_DESCRIPTORS_H_
#define CPSIZER_DOCS_GENERATE_API_DESCRIPTORS_H_

#include <google/protobuf/descriptor.h>

#include <string>
#include <vector>

#include "absl/strings/ascii.h"

namespace cpsizer::docs {

// Returns the compiled API with its comments. The result exists until the program ends.
const google::protobuf::DescriptorPool& ApiPool();

// Returns the files of cpsizer.v1. Each file follows its imports.
std::vector<const google::protobuf::FileDescriptor*> ApiFiles();

// Returns the comment above a message, a field, an enum or another element, without surrounding white space; empty if
// there is no comment.
template <typename Descriptor>
std::string CommentOf(const Descriptor& descriptor) {
  google::protobuf::SourceLocation location;
  if (!descriptor.GetSourceLocation(&location)) return "";
  return std::string(absl::StripAsciiWhitespace(location.leading_comments));
}

}  // namespace cpsizer::docs

#endif  // CPSIZER_DOCS_GENERATE_API_DESCRIPTORS_H_
