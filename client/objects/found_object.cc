#include "client/objects/found_object.h"

#include <algorithm>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/str_cat.h"
#include "client/objects/escape.h"
#include "cpsizer/rules.h"

namespace cpsizer::objects {
namespace {

// Returns the path of the parent of a field. For example, returns `spec.sizes[1]` for `spec.sizes[1].capacity`, and
// `spec.sizes` for `spec.sizes[1]`.
absl::string_view Parent(absl::string_view path) {
  const size_t end = path.find_last_of(".[");
  return path.substr(0, end == absl::string_view::npos ? 0 : end);
}

}  // namespace

std::string PlaceText(absl::string_view file, const Position& position) {
  return Escape(position.line == 0 ? std::string(file) : absl::StrCat(file, ":", position.line, ":", position.column));
}

std::string ProblemText(const FileProblem& problem) {
  return absl::StrCat(PlaceText(problem.file, problem.position), ": ", problem.message);
}

Position FoundObject::PositionOf(absl::string_view path) const {
  while (true) {
    const auto it = positions.find(path);
    if (it != positions.end()) return it->second;
    if (path.empty()) return {};
    path = Parent(path);
  }
}

const v1::Finding* FirstReaderError(const CheckedObject& found) {
  const auto error = std::find_if(found.unknown_fields.begin(), found.unknown_fields.end(),
                                  [](const v1::Finding& finding) { return finding.severity() == v1::SEVERITY_ERROR; });
  return error == found.unknown_fields.end() ? nullptr : &*error;
}

std::vector<v1::Finding> FindingsToAdd(absl::Span<const v1::Finding> of_reader,
                                       const google::protobuf::RepeatedPtrField<v1::Finding>& of_service) {
  // A duration without a unit, such as 30, is a number for the reader and a malformed duration for the service. Only
  // the service has the remedy: in quotes, the value would still not be a duration.
  absl::flat_hash_set<absl::string_view> malformed;
  for (const v1::Finding& finding : of_service) {
    if (finding.rule() == Info(Rule::kDurationMalformed).id) malformed.insert(finding.path());
  }
  std::vector<v1::Finding> added;
  for (const v1::Finding& finding : of_reader) {
    const bool is_reported = finding.rule() == Info(Rule::kFieldTypeMismatch).id && malformed.contains(finding.path());
    if (!is_reported) added.push_back(finding);
  }
  return added;
}

}  // namespace cpsizer::objects
