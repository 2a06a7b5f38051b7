#ifndef CPSIZER_CLIENT_CLI_VERBS_API_REFERENCE_H_
#define CPSIZER_CLIENT_CLI_VERBS_API_REFERENCE_H_

#include <google/protobuf/descriptor.h>

#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace cpsizer::cli {

// The API with its comments. Finds fields, messages, enums, services and methods by their names in messages and in
// files. Descriptors are valid while this object exists.
class ApiReference {
 public:
  ApiReference();

  // A field of a kind that users write, and its path.
  struct Field {
    std::string path;  // for example `spec.sizes.capacity.memory`
    const google::protobuf::FieldDescriptor* descriptor;
  };

  // Returns each field under `spec`: first of a ClusterSizingConfiguration, then of a HorizontalPodAutoscaler. The
  // order is depth first.
  std::vector<Field> SpecFields() const;

  // Returns the field at the end of a path of JSON names, such as the path of a finding. Returns null if there is no
  // such field. The path begins in a kind that users write, in a request or in a response, or with the name of any
  // message (`SizeCapacity.memory`). Indexes in lists (`[1]`) are ignored.
  const google::protobuf::FieldDescriptor* FindPath(absl::string_view text) const;

  // A message, enum, field, service or method that has the given name. FindName() returns the matches in the order of
  // the files.
  struct Match {
    std::string name;  // for example `SizeCapacity.memory`
    // TypeText() of a field, or a text such as `method of SizingService`; empty for a message and an enum.
    std::string type;
    std::string comment;
    const google::protobuf::Descriptor* message = nullptr;          // set if the match is a message
    const google::protobuf::EnumDescriptor* enumeration = nullptr;  // set if the match is an enum
  };
  std::vector<Match> FindName(absl::string_view name) const;

  // Returns all names that FindName() accepts, without duplicates.
  std::vector<std::string> AllNames() const;

  // Returns all enums, in the order of the files.
  std::vector<const google::protobuf::EnumDescriptor*> Enums() const;

  // Returns the names of the fields with this type, such as `RecommendSizeResponse.outcome`.
  std::vector<std::string> FieldsOf(const google::protobuf::EnumDescriptor& type) const;

 private:
  google::protobuf::DescriptorPool pool_;
  std::vector<const google::protobuf::FileDescriptor*> files_;  // only the files of this project
};

// Returns the comment of a message, field, enum or enum value as one line.
std::string CommentOf(const google::protobuf::SourceLocation& location);
template <typename Descriptor>
std::string CommentOf(const Descriptor& descriptor) {
  google::protobuf::SourceLocation location;
  return descriptor.GetSourceLocation(&location) ? CommentOf(location) : "";
}

// Returns the name of a value without the prefix of its enum, such as `HELD`. Output shows this name.
std::string ShortName(const google::protobuf::EnumValueDescriptor& value);

// Returns the type of a field, such as `string` or `list of SizeConfiguration`.
std::string TypeText(const google::protobuf::FieldDescriptor& field);

// Returns the message type of a field, or null for a scalar or a map.
const google::protobuf::Descriptor* MessageOf(const google::protobuf::FieldDescriptor& field);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_VERBS_API_REFERENCE_H_
