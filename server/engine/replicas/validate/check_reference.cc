#include "server/engine/replicas/validate/check_reference.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "server/engine/base/field_checks.h"
#include "server/engine/base/text.h"

namespace cpsizer {
namespace {

void CheckReference(const v1::CrossVersionObjectReference& reference, bool group_required, absl::string_view path,
                    Findings& findings) {
  CheckName(reference.kind(), kPathSegment, {path, -1, "kind"}, findings);
  CheckName(reference.name(), kPathSegment, {path, -1, "name"}, findings);
  const std::string& api_version = reference.api_version();
  const bool fine = IsGroupVersion(api_version) && !(group_required && GroupOf(api_version).empty());
  if (fine) return;
  findings.Add(Rule::kApiVersionInvalid, FieldPath{path, -1, "apiVersion"}.ToString(), api_version,
               api_version.empty() ? "there is no apiVersion, so there is no API group"
                                   : absl::StrCat("\"", Quoted(api_version), "\" ",
                                                  IsGroupVersion(api_version) ? "does not specify an API group"
                                                                              : "is not a group and a version"));
}

}  // namespace

void CheckScaleTarget(const v1::CrossVersionObjectReference& reference, absl::string_view path, Findings& findings) {
  CheckReference(reference, /*group_required=*/reference.kind() != "ReplicationController", path, findings);
}

void CheckDescribedObject(const v1::CrossVersionObjectReference& reference, absl::string_view path,
                          Findings& findings) {
  CheckReference(reference, /*group_required=*/false, path, findings);
}

bool IsGroupVersion(absl::string_view api_version) {
  return std::count(api_version.begin(), api_version.end(), '/') <= 1;
}

absl::string_view GroupOf(absl::string_view api_version) {
  const size_t slash = api_version.find('/');
  return slash == absl::string_view::npos || !IsGroupVersion(api_version) ? "" : api_version.substr(0, slash);
}

}  // namespace cpsizer
