#ifndef CPSIZER_CLIENT_HISTORY_SERIES_CSV_LINES_H_
#define CPSIZER_CLIENT_HISTORY_SERIES_CSV_LINES_H_

#include <array>
#include <cstddef>
#include <cstdint>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "client/history/series/input.h"

namespace cpsizer::history {

// The values of one line of a CSV file. They are parts of the line, so that their columns are known.
//
// A value in double quotes is without these quotes. Two double quotes in such a value, which mean one double quote in
// RFC 4180, are kept: each value with a double quote is invalid in a history.
struct CsvFields {
  static constexpr size_t kMax = 9;  // A history has at most 9 columns.

  std::array<absl::string_view, kMax> values;
  size_t count = 0;
};

// Reads the lines of a CSV file. Lines end with a line feed, with or without a carriage return; the last line end may
// be missing. Blank lines and lines that begin with `#` are skipped. Blanks around values are removed. A line break in
// a value is an error, because no value of a history can have one. Not thread-safe.
class CsvLines {
 public:
  // `input` must outlive this object.
  explicit CsvLines(Input& input) : input_(input) {}

  // Reads the next line. Returns false after the last line, and on an error. The values are valid until the next call.
  bool Next(CsvFields& fields);
  // The error of Next(): InvalidArgument for a line with more than kMaxCsvLineBytes, with a misplaced quote or with
  // more than CsvFields::kMax values, or an error of Input.
  const absl::Status& status() const { return status_; }

  // Returns an error about `part`, which is a part of the line that was read last.
  absl::Status Error(absl::string_view part, const absl::Status& error) const;

 private:
  bool NextLine();
  // Splits line_. Returns false on an error.
  bool Split(CsvFields& fields);
  // Removes a value in double quotes, without the comma after it, from the beginning of `rest`.
  bool TakeQuoted(absl::string_view& rest, absl::string_view& value);
  bool Fail(absl::string_view part, absl::string_view message);

  Input& input_;
  absl::string_view line_;
  int64_t line_number_ = 0;
  absl::Status status_;
};

}  // namespace cpsizer::history

#endif  // CPSIZER_CLIENT_HISTORY_SERIES_CSV_LINES_H_
