#ifndef CPSIZER_SERVER_RPC_REFLECTION_INDEX_H_
#define CPSIZER_SERVER_RPC_REFLECTION_INDEX_H_

#include <google/protobuf/descriptor.h>

#include <mutex>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/string_view.h"
#include "grpc/reflection/v1/reflection.pb.h"

namespace cpsizer::server {

// Answers reflection requests from a set of compiled .proto files. Thread-safe. The first request reads the files,
// because they use 3 MiB of memory and most servers never get such a request.
//
// Two other sources are not used. The descriptors in generated code contain no comments. The reflection of gRPC 1.51
// omits the JSON names that protobuf can derive.
class ReflectionIndex {
 public:
  // `file_descriptor_set` is a serialized google.protobuf.FileDescriptorSet. Each file in it must follow its imports.
  // It must outlive this object. `services` are the full names that a request for the list of services returns.
  ReflectionIndex(absl::string_view file_descriptor_set, std::vector<std::string> services);
  ReflectionIndex(std::string&& file_descriptor_set, std::vector<std::string> services) = delete;

  // Answers a request of any kind. If a name is unknown, the response has an error_response with NOT_FOUND.
  grpc::reflection::v1::ServerReflectionResponse Answer(
      const grpc::reflection::v1::ServerReflectionRequest& request) const;

 private:
  using Response = grpc::reflection::v1::ServerReflectionResponse;

  struct Files {
    google::protobuf::DescriptorPool pool;
    absl::flat_hash_map<std::string, std::string> serialized;  // the key is the name of the file
  };

  // Returns the files. The first call reads them.
  const Files& loaded() const;
  // Adds `file` and all files that `file` imports. If `file` is null, adds an error.
  void AddFiles(const google::protobuf::FileDescriptor* file, absl::string_view wanted, Response& response) const;
  void AddFileAndImports(const google::protobuf::FileDescriptor& file, absl::flat_hash_set<absl::string_view>& seen,
                         grpc::reflection::v1::FileDescriptorResponse& files) const;
  void AddExtensionNumbers(const std::string& type, Response& response) const;

  const absl::string_view file_descriptor_set_;
  const std::vector<std::string> services_;
  mutable std::once_flag files_read_;
  mutable Files files_;  // written once, before `files_read_` is set
};

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_RPC_REFLECTION_INDEX_H_
