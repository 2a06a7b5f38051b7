#include "client/cli/simulation/series_reader.h"

#include <algorithm>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/strip.h"
#include "absl/types/optional.h"
#include "client/cli/base/print_error.h"
#include "client/objects/escape.h"
#include "client/objects/file_text.h"

namespace cpsizer::cli {
namespace {

constexpr absl::Duration kLongestSeries = absl::Hours(24 * 366);

absl::Time Start() {
  return absl::FromCivil(absl::CivilSecond(2000, 1, 1), absl::UTCTimeZone());
}

absl::optional<SeriesTime> FromStart(absl::Duration since, TimeForm form) {
  if (since < absl::ZeroDuration() || since > kLongestSeries) return absl::nullopt;
  return SeriesTime{Start() + since, form};
}

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

absl::optional<SeriesTime> ParseSeriesTime(absl::string_view text) {
  double seconds = 0;
  // This check excludes numbers such as `inf` and `0x10`.
  const bool plain = text.find_first_not_of("0123456789.") == absl::string_view::npos;
  if (plain && absl::SimpleAtod(text, &seconds)) return FromStart(absl::Seconds(seconds), TimeForm::kSeconds);
  absl::Duration since;
  if (absl::ParseDuration(text, &since)) return FromStart(since, TimeForm::kDuration);
  absl::Time time;
  std::string error;
  if (!absl::ParseTime(absl::RFC3339_full, text, &time, &error)) return absl::nullopt;
  // A decision accepts only years with four digits.
  const int64_t year = absl::ToCivilYear(time, absl::UTCTimeZone()).year();
  if (year < 1 || year > 9998) return absl::nullopt;
  return SeriesTime{time, TimeForm::kClock};
}

std::string FormatSeriesTime(const SeriesTime& time) {
  switch (time.form) {
    case TimeForm::kSeconds:
      return absl::StrFormat("%.15g", absl::ToDoubleSeconds(time.time - Start()));
    case TimeForm::kDuration:
      // Abseil formats a duration of zero as `0`; Go formats it as `0s`.
      return time.time == Start() ? "0s" : absl::FormatDuration(time.time - Start());
    case TimeForm::kClock:
      break;
  }
  return absl::FormatTime("%E4Y-%m-%dT%H:%M:%E*SZ", time.time, absl::UTCTimeZone());
}

std::string QuotedField(const CsvField& field) {
  return objects::QuotedValue(field.text);
}

void ReadSeriesValue(const CsvField& field, const SeriesValueRules& rules, objects::ProblemList& problems,
                     SeriesValue& value) {
  absl::string_view amount = field.text;
  value.text = field.text;
  value.percent = absl::ConsumeSuffix(&amount, "%");
  const std::string what = absl::StrCat(objects::Escape(rules.header), ": ", QuotedField(field), " ");
  Quantity quantity;
  const QuantityError error = ParseQuantity(amount, quantity);
  if (error != QuantityError::kNone) {
    return problems.Add(field.position, absl::StrCat(what, Describe(error), "; ", rules.remedy));
  }
  if (value.percent && !rules.no_percent.empty()) {
    return problems.Add(field.position, absl::StrCat(what, rules.no_percent));
  }
  const Quantity most = WholeUnits(rules.max_percent, QuantityFormat::kDecimalSI);
  if (value.percent && (quantity.nanos < 0 || quantity > most)) {
    return problems.Add(field.position, absl::StrCat(what, "is not a percentage from 0 to ", rules.max_percent));
  }
  if (quantity.nanos < 0) return problems.Add(field.position, absl::StrCat(what, "is negative; ", rules.remedy));
  value.nanos = quantity.nanos;
}

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
