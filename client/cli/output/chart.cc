#include "client/cli/output/chart.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "absl/strings/str_cat.h"

namespace cpsizer::cli {
namespace {

struct Column {
  int existing = 0;
  int required = 0;
};

// Assigns points to columns. The last point gets the average length of the other points.
class Axis {
 public:
  Axis(absl::Span<const ChartPoint> points, size_t columns) : begin_(points.front().at), columns_(columns) {
    const double span = points.back().at - begin_;
    length_ = points.size() < 2 ? 0 : span + span / static_cast<double>(points.size() - 1);
  }

  size_t ColumnOf(const ChartPoint& point) const {
    if (length_ <= 0) return 0;
    // Compensates for rounding errors. For example, the sum of three thirds may be slightly less than 1.
    constexpr double kNoise = 1e-9;
    const double place = (point.at - begin_) / length_ * static_cast<double>(columns_) + kNoise;
    return std::min(static_cast<size_t>(std::max(place, 0.0)), columns_ - 1);
  }

 private:
  const double begin_;
  const size_t columns_;
  double length_ = 0;
};

std::vector<Column> Columns(absl::Span<const ChartPoint> points, size_t count) {
  const Axis axis(points, count);
  std::vector<Column> columns(count);
  std::vector<bool> seen(count, false);
  for (const ChartPoint& point : points) {
    Column& column = columns[axis.ColumnOf(point)];
    column.existing = std::max(column.existing, point.existing);
    column.required = std::max(column.required, point.required);
    seen[axis.ColumnOf(point)] = true;
  }
  // A column without a point shows the last point before it.
  size_t next = 0;
  for (size_t i = 0; i < count; ++i) {
    while (next < points.size() && axis.ColumnOf(points[next]) <= i) ++next;
    if (!seen[i] && next > 0) columns[i] = {points[next - 1].existing, points[next - 1].required};
  }
  return columns;
}

std::string Padded(int64_t number, size_t width) {
  const std::string text = absl::StrCat(number);
  return std::string(width - std::min(width, text.size()), ' ') + text;
}

constexpr int kUnboundedWidth = 80;
constexpr int kLeastWidth = 20;
constexpr int kChartHeight = 10;

}  // namespace

std::vector<std::string> DrawChart(absl::Span<const ChartPoint> points, int width, int height) {
  int64_t top = 1;
  for (const ChartPoint& point : points) top = std::max<int64_t>({top, point.existing, point.required});
  const size_t digits = absl::StrCat(top).size();
  const size_t room = static_cast<size_t>(width) - digits - 2;
  // If there are few points, each point is several columns wide. All points have the same width.
  const size_t wide = std::clamp<size_t>(room / points.size(), 1, 4);
  const std::vector<Column> columns = Columns(points, std::min(room, points.size() * wide));
  const int64_t levels = std::min<int64_t>(top, height);
  std::vector<std::string> lines;
  for (int64_t level = levels; level >= 1; --level) {
    // The smallest value that is shown in this line.
    const int64_t least = (top * (level - 1)) / levels + 1;
    std::string line = absl::StrCat(Padded(level == levels ? top : least, digits), " |");
    for (const Column& column : columns) {
      line.push_back(column.existing >= least ? '#' : column.required >= least ? '.' : ' ');
    }
    line.resize(line.find_last_not_of(' ') + 1);
    lines.push_back(std::move(line));
  }
  lines.push_back(absl::StrCat(std::string(digits, ' '), " +", std::string(columns.size(), '-')));
  return lines;
}

void PrintChart(absl::string_view caption, absl::Span<const ChartPoint> points, Screen& out) {
  const int width = out.terminal().width > 0 ? std::max(out.terminal().width, kLeastWidth) : kUnboundedWidth;
  out.EndLine();
  out.Line(caption, Style::kDim);
  for (const std::string& line : DrawChart(points, width, kChartHeight)) out.Line(line);
}

std::string Times(int count) {
  return count == 1 ? "once" : absl::StrCat(count, " times");
}

}  // namespace cpsizer::cli
