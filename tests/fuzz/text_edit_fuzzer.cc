#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "client/tree/text_edit/scalar_editor.h"

namespace cpsizer::tree {
namespace {

constexpr char kNewValue[] = "9GiB";

void Require(bool holds) {
  if (!holds) std::abort();
}

// Sets the value of a path. Returns false, with the text unchanged, if it cannot be set.
bool SetValue(const std::string& text, const std::vector<PathStep>& path, const absl::optional<std::string>& present,
              std::string& edited) {
  TextProblem problem;
  ScalarEditor editor(text, "ClusterSizingConfiguration", problem);
  if (problem.message.empty()) problem = editor.Set({path, present, kNewValue});
  edited = editor.Text();
  if (problem.message.empty()) return true;
  Require(edited == text && problem.offset <= text.size());
  Require(PositionIn(text, problem.offset).line > 0);
  return false;
}

// Requires that only characters of one line differ, and that the new value is where the old one was.
void RequireOneValue(const std::string& text, const std::string& edited) {
  const size_t most = std::min(text.size(), edited.size());
  const auto same = static_cast<size_t>(
      std::mismatch(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(most), edited.begin()).first -
      text.begin());
  size_t after = 0;
  while (after < most - same && text[text.size() - 1 - after] == edited[edited.size() - 1 - after]) ++after;
  const absl::string_view before = absl::string_view(text).substr(same, text.size() - after - same);
  const absl::string_view now = absl::string_view(edited).substr(same, edited.size() - after - same);
  Require(!absl::StrContains(before, '\n') && absl::StrContains(kNewValue, now));
}

}  // namespace
}  // namespace cpsizer::tree

// Fuzzes a YAML file or Helm template in which values are changed.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using cpsizer::tree::PathStep;
  const std::string text(reinterpret_cast<const char*>(data), size);
  const std::vector<PathStep> of_size = {{"spec"}, {"sizes", {{"name", "small"}}}, {"effects"}};
  std::vector<PathStep> limit = of_size;
  limit.push_back({"kasGoMemLimit"});
  std::vector<PathStep> memory = of_size;
  memory.push_back({"resourceRequests", {{"deploymentName", "etcd"}, {"containerName", "etcd"}}});
  memory.push_back({"memory"});
  for (const std::vector<PathStep>& path : {limit, memory}) {
    std::string edited;
    if (!cpsizer::tree::SetValue(text, path, absl::nullopt, edited)) continue;
    cpsizer::tree::RequireOneValue(text, edited);
    std::string again;
    cpsizer::tree::Require(cpsizer::tree::SetValue(edited, path, std::string(cpsizer::tree::kNewValue), again));
    cpsizer::tree::Require(again == edited);
  }
  return 0;
}
