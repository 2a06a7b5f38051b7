#include "client/cli/verbs/api_reference.h"

#include <google/protobuf/descriptor.pb.h>

#include <algorithm>

#include "absl/container/btree_set.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "client/objects/known_objects.h"
#include "proto/descriptor_set.h"

namespace cpsizer::cli {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::EnumDescriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::FileDescriptor;
using google::protobuf::MethodDescriptor;
using google::protobuf::ServiceDescriptor;

constexpr absl::string_view kPackage = "cpsizer.v1";
constexpr char kConfiguration[] = "cpsizer.v1.ClusterSizingConfiguration";
constexpr char kAutoscaler[] = "cpsizer.v1.HorizontalPodAutoscaler";
constexpr char kService[] = "cpsizer.v1.SizingService";

// Returns the messages where a path may begin: first the kinds, then the requests and responses.
std::vector<const Descriptor*> Roots(const google::protobuf::DescriptorPool& pool) {
  std::vector<const Descriptor*> roots;
  for (const objects::KnownKind& known : objects::kKnownKinds) {
    if (!objects::kUserKinds.Has(known.kind)) continue;
    roots.push_back(pool.FindMessageTypeByName(absl::StrCat(kPackage, ".", known.name)));
  }
  const ServiceDescriptor& service = *pool.FindServiceByName(kService);
  for (int i = 0; i < service.method_count(); ++i) {
    roots.insert(roots.end(), {service.method(i)->input_type(), service.method(i)->output_type()});
  }
  return roots;
}

bool Matches(const FieldDescriptor& field, absl::string_view name) {
  return name == field.json_name() || name == field.name();
}

const FieldDescriptor* FindField(const Descriptor& message, absl::string_view name) {
  for (int i = 0; i < message.field_count(); ++i) {
    if (Matches(*message.field(i), name)) return message.field(i);
  }
  return nullptr;
}

const FieldDescriptor* Walk(const Descriptor& root, absl::string_view path) {
  const Descriptor* message = &root;
  const FieldDescriptor* field = nullptr;
  for (const absl::string_view segment : absl::StrSplit(path, '.')) {
    if (message == nullptr) return nullptr;
    field = FindField(*message, segment);
    if (field == nullptr) return nullptr;
    message = MessageOf(*field);
  }
  return field;
}

void AppendFields(const Descriptor& message, const std::string& prefix, std::vector<ApiReference::Field>& fields) {
  for (int i = 0; i < message.field_count(); ++i) {
    const FieldDescriptor* field = message.field(i);
    const std::string path = absl::StrCat(prefix, ".", field->json_name());
    fields.push_back({path, field});
    if (const Descriptor* inner = MessageOf(*field)) AppendFields(*inner, path, fields);
  }
}

template <typename See>
void ForEachMethod(const ServiceDescriptor& service, const See& see) {
  see({service.name(), service.full_name()}, [&] {
    return ApiReference::Match{service.name(), "service", CommentOf(service)};
  });
  for (int i = 0; i < service.method_count(); ++i) {
    const MethodDescriptor& method = *service.method(i);
    see({method.name()}, [&] {
      return ApiReference::Match{method.name(), absl::StrCat("method of ", service.name()), CommentOf(method)};
    });
  }
}

// Calls `see` for each message, field, enum, service and method of a file. The first argument of `see` has the names
// without the parent message. The second argument is a function that returns the match.
template <typename See>
void ForEach(const FileDescriptor& file, const See& see) {
  for (int i = 0; i < file.message_type_count(); ++i) {
    const Descriptor& message = *file.message_type(i);
    see({message.name()}, [&] { return ApiReference::Match{message.name(), "", CommentOf(message), &message}; });
    for (int j = 0; j < message.field_count(); ++j) {
      const FieldDescriptor& field = *message.field(j);
      see({field.json_name(), field.name()}, [&] {
        return ApiReference::Match{absl::StrCat(message.name(), ".", field.json_name()), TypeText(field),
                                   CommentOf(field)};
      });
    }
  }
  for (int i = 0; i < file.enum_type_count(); ++i) {
    const EnumDescriptor& type = *file.enum_type(i);
    see({type.name()}, [&] { return ApiReference::Match{type.name(), "", CommentOf(type), nullptr, &type}; });
  }
  for (int i = 0; i < file.service_count(); ++i) ForEachMethod(*file.service(i), see);
}

}  // namespace

