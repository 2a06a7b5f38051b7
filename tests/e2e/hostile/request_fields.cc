#include "tests/e2e/hostile/request_fields.h"

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>
#include <google/protobuf/wire_format_lite.h>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace cpsizer::e2e {
namespace {

using ::google::protobuf::Descriptor;
using ::google::protobuf::FieldDescriptor;
using ::google::protobuf::internal::WireFormatLite;

void Collect(const Descriptor& message, FieldPath& path, std::vector<FieldPath>& found) {
  for (int i = 0; i < message.field_count(); ++i) {
    path.fields.push_back(message.field(i));
    found.push_back(path);
    if (message.field(i)->message_type() != nullptr) Collect(*message.field(i)->message_type(), path, found);
    path.fields.pop_back();
  }
}

std::string LengthDelimited(const FieldDescriptor& field, absl::string_view content) {
  std::string bytes;
  {
    google::protobuf::io::StringOutputStream stream(&bytes);
    google::protobuf::io::CodedOutputStream coded(&stream);
    coded.WriteTag(WireFormatLite::MakeTag(field.number(), WireFormatLite::WIRETYPE_LENGTH_DELIMITED));
    coded.WriteVarint64(content.size());
  }
  return absl::StrCat(bytes, content);
}

}  // namespace

std::string FieldPath::Name() const {
  return absl::StrJoin(fields, ".", [](std::string* text, const FieldDescriptor* field) { *text += field->name(); });
}

std::vector<FieldPath> AllFields(const Descriptor& request) {
  std::vector<FieldPath> found;
  FieldPath path;
  Collect(request, path, found);
  return found;
}

std::string HoldingInField(const FieldPath& path, absl::string_view content, size_t count) {
  const std::string one = LengthDelimited(path.field(), content);
  std::string bytes;
  bytes.reserve(count * one.size());
  for (size_t i = 0; i < count; ++i) bytes += one;
  for (size_t i = path.fields.size() - 1; i-- > 0;) bytes = LengthDelimited(*path.fields[i], bytes);
  return bytes;
}

}  // namespace cpsizer::e2e
