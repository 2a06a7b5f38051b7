#include "client/cli/output/csv.h"

#include <cstddef>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_split.h"

namespace cpsizer::cli {
namespace {

// Reads the values of one line.
class LineReader {
 public:
  LineReader(absl::string_view line, int number) : line_(line), number_(number) {}

  // Adds a problem and returns false if the line is malformed.
  bool Read(std::vector<CsvField>& fields, objects::ProblemList& problems) {
    do {
      SkipBlanks();
      CsvField& field = fields.emplace_back();
      field.position = {number_, static_cast<int>(place_) + 1};
      if (At('"') ? !ReadQuoted(field.text) : !ReadPlain(field.text)) {
        problems.Add(field.position,
                     "a double quote is not allowed here; put quotes around the whole value, or leave them out");
        return false;
      }
    } while (Accept(','));
    return true;
  }

 private:
  bool At(char c) const { return place_ < line_.size() && line_[place_] == c; }

  bool Accept(char c) {
    if (!At(c)) return false;
    ++place_;
    return true;
  }

  void SkipBlanks() {
    while (At(' ') || At('\t')) ++place_;
  }

  bool ReadPlain(std::string& text) {
    const size_t begin = place_;
    while (place_ < line_.size() && !At(',')) ++place_;
    text = std::string(absl::StripAsciiWhitespace(line_.substr(begin, place_ - begin)));
    return !absl::StrContains(text, '"');
  }

  bool ReadQuoted(std::string& text) {
    ++place_;
    while (place_ < line_.size()) {
      if (Accept('"') && !At('"')) {
        SkipBlanks();
        return place_ == line_.size() || At(',');
      }
      text.push_back(line_[place_++]);
    }
    return false;
  }

  const absl::string_view line_;
  const int number_;
  size_t place_ = 0;
};

}  // namespace

void ReadCsv(absl::string_view text, objects::ProblemList& problems,
             absl::FunctionRef<bool(const std::vector<CsvField>&)> record) {
  int number = 0;
  for (absl::string_view line : absl::StrSplit(text, '\n')) {
    ++number;
    if (absl::EndsWith(line, "\r")) line.remove_suffix(1);
    const absl::string_view content = absl::StripAsciiWhitespace(line);
    if (content.empty() || absl::StartsWith(content, "#")) continue;
    std::vector<CsvField> fields;
    if (!LineReader(line, number).Read(fields, problems)) continue;
    if (problems.full() || !record(fields)) return;
  }
}

}  // namespace cpsizer::cli
