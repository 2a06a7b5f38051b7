#ifndef CPSIZER_CLIENT_CLI_VERBS_VOCABULARY_H_
#define CPSIZER_CLIENT_CLI_VERBS_VOCABULARY_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "client/cli/verbs/api_reference.h"
#include "client/cli/words/word_groups.h"
#include "cpsizer/call_errors.h"
#include "cpsizer/rules.h"

namespace cpsizer::cli {

// The names of the lists that are not groups of words.
inline constexpr char kRuleList[] = "rules";
inline constexpr char kCallErrorList[] = "call-errors";
inline constexpr char kFieldList[] = "fields";

// A word of a group. The group and the word are valid until the process ends.
struct FoundWord {
  const WordGroup* group;
  const Word* word;
};

// All meanings of a topic. The pointers are valid as long as the Vocabulary exists.
struct Meanings {
  std::string list;                // the list with this name; empty: none
  const RuleInfo* rule = nullptr;  // null: none
  const CallErrorInfo* error = nullptr;
  std::vector<FoundWord> words;
  std::vector<const google::protobuf::EnumValueDescriptor*> values;
  const google::protobuf::FieldDescriptor* field = nullptr;  // the only field that the topic can mean
  std::vector<ApiReference::Match> matches;                  // the matches of the name; empty if `field` is set

  bool empty() const {
    return list.empty() && rule == nullptr && error == nullptr && words.empty() && values.empty() && field == nullptr &&
           matches.empty();
  }
};

// All topics: rules, errors of calls, words of the sidecar, and the API.
class Vocabulary {
 public:
  // Finds words in upper or lower case, written with hyphens, underscores, spaces or nothing between their parts, and
  // with or without parentheses. Values of enums are found by their full name and by their short name. Fields,
  // messages, enums, services and methods are found only by their exact names and paths.
  Meanings Find(const std::string& topic) const;

  // Returns the words and lists that a user can choose from, without duplicates.
  std::vector<std::string> Topics() const;

  // Returns the end of a message about an unknown topic, such as `; did you mean "HELD"?`, or an empty text.
  std::string Suggestion(const std::string& topic) const;

  const ApiReference& reference() const { return reference_; }

 private:
  const ApiReference reference_;
};

// Returns the name of the list of a group, such as `hold-reasons`.
std::string ListName(const WordGroup& group);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_VERBS_VOCABULARY_H_
