#include "client/cli/simulation/series_reader.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/types/optional.h"
#include "client/cli/base/print_error.h"
#include "client/cli/simulation/series_value.h"
#include "client/objects/file_text.h"

namespace cpsizer::cli {
namespace {

class SeriesReader {
 public:
  // Both arguments must outlive this.
  SeriesReader(SeriesColumns& columns, objects::ProblemList& problems) : columns_(columns), problems_(problems) {}

  // Reads one line. Returns false if the lines that follow cannot be interpreted.
  bool Take(const std::vector<CsvField>& fields) {
    if (headers_.empty()) return TakeHeader(fields);
    if (rows_ == kMaxSeriesRows) {
      Add(fields.front(), absl::StrCat("is after row ", kMaxSeriesRows, ", the limit of a series; shorten it"));
      return false;
    }
    TakeRow(fields);
    return true;
  }

  void Finish() {
    if (!problems_.empty()) return;
    if (headers_.empty()) {
      problems_.Add({}, absl::StrCat("is empty; the first line must be a header, such as ", columns_.Example()));
    } else if (rows_ == 0) {
      problems_.Add({}, "has a header and no rows; add one for each time");
    }
  }

 private:
  void Add(const CsvField& field, const std::string& message) { problems_.Add(field.position, message); }

  bool TakeHeader(const std::vector<CsvField>& fields) {
    for (const CsvField& field : fields) {
      if (std::count(headers_.begin(), headers_.end(), field.text) > 0) {
        Add(field, absl::StrCat(QuotedField(field), " occurs twice; leave one out"));
      } else if (field.text != "time") {
        columns_.AddColumn(field);
      }
      headers_.push_back(field.text);
    }
    if (problems_.empty() && std::count(headers_.begin(), headers_.end(), "time") == 0) {
      Add(fields.front(), absl::StrCat("there is no column time; write ", columns_.Example()));
    }
    if (problems_.empty()) columns_.CheckColumns(fields.front());
    return problems_.empty();
  }

  void TakeRow(const std::vector<CsvField>& fields) {
    if (fields.size() != headers_.size()) {
      return Add(fields.front(), absl::StrCat("there are ", fields.size(), " values and ", headers_.size(),
                                              " columns; leave a value empty where nothing was measured"));
    }
    ++rows_;
    SeriesPoint& point = columns_.AddRow();
    point.line = fields.front().position.line;
    size_t column = 0;
    for (size_t i = 0; i < fields.size(); ++i) {
      if (headers_[i] == "time") {
        TakeTime(fields[i], point);
      } else {
        columns_.AddValue(column++, fields[i]);
      }
    }
  }

  void TakeTime(const CsvField& field, SeriesPoint& point) {
    const absl::optional<SeriesTime> time = ParseSeriesTime(field.text);
    if (!time.has_value()) {
      return Add(field, absl::StrCat("time: ", QuotedField(field),
                                     " is not a time; write 2026-03-01T12:00:00Z, or the time since the start of the "
                                     "series as seconds or like 1m30s"));
    }
    if (last_.has_value() && last_->form != time->form) {
      return Add(field, absl::StrCat("time: ", QuotedField(field), " has another form than the first; use one form"));
    }
    if (last_.has_value() && time->time <= last_->time) {
      return Add(field,
                 absl::StrCat("time: ", QuotedField(field), " is not after the previous row; order the rows by time"));
    }
    last_ = time;
    point.time = time->time;
    point.form = time->form;
    point.time_text = field.text;
  }

  SeriesColumns& columns_;
  objects::ProblemList& problems_;
  std::vector<std::string> headers_;
  size_t rows_ = 0;
  absl::optional<SeriesTime> last_;
};

}  // namespace

void ReadSeriesRows(absl::string_view bytes, SeriesColumns& columns, objects::ProblemList& problems) {
  if (!objects::CheckText(bytes, problems)) return;
  SeriesReader reader(columns, problems);
  ReadCsv(bytes, problems, [&reader](const std::vector<CsvField>& fields) { return reader.Take(fields); });
  reader.Finish();
}

bool ReadSeriesFile(const std::string& path, const absl::optional<std::string>& text,
                    absl::FunctionRef<void(absl::string_view, objects::ProblemList&)> parse, Screen& err) {
  std::vector<objects::FileProblem> found;
  objects::ProblemList problems(path, found);
  const absl::optional<std::string> bytes = text.has_value() ? text : objects::ReadFile(path, problems);
  if (bytes.has_value()) parse(*bytes, problems);
  for (const objects::FileProblem& problem : found) PrintError(objects::ProblemText(problem), err);
  return found.empty();
}

}  // namespace cpsizer::cli
