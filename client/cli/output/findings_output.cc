#include "client/cli/output/findings_output.h"

#include "absl/strings/str_cat.h"
#include "client/cli/base/print_error.h"
#include "cpsizer/rules.h"

namespace cpsizer::cli {

bool FindingLimit::Admits(const v1::Finding& finding) {
  return finding.severity() == v1::SEVERITY_ERROR || ++counts_[finding.rule()] <= kMost;
}

void FindingLimit::PrintRest(Screen& screen) const {
  for (const auto& [rule, count] : counts_) {
    if (count > kMost) screen.Line(absl::StrCat("... and ", count - kMost, " more ", rule, "; -o json prints all"));
  }
}

void PrintFindings(const google::protobuf::RepeatedPtrField<v1::Finding>& findings, Screen& out) {
  for (const v1::Finding& finding : findings) {
    out.EndLine();
    out.Text(SeverityWord(finding.severity()), SeverityStyle(finding.severity()))
        .Line(absl::StrCat(" ", finding.rule(), " ", finding.path()));
    out.Paragraph(absl::StrCat(finding.message(), "."), 2);
    out.Paragraph(finding.remedy(), 2);
  }
}

}  // namespace cpsizer::cli
