#include "tests/observability/query_names.h"

#include <regex>

namespace cpsizer::observability {
namespace {

const std::set<std::string>& Keywords() {
  static const std::set<std::string> words = {"and", "bool", "offset", "or", "unless"};
  return words;
}
const std::set<std::string>& GroupingKeywords() {
  static const std::set<std::string> words = {"by", "group_left", "group_right", "ignoring", "on", "without"};
  return words;
}

// Matches strings, durations and numbers, names, and any other character.
const std::regex& Token() {
  static const std::regex token(R"("[^"]*"|[0-9][0-9a-z.]*|[A-Za-z_:][A-Za-z0-9_:]*|\S)");
  return token;
}

class Reader {
 public:
  explicit Reader(const std::string& query) : at_(query.begin(), query.end(), Token()) {}

  QueryNames Read() {
    while (at_ != end_) ReadOne(Take());
    return std::move(names_);
  }

 private:
  std::string Take() { return (at_++)->str(); }
  bool Next(const char* text) const { return at_ != end_ && at_->str() == text; }

  void ReadOne(const std::string& word) {
    if (GroupingKeywords().count(word) > 0) return ReadGrouping();
    const bool name = std::isalpha(static_cast<unsigned char>(word[0])) != 0 || word[0] == '_';
    if (!name || Keywords().count(word) > 0 || Next("(")) return;
    // In `sum by (x) (y)`, `sum` is a function although no `(` follows directly.
    if (at_ != end_ && GroupingKeywords().count(at_->str()) > 0) {
      static const std::set<std::string> aggregations = {"avg", "count", "max", "min", "sum", "topk"};
      if (aggregations.count(word) > 0) return;
    }
    names_.selectors.push_back({word, Next("{") ? ReadLabels() : std::map<std::string, std::string>()});
  }

  void ReadGrouping() {
    if (!Next("(")) return;
    for (std::string word = Take(); word != ")"; word = Take()) {
      if (word != "(" && word != ",") names_.grouping.insert(word);
    }
  }

  std::map<std::string, std::string> ReadLabels() {
    std::map<std::string, std::string> labels;
    std::string label;
    for (std::string word = Take(); word != "}"; word = Take()) {
      if (word[0] == '"') {
        labels[label] = word.substr(1, word.size() - 2);
      } else if (std::isalpha(static_cast<unsigned char>(word[0])) != 0) {
        label = word;
      }
    }
    return labels;
  }

  std::sregex_iterator at_;
  const std::sregex_iterator end_;
  QueryNames names_;
};

}  // namespace

QueryNames NamesIn(absl::string_view query) {
  const std::string text(query);
  return Reader(text).Read();
}

}  // namespace cpsizer::observability
