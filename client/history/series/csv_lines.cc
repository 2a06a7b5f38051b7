#include "client/history/series/csv_lines.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "client/history/series/limits.h"
#include "client/history/series/read_error.h"

namespace cpsizer::history {
namespace {

constexpr absl::string_view kByteOrderMark = "\xEF\xBB\xBF";

bool IsBlank(char c) {
  return c == ' ' || c == '\t';
}

absl::string_view WithoutBlanks(absl::string_view text) {
  while (!text.empty() && IsBlank(text.front())) text.remove_prefix(1);
  while (!text.empty() && IsBlank(text.back())) text.remove_suffix(1);
  return text;
}

}  // namespace

absl::Status CsvLines::Error(absl::string_view part, const absl::Status& error) const {
  return ErrorAt(input_.name(), line_number_, part.data() - line_.data() + 1, error);
}

bool CsvLines::Fail(absl::string_view part, absl::string_view message) {
  status_ = Error(part, absl::InvalidArgumentError(message));
  return false;
}

bool CsvLines::NextLine() {
  size_t end = input_.rest().find('\n');
  while (end == absl::string_view::npos && input_.rest().size() <= kMaxCsvLineBytes && input_.Fill()) {
    end = input_.rest().find('\n');
  }
  status_ = input_.status();
  if (!status_.ok() || input_.rest().empty()) return false;
  ++line_number_;
  line_ = input_.rest().substr(0, end);
  if (line_.size() > kMaxCsvLineBytes) {
    return Fail(line_, absl::StrCat("this line is longer than ", kMaxCsvLineBytes, " bytes; is this a CSV file?"));
  }
  input_.Consume(line_.size() + (end == absl::string_view::npos ? 0 : 1));
  absl::ConsumeSuffix(&line_, "\r");
  if (line_number_ == 1) absl::ConsumePrefix(&line_, kByteOrderMark);
  return true;
}

bool CsvLines::Next(CsvFields& fields) {
  while (NextLine()) {
    const bool skipped =
        line_.empty() || line_.front() == '#' || (IsBlank(line_.front()) && WithoutBlanks(line_).empty());
    if (!skipped) return Split(fields);
  }
  return false;
}

bool CsvLines::TakeQuoted(absl::string_view& rest, absl::string_view& value) {
  size_t end = rest.find('"', 1);
  while (end != absl::string_view::npos && rest.substr(end + 1, 1) == "\"") end = rest.find('"', end + 2);
  if (end == absl::string_view::npos) return Fail(rest, "this quote is not closed in its line");
  value = rest.substr(1, end - 1);
  rest.remove_prefix(end + 1);
  const absl::string_view after = WithoutBlanks(rest.substr(0, rest.find(',')));
  if (!after.empty()) return Fail(after, "a comma is expected here, after the quote");
  return true;
}

bool CsvLines::Split(CsvFields& fields) {
  absl::string_view rest = line_;
  for (fields.count = 0; fields.count < CsvFields::kMax;) {
    absl::string_view& value = fields.values[fields.count++];
    value = WithoutBlanks(rest.substr(0, rest.find(',')));
    if (!value.empty() && value.front() == '"') {
      rest.remove_prefix(static_cast<size_t>(value.data() - rest.data()));
      if (!TakeQuoted(rest, value)) return false;
    }
    const size_t comma = rest.find(',');
    if (comma == absl::string_view::npos) return true;
    rest.remove_prefix(comma + 1);
  }
  return Fail(rest, absl::StrCat("this line has more than ", CsvFields::kMax, " values"));
}

}  // namespace cpsizer::history
