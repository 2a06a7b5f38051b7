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

// Names of lists that are not groups of words.
inline constexpr char kRuleList[] = "rules";
inline constexpr char kCallErrorList[] = "call-errors";
inline constexpr char kFieldList[] = "fields";

// A word of a group. Both live as long as the process.
struct FoundWord {
  const WordGroup* group;
  const Word* word;
};

// All meanings of a topic. Pointers live as long as the Vocabulary.
struct Meanings {
  std::string list;                // the list that it names; empty for none
  const RuleInfo* rule = nullptr;  // null for none
  const CallErrorInfo* error = nullptr;
  std::vector<FoundWord> words;
  std::vector<const google::protobuf::EnumValueDescriptor*> values;
  const google::protobuf::FieldDescriptor* field = nullptr;  // the only field that it names
  std::vector<ApiReference::Match> matches;                  // without `field`

  bool empty() const {
    return list.empty() && rule == nullptr && error == nullptr && words.empty() && values.empty() && field == nullptr &&
           matches.empty();
  }
};

// All topics: rules, errors of calls, words of the sidecar, and the API.
class Vocabulary {
 public:
  // Words are found in any case, with hyphens, underscores, spaces or none; values of enums by their full and their
  // short name. Fields, messages and enums are found by their exact names and paths.
  Meanings Find(const std::string& topic) const;

  // The words and lists to choose from, each once.
  std::vector<std::string> Topics() const;

  // The end of a message about an unknown topic: `; did you mean "HELD"?`, or empty.
  std::string Suggestion(const std::string& topic) const;

  const ApiReference& reference() const { return reference_; }

 private:
  const ApiReference reference_;
};

// The name of the list of a group: `hold-reasons`.
std::string ListName(const WordGroup& group);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_VERBS_VOCABULARY_H_
