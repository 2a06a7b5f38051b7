#ifndef CPSIZER_SERVER_RPC_REFLECTION_INDEX_H_
#define CPSIZER_SERVER_RPC_REFLECTION_INDEX_H_

#include <google/protobuf/descriptor.h>

#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/string_view.h"
#include "grpc/reflection/v1/reflection.pb.h"

namespace cpsizer::server {

// Answers requests of server reflection from a set of compiled files. Immutable after construction; thread-safe.
//
// The descriptors in generated code are not used, because they have no comments. In addition, the reflection of gRPC
// 1.51 leaves out the JSON names that protobuf can derive.
class ReflectionIndex {
 public:
  // `file_descriptor_set` is a serialized google.protobuf.FileDescriptorSet in which each file follows its imports.
  // `services` are the full names to list.
  ReflectionIndex(absl::string_view file_descriptor_set, std::vector<std::string> services);

  // Answers every request. If a name is not found, the response has an error_response with NOT_FOUND.
  grpc::reflection::v1::ServerReflectionResponse Answer(
      const grpc::reflection::v1::ServerReflectionRequest& request) const;

 private:
  using Response = grpc::reflection::v1::ServerReflectionResponse;

  // Adds `file` and all files that it imports. Adds an error if `file` is null.
  void AddFiles(const google::protobuf::FileDescriptor* file, absl::string_view wanted, Response& response) const;
  void AddFileAndImports(const google::protobuf::FileDescriptor& file, absl::flat_hash_set<absl::string_view>& seen,
                         grpc::reflection::v1::FileDescriptorResponse& files) const;
  void AddExtensionNumbers(const std::string& type, Response& response) const;

  google::protobuf::DescriptorPool pool_;
  absl::flat_hash_map<std::string, std::string> serialized_files_;  // by name
  std::vector<std::string> services_;
};

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_RPC_REFLECTION_INDEX_H_
