#include "tests/lint/api.h"

#include <set>

#include "absl/strings/str_cat.h"
#include "docs/generate/api_descriptors.h"

namespace cpsizer::lint {
namespace {

using ::google::protobuf::Descriptor;
using ::google::protobuf::FieldDescriptor;

void Visit(const Descriptor& message, absl::FunctionRef<void(const FieldDescriptor&)> visit,
           std::set<const Descriptor*>& seen) {
  if (!seen.insert(&message).second) return;
  for (int i = 0; i < message.field_count(); ++i) {
    visit(*message.field(i));
    if (message.field(i)->message_type() != nullptr) Visit(*message.field(i)->message_type(), visit, seen);
  }
}

}  // namespace

const Descriptor& ApiMessage(absl::string_view name) {
  return *docs::ApiPool().FindMessageTypeByName(absl::StrCat("cpsizer.v1.", name));
}

void ForEachField(const Descriptor& message, absl::FunctionRef<void(const FieldDescriptor&)> visit) {
  std::set<const Descriptor*> seen;
  Visit(message, visit, seen);
}

}  // namespace cpsizer::lint
