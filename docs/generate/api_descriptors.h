#ifndef CPSIZER_DOCS_GENERATE_API_DESCRIPTORS_H_
#define CPSIZER_DOCS_GENERATE_API_DESCRIPTORS_H_

#include <google/protobuf/descriptor.h>

#include <string>
#include <vector>

#include "absl/strings/ascii.h"

namespace cpsizer::docs {

// The compiled API with its comments. Lives as long as the program.
const google::protobuf::DescriptorPool& ApiPool();

// The files of cpsizer.v1, each after what it imports.
std::vector<const google::protobuf::FileDescriptor*> ApiFiles();

// The comment above a message, a field, an enum and so on, without white space around it; empty if there is none.
template <typename Descriptor>
std::string CommentOf(const Descriptor& descriptor) {
  google::protobuf::SourceLocation location;
  if (!descriptor.GetSourceLocation(&location)) return "";
  return std::string(absl::StripAsciiWhitespace(location.leading_comments));
}

}  // namespace cpsizer::docs

#endif  // CPSIZER_DOCS_GENERATE_API_DESCRIPTORS_H_
