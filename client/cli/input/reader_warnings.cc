#include "client/cli/input/reader_warnings.h"

#include "absl/strings/str_cat.h"
#include "client/cli/base/print_error.h"

namespace cpsizer::cli {

bool IsDecidable(const objects::CheckedObject& found, const Places& places, Screen& err) {
  for (const v1::Finding& finding : found.unknown_fields) {
    if (finding.severity() == v1::SEVERITY_ERROR) PrintFinding(finding, places, found.file, err);
  }
  return objects::FirstReaderError(found) == nullptr;
}

void AddReaderWarnings(const objects::CheckedObject& found, absl::string_view prefix,
                       google::protobuf::RepeatedPtrField<v1::Finding>& findings) {
  for (const v1::Finding& finding : found.unknown_fields) {
    if (finding.severity() == v1::SEVERITY_ERROR) continue;
    v1::Finding& added = *findings.Add();
    added = finding;
    added.set_path(absl::StrCat(prefix, finding.path()));
  }
}

void PrintReaderWarnings(const objects::CheckedObject& found, const Places& places, Screen& err) {
  for (const v1::Finding& finding : found.unknown_fields) {
    if (finding.severity() != v1::SEVERITY_ERROR) PrintFinding(finding, places, found.file, err);
  }
}

}  // namespace cpsizer::cli
