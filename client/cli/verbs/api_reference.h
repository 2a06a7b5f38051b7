#ifndef CPSIZER_CLIENT_CLI_VERBS_API_REFERENCE_H_
#define CPSIZER_CLIENT_CLI_VERBS_API_REFERENCE_H_

#include <google/protobuf/descriptor.h>

#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace cpsizer::cli {

// The API with its comments, searchable by the names in messages and files. Descriptors live as long as this object.
class ApiReference {
 public:
  ApiReference();

  // A field of one of the kinds that users write, by its path.
  struct Field {
    std::string path;  // `spec.sizes.capacity.memory`
    const google::protobuf::FieldDescriptor* descriptor;
  };

  // Returns each field under `spec` of a ClusterSizingConfiguration, then of a HorizontalPodAutoscaler, depth first.
  std::vector<Field> SpecFields() const;

  // Returns the field at the end of a path of JSON names, as findings name it: from one of those kinds, or from a
  // request or a response, or from any message by its name (`SizeCapacity.memory`); indexes in lists (`[1]`) are
  // ignored. Null if there is none.
  const google::protobuf::FieldDescriptor* FindPath(absl::string_view text) const;

  // Each message, enum and field with this bare name, in the order of the files.
  struct Match {
    std::string name;  // `SizeCapacity.memory`
    std::string type;  // as TypeText; empty if there is none
    std::string comment;
    const google::protobuf::Descriptor* message = nullptr;          // set for messages
    const google::protobuf::EnumDescriptor* enumeration = nullptr;  // set for enums
  };
  std::vector<Match> FindName(absl::string_view name) const;

  // Returns each name that FindName accepts, without duplicates.
  std::vector<std::string> AllNames() const;

  // Returns all enums, in the order of the files.
  std::vector<const google::protobuf::EnumDescriptor*> Enums() const;

  // Returns the fields with this type: `RecommendSizeResponse.outcome`.
  std::vector<std::string> FieldsOf(const google::protobuf::EnumDescriptor& type) const;

 private:
  google::protobuf::DescriptorPool pool_;
  std::vector<const google::protobuf::FileDescriptor*> files_;  // only of this project
};

// Returns the comment of a message, field, enum or enum value, in one line.
std::string CommentOf(const google::protobuf::SourceLocation& location);
template <typename Descriptor>
std::string CommentOf(const Descriptor& descriptor) {
  google::protobuf::SourceLocation location;
  return descriptor.GetSourceLocation(&location) ? CommentOf(location) : "";
}

// Returns the value without the prefix of its enum, as in output: `HELD`.
std::string ShortName(const google::protobuf::EnumValueDescriptor& value);

// Returns `string`, `list of SizeConfiguration`.
std::string TypeText(const google::protobuf::FieldDescriptor& field);

// Returns the message type of a field, null for scalars and maps.
const google::protobuf::Descriptor* MessageOf(const google::protobuf::FieldDescriptor& field);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_VERBS_API_REFERENCE_H_
