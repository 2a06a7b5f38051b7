#include "client/cli/report/step_path.h"

#include <algorithm>
#include <cmath>

#include "absl/strings/str_cat.h"

namespace cpsizer::cli {
namespace {

// Appends the steps of the slots from `begin` to `end` to a path that is at the start of the first one.
void AppendForward(absl::Span<const absl::optional<double>> values, double most, size_t begin, size_t end,
                   std::string& path) {
  int y = PanelY(*values[begin], most);
  for (size_t i = begin + 1; i < end; ++i) {
    const int next = PanelY(*values[i], most);
    if (next == y) continue;
    absl::StrAppend(&path, "H", i, "V", next);
    y = next;
  }
  absl::StrAppend(&path, "H", end);
}

// Like AppendForward(), but from the end of the last slot to the start of the first one.
void AppendBackward(absl::Span<const absl::optional<double>> values, double most, size_t begin, size_t end,
                    std::string& path) {
  int y = PanelY(*values[end - 1], most);
  absl::StrAppend(&path, "V", y);
  for (size_t i = end - 1; i-- > begin;) {
    const int next = PanelY(*values[i], most);
    if (next == y) continue;
    absl::StrAppend(&path, "H", i + 1, "V", next);
    y = next;
  }
  absl::StrAppend(&path, "H", begin, "z");
}

// Calls `draw` for each longest row of slots that `has` accepts.
template <typename Has, typename Draw>
void ForEachRun(size_t slots, const Has& has, const Draw& draw) {
  for (size_t begin = 0; begin < slots; ++begin) {
    if (!has(begin)) continue;
    size_t end = begin + 1;
    while (end < slots && has(end)) ++end;
    draw(begin, end);
    begin = end;
  }
}

}  // namespace

int PanelY(double value, double most) {
  const double part = most > 0 ? std::min(std::max(value / most, 0.0), 1.0) : 0;
  return kPanelUnits - static_cast<int>(std::lround(part * kPanelUnits));
}

std::string StepLine(absl::Span<const absl::optional<double>> values, double most) {
  std::string path;
  ForEachRun(
      values.size(), [&values](size_t slot) { return values[slot].has_value(); },
      [&](size_t begin, size_t end) {
        absl::StrAppend(&path, "M", begin, " ", PanelY(*values[begin], most));
        AppendForward(values, most, begin, end, path);
      });
  return path;
}

std::string StepArea(absl::Span<const absl::optional<double>> lower, absl::Span<const absl::optional<double>> upper,
                     double most) {
  std::string path;
  ForEachRun(
      std::min(lower.size(), upper.size()),
      [&](size_t slot) { return lower[slot].has_value() && upper[slot].has_value(); },
      [&](size_t begin, size_t end) {
        absl::StrAppend(&path, "M", begin, " ", PanelY(*upper[begin], most));
        AppendForward(upper, most, begin, end, path);
        AppendBackward(lower, most, begin, end, path);
      });
  return path;
}

std::string StripArea(const std::vector<bool>& slots, double part) {
  std::string path;
  ForEachRun(
      slots.size(), [&slots](size_t slot) { return slots[slot]; },
      [&path, part](size_t begin, size_t end) {
        absl::StrAppend(&path, "M", begin, " ", PanelY(part, 1), "H", end, "V", kPanelUnits, "H", begin, "z");
      });
  return path;
}

std::string Spans(absl::Span<const absl::optional<double>> lower, absl::Span<const absl::optional<double>> upper,
                  double most) {
  std::string path;
  for (size_t i = 0; i < std::min(lower.size(), upper.size()); ++i) {
    if (!lower[i].has_value() || !upper[i].has_value() || *lower[i] == *upper[i]) continue;
    absl::StrAppend(&path, "M", i, ".5 ", PanelY(*lower[i], most), "V", PanelY(*upper[i], most));
  }
  return path;
}

}  // namespace cpsizer::cli
