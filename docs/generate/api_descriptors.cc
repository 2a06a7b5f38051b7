#include "docs/generate/api_descriptors.h"

#include <google/protobuf/descriptor.pb.h>

#include "absl/strings/match.h"
#include "absl/strings/string_view.h"
#include "proto/descriptor_set.h"

namespace cpsizer::docs {
namespace {

using ::google::protobuf::DescriptorPool;
using ::google::protobuf::FileDescriptor;
using ::google::protobuf::FileDescriptorProto;
using ::google::protobuf::FileDescriptorSet;

const FileDescriptorSet& ApiSet() {
  static const FileDescriptorSet& set = *[] {
    auto* const parsed = new FileDescriptorSet;
    const absl::string_view bytes = DescriptorSet();
    parsed->ParseFromArray(bytes.data(), static_cast<int>(bytes.size()));
    return parsed;
  }();
  return set;
}

}  // namespace

const DescriptorPool& ApiPool() {
  static const DescriptorPool& pool = *[] {
    auto* const built = new DescriptorPool;
    for (const FileDescriptorProto& file : ApiSet().file()) built->BuildFile(file);
    return built;
  }();
  return pool;
}

std::vector<const FileDescriptor*> ApiFiles() {
  std::vector<const FileDescriptor*> files;
  for (const FileDescriptorProto& file : ApiSet().file()) {
    if (absl::StartsWith(file.name(), "cpsizer/v1/")) files.push_back(ApiPool().FindFileByName(file.name()));
  }
  return files;
}

}  // namespace cpsizer::docs
