#include "client/cli/history/fit_requests_edit.h"

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "client/cli/base/exit_code.h"
#include "client/cli/base/print_error.h"
#include "client/cli/output/show.h"
#include "client/history/requests/request_amount.h"
#include "client/kube/read_file.h"
#include "client/objects/escape.h"
#include "client/tree/text_edit/scalar_editor.h"

namespace cpsizer::cli {
namespace {

constexpr size_t kMaxEditedBytes = size_t{4} << 20;

std::vector<tree::PathStep> EffectsOf(const std::string& size) {
  return {{"spec"}, {"sizes", {{"name", size}}}, {"effects"}};
}

// Returns the edits of all proposed values. An edit without a present value is of a value that the size does not set.
std::vector<tree::ScalarEdit> EditsOf(const FitRequestsResult& result) {
  std::vector<tree::ScalarEdit> edits;
  const auto add = [&edits](std::vector<tree::PathStep> path, const std::string& present, std::string value) {
    edits.push_back({std::move(path), absl::nullopt, std::move(value)});
    if (!present.empty()) edits.back().present = present;
  };
  for (const RequestRow& row : result.rows) {
    if (!row.proposal.proposed.has_value()) continue;
    std::vector<tree::PathStep> path = EffectsOf(row.size);
    path.push_back({"resourceRequests",
                    {{"deploymentName", row.container.deployment}, {"containerName", row.container.container}}});
    path.push_back({history::NameOf(row.resource)});
    add(std::move(path), row.present, history::RequestQuantity(row.resource, *row.proposal.proposed));
  }
  for (const GoMemLimitRow& row : result.limits) {
    if (row.proposed.empty()) continue;
    std::vector<tree::PathStep> path = EffectsOf(row.size);
    path.push_back({"kasGoMemLimit"});
    add(std::move(path), row.present, row.proposed);
  }
  return edits;
}

absl::Status EditError(absl::string_view message) {
  return absl::InvalidArgumentError(absl::StrCat("--edit: ", message));
}

// Replaces the content of a file, at once, so that no reader sees a part of it.
std::string WriteWhole(const std::string& path, const std::string& text) {
  std::error_code error;
  const std::filesystem::path target = std::filesystem::canonical(path, error);
  if (error) return error.message();
  const std::filesystem::path written = absl::StrCat(target.string(), ".new");
  std::ofstream stream(written, std::ios::binary);
  stream << text;
  stream.close();
  const bool is_written = stream.good();
  if (is_written) {
    std::filesystem::permissions(written, std::filesystem::status(target, error).permissions(), error);
    if (!error) std::filesystem::rename(written, target, error);
  }
  if (is_written && !error) return "";
  std::error_code ignored;
  std::filesystem::remove(written, ignored);
  return is_written ? error.message() : "the folder or the disk cannot be written";
}

}  // namespace

int EditRequests(const FitRequestsResult& result, const std::string& path, Screen& err) {
  const std::string file = objects::Escape(path);
  const absl::StatusOr<std::string> text = kube::ReadFile(path, kMaxEditedBytes);
  if (!text.ok()) return PrintError(EditError(text.status().message()), kExitUsage, err);
  const auto print = [&](const tree::TextProblem& problem) {
    const tree::Position place = tree::PositionIn(*text, problem.offset);
    PrintError(absl::StrCat("--edit: ", file, ":", place.line, ":", place.column, ": ", problem.message), err);
  };
  tree::TextProblem problem;
  tree::ScalarEditor editor(*text, "ClusterSizingConfiguration", problem);
  if (!problem.message.empty()) {
    print(problem);
    return kExitUsage;
  }
  size_t changes = 0;
  bool is_refused = false;
  for (const tree::ScalarEdit& edit : EditsOf(result)) {
    if (!edit.present.has_value()) {
      PrintNote(absl::StrCat("--edit: add ", tree::PathText(edit.path), ": ", edit.value), err);
      continue;
    }
    problem = editor.Set(edit);
    if (!problem.message.empty()) print(problem);
    is_refused |= !problem.message.empty();
    ++changes;
  }
  if (is_refused) return PrintError(EditError(absl::StrCat(file, " is not changed")), kExitUsage, err);
  const std::string failure = changes == 0 ? "" : WriteWhole(path, editor.Text());
  if (!failure.empty()) {
    return PrintError(EditError(absl::StrCat(file, " cannot be written: ", failure)), kExitInternal, err);
  }
  PrintNote(absl::StrCat("--edit: ", Counted(changes, "value"), " changed in ", file), err);
  return kExitFine;
}

}  // namespace cpsizer::cli
