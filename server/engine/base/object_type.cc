#include "server/engine/base/object_type.h"

#include "absl/strings/str_cat.h"
#include "server/engine/base/text.h"

namespace cpsizer {
namespace {

constexpr absl::string_view kSingletonName = "cluster";

}  // namespace

void CheckTypeField(absl::string_view value, absl::string_view wanted, absl::string_view prefix,
                    absl::string_view field, Findings& findings) {
  if (value.empty() || value == wanted) return;
  findings.Add(Rule::kKindMismatch, absl::StrCat(prefix, field), value,
               absl::StrCat("\"", Quoted(value), "\" is not ", wanted));
}

void CheckNamedCluster(const v1::ObjectMeta& metadata, absl::string_view object, Findings& findings,
                       absl::string_view prefix) {
  const std::string& name = metadata.name();
  if (name.empty() || name == kSingletonName) return;
  findings.Add(Rule::kNameNotCluster, absl::StrCat(prefix, "metadata.name"), name,
               absl::StrCat("the ", object, " is named \"", Quoted(name), "\", not \"", kSingletonName, "\""));
}

}  // namespace cpsizer
