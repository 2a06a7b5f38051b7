#include "server/rpc/reflection_index.h"

#include <google/protobuf/descriptor.pb.h>
#include <grpcpp/support/status.h>

#include <utility>

#include "absl/strings/str_cat.h"
#include "server/engine/base/text.h"

namespace cpsizer::server {
namespace {

using ::google::protobuf::Descriptor;
using ::google::protobuf::FieldDescriptor;
using ::google::protobuf::FileDescriptor;
using ::grpc::reflection::v1::ServerReflectionRequest;
using ::grpc::reflection::v1::ServerReflectionResponse;

void SetError(grpc::StatusCode code, absl::string_view message, ServerReflectionResponse& response) {
  response.mutable_error_response()->set_error_code(code);
  response.mutable_error_response()->set_error_message(std::string(message));
}

void SetNotFound(absl::string_view wanted, ServerReflectionResponse& response) {
  SetError(grpc::StatusCode::NOT_FOUND, absl::StrCat("this server has no ", wanted), response);
}

}  // namespace

ReflectionIndex::ReflectionIndex(absl::string_view file_descriptor_set, std::vector<std::string> services)
    : file_descriptor_set_(file_descriptor_set), services_(std::move(services)) {}

const ReflectionIndex::Files& ReflectionIndex::loaded() const {
  std::call_once(files_read_, [this] {
    google::protobuf::FileDescriptorSet set;
    set.ParseFromArray(file_descriptor_set_.data(), static_cast<int>(file_descriptor_set_.size()));
    for (const google::protobuf::FileDescriptorProto& file : set.file()) {
      files_.pool.BuildFile(file);
      files_.serialized.emplace(file.name(), file.SerializeAsString());
    }
  });
  return files_;
}

ServerReflectionResponse ReflectionIndex::Answer(const ServerReflectionRequest& request) const {
  ServerReflectionResponse response;
  response.set_valid_host(request.host());
  *response.mutable_original_request() = request;
  switch (request.message_request_case()) {
    case ServerReflectionRequest::kFileByFilename:
      AddFiles(loaded().pool.FindFileByName(request.file_by_filename()), request.file_by_filename(), response);
      break;
    case ServerReflectionRequest::kFileContainingSymbol:
      AddFiles(loaded().pool.FindFileContainingSymbol(request.file_containing_symbol()),
               request.file_containing_symbol(), response);
      break;
    case ServerReflectionRequest::kFileContainingExtension: {
      const auto& extension = request.file_containing_extension();
      const Descriptor* const type = loaded().pool.FindMessageTypeByName(extension.containing_type());
      const FieldDescriptor* const field =
          type == nullptr ? nullptr : loaded().pool.FindExtensionByNumber(type, extension.extension_number());
      AddFiles(field == nullptr ? nullptr : field->file(),
               absl::StrCat(extension.containing_type(), " extension ", extension.extension_number()), response);
      break;
    }
    case ServerReflectionRequest::kAllExtensionNumbersOfType:
      AddExtensionNumbers(request.all_extension_numbers_of_type(), response);
      break;
    case ServerReflectionRequest::kListServices:
      for (const std::string& service : services_) {
        response.mutable_list_services_response()->add_service()->set_name(service);
      }
      break;
    case ServerReflectionRequest::MESSAGE_REQUEST_NOT_SET:
      SetError(grpc::StatusCode::INVALID_ARGUMENT, "the request has no query", response);
      break;
  }
  return response;
}

void ReflectionIndex::AddFiles(const FileDescriptor* file, absl::string_view wanted, Response& response) const {
  if (file == nullptr) return SetNotFound(Quoted(wanted), response);
  absl::flat_hash_set<absl::string_view> seen;
  AddFileAndImports(*file, seen, *response.mutable_file_descriptor_response());
}

void ReflectionIndex::AddFileAndImports(const FileDescriptor& file, absl::flat_hash_set<absl::string_view>& seen,
                                        grpc::reflection::v1::FileDescriptorResponse& files) const {
  if (!seen.insert(file.name()).second) return;
  files.add_file_descriptor_proto(loaded().serialized.at(file.name()));
  for (int i = 0; i < file.dependency_count(); ++i) AddFileAndImports(*file.dependency(i), seen, files);
}

void ReflectionIndex::AddExtensionNumbers(const std::string& type, Response& response) const {
  const Descriptor* const descriptor = loaded().pool.FindMessageTypeByName(type);
  if (descriptor == nullptr) return SetNotFound(Quoted(type), response);
  std::vector<const FieldDescriptor*> extensions;
  loaded().pool.FindAllExtensions(descriptor, &extensions);
  auto& numbers = *response.mutable_all_extension_numbers_response();
  numbers.set_base_type_name(type);
  for (const FieldDescriptor* extension : extensions) numbers.add_extension_number(extension->number());
}

}  // namespace cpsizer::server