ApiReference::ApiReference() {
  google::protobuf::FileDescriptorSet files;
  const absl::string_view bytes = DescriptorSet();
  files.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()));
  for (const auto& file : files.file()) {
    const FileDescriptor* built = pool_.BuildFile(file);
    if (file.package() == kPackage) files_.push_back(built);
  }
}

std::vector<ApiReference::Field> ApiReference::SpecFields() const {
  std::vector<Field> fields;
  for (const char* kind : {kConfiguration, kAutoscaler}) {
    const FieldDescriptor* spec = FindField(*pool_.FindMessageTypeByName(kind), "spec");
    AppendFields(*MessageOf(*spec), "spec", fields);
  }
  return fields;
}

const FieldDescriptor* ApiReference::FindPath(absl::string_view text) const {
  // Brackets contain an index, or a key that may contain dots.
  std::string path;
  int depth = 0;
  for (const char c : text) {
    depth += c == '[' ? 1 : 0;
    if (depth == 0) path.push_back(c);
    depth -= c == ']' ? 1 : 0;
  }
  for (const Descriptor* root : Roots(pool_)) {
    if (const FieldDescriptor* field = Walk(*root, path)) return field;
  }
  // A path may also begin with the name of a message, such as `SizeDemand.memory`. The names of matches have this form.
  const std::pair<absl::string_view, absl::string_view> parts = absl::StrSplit(path, absl::MaxSplits('.', 1));
  const Descriptor* message = pool_.FindMessageTypeByName(absl::StrCat(kPackage, ".", parts.first));
  return message == nullptr ? nullptr : Walk(*message, parts.second);
}

std::vector<ApiReference::Match> ApiReference::FindName(absl::string_view name) const {
  std::vector<Match> matches;
  for (const FileDescriptor* file : files_) {
    ForEach(*file, [&](std::vector<std::string> names, const auto& make) {
      if (std::find(names.begin(), names.end(), name) != names.end()) matches.push_back(make());
    });
  }
  return matches;
}

std::vector<std::string> ApiReference::AllNames() const {
  absl::btree_set<std::string> all;
  for (const FileDescriptor* file : files_) {
    ForEach(*file, [&](std::vector<std::string> names, const auto&) { all.insert(names.front()); });
  }
  return {all.begin(), all.end()};
}

std::vector<const EnumDescriptor*> ApiReference::Enums() const {
  std::vector<const EnumDescriptor*> enums;
  for (const FileDescriptor* file : files_) {
    for (int i = 0; i < file->enum_type_count(); ++i) enums.push_back(file->enum_type(i));
  }
  return enums;
}

std::vector<std::string> ApiReference::FieldsOf(const EnumDescriptor& type) const {
  std::vector<std::string> fields;
  for (const FileDescriptor* file : files_) {
    for (int i = 0; i < file->message_type_count(); ++i) {
      const Descriptor& message = *file->message_type(i);
      for (int j = 0; j < message.field_count(); ++j) {
        const FieldDescriptor& field = *message.field(j);
        if (field.enum_type() == &type) fields.push_back(absl::StrCat(message.name(), ".", field.json_name()));
      }
    }
  }
  return fields;
}

std::string ShortName(const google::protobuf::EnumValueDescriptor& value) {
  const absl::string_view prefix = absl::StripSuffix(value.type()->value(0)->name(), "UNSPECIFIED");
  return std::string(absl::StripPrefix(value.name(), prefix));
}

std::string CommentOf(const google::protobuf::SourceLocation& location) {
  std::vector<absl::string_view> lines;
  for (const absl::string_view line : absl::StrSplit(location.leading_comments, '\n', absl::SkipWhitespace())) {
    lines.push_back(absl::StripAsciiWhitespace(line));
  }
  return absl::StrJoin(lines, " ");
}

std::string TypeText(const FieldDescriptor& field) {
  if (field.is_map()) return "map";
  std::string type = field.type_name();
  if (field.message_type() != nullptr) type = field.message_type()->name();
  if (field.enum_type() != nullptr) type = field.enum_type()->name();
  return field.is_repeated() ? absl::StrCat("list of ", type) : type;
}

const Descriptor* MessageOf(const FieldDescriptor& field) {
  return field.is_map() ? nullptr : field.message_type();
}

}  // namespace cpsizer::cli
