#include "client/objects/unknown_field.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/types/optional.h"
#include "client/objects/escape.h"
#include "client/objects/file_limits.h"
#include "cpsizer/limits.h"
#include "server/process/nearest_name.h"

namespace cpsizer::objects {
namespace {

std::string RemedyFor(v1::Severity severity, absl::optional<absl::string_view> nearest,
                      absl::Span<const absl::string_view> known) {
  if (severity == v1::SEVERITY_ERROR && nearest.has_value()) return absl::StrCat("Write ", *nearest, ".");
  constexpr absl::string_view kKeep = "Keep it if the API of the cluster has this field; otherwise ";
  return nearest.has_value() ? absl::StrCat(kKeep, "write ", *nearest, ".")
                             : absl::StrCat(kKeep, "remove it, or use one of ", absl::StrJoin(known, ", "), ".");
}

// Returns the name in `names` that `name` probably is: one that is spelled almost alike, or the only one that ends with
// `name`, such as kubeAPIServerCPUFraction for cpuFraction. A name of one word is too common for the latter.
absl::optional<absl::string_view> MeantName(absl::string_view name, absl::Span<const absl::string_view> names) {
  const absl::optional<absl::string_view> nearest = server::NearestName(name, names);
  if (nearest.has_value() || std::none_of(name.begin(), name.end(), absl::ascii_isupper)) return nearest;
  const auto ends_with_it = [name](absl::string_view known) { return absl::EndsWithIgnoreCase(known, name); };
  const auto found = std::find_if(names.begin(), names.end(), ends_with_it);
  if (found == names.end() || std::count_if(names.begin(), names.end(), ends_with_it) > 1) return absl::nullopt;
  return *found;
}

}  // namespace

std::string FieldPath(absl::string_view parent, absl::string_view key) {
  return absl::StrCat(parent, parent.empty() ? "" : ".", EscapeCut(key, kMaxQuotedValueBytes));
}

v1::Finding* AddUnknownField(const tree::Entry& entry, const std::string& parent, absl::string_view holder,
                             const KnownFields& known, std::vector<v1::Finding>& findings) {
  const absl::optional<absl::string_view> meant = MeantName(entry.key, known.decisive);
  const bool is_in_file = entry.position.line != 0;
  const bool is_meant = meant.has_value() || !known.elsewhere.empty();
  const v1::Severity severity = is_meant && is_in_file ? v1::SEVERITY_ERROR : v1::SEVERITY_WARNING;
  v1::Finding* const finding = AddReaderFinding(Rule::kFieldUnknown, severity, FieldPath(parent, entry.key), findings);
  if (finding == nullptr) return nullptr;
  const bool is_scalar = entry.value.kind != tree::NodeKind::kList && entry.value.kind != tree::NodeKind::kMap;
  finding->set_value(EscapeCut(is_scalar ? entry.value.text : KindWords(entry.value.kind), kMaxQuotedValueBytes));
  finding->set_message(
      absl::StrCat(holder, " has no field ", entry.key.empty() ? "\"\"" : EscapeCut(entry.key, kMaxQuotedValueBytes)));
  const absl::optional<absl::string_view> nearest = server::NearestName(entry.key, known.all);
  finding->set_remedy(!nearest.has_value() && !known.elsewhere.empty()
                          ? absl::StrCat("Write it as ", known.elsewhere, ".")
                          : RemedyFor(severity, nearest.has_value() ? nearest : meant, known.all));
  return finding;
}

v1::Finding* AddReaderFinding(Rule rule, v1::Severity severity, std::string path, std::vector<v1::Finding>& findings) {
  if (findings.size() >= kMaxUnknownFields) {
    const auto is_warning = [](const v1::Finding& finding) { return finding.severity() != v1::SEVERITY_ERROR; };
    const auto warning = std::find_if(findings.rbegin(), findings.rend(), is_warning);
    if (severity != v1::SEVERITY_ERROR || warning == findings.rend()) return nullptr;
    findings.erase(std::next(warning).base());
  }
  v1::Finding& finding = findings.emplace_back();
  finding.set_rule(std::string(Info(rule).id));
  finding.set_severity(severity);
  finding.set_path(std::move(path));
  return &finding;
}

}  // namespace cpsizer::objects
