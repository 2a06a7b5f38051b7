#include "client/cli/verbs/vocabulary.h"

#include "absl/container/btree_set.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "server/process/nearest_name.h"

namespace cpsizer::cli {
namespace {

// Returns the same text for all spellings of a word, for example for `BEST_EFFORT`, `best effort` and `BestEffort`, and
// for a word with and without the parentheses that some cells have, because a shell requires quotes around them.
std::string Folded(absl::string_view word) {
  return absl::StrReplaceAll(absl::AsciiStrToLower(word), {{"_", ""}, {"-", ""}, {" ", ""}, {"(", ""}, {")", ""}});
}

bool IsSame(absl::string_view word, absl::string_view folded) {
  return Folded(word) == folded;
}

// Returns true if `folded` is the name of an annotation without its prefix, such as `cluster-scheduled`. Messages name
// annotations of HyperShift in this way.
bool IsNameOfAnnotation(const WordGroup& group, const Word& word, absl::string_view folded) {
  const size_t slash = word.id.find('/');
  return group.name == "annotation" && slash != absl::string_view::npos && IsSame(word.id.substr(slash + 1), folded);
}

std::vector<std::string> Lists() {
  std::vector<std::string> lists = {kRuleList, kCallErrorList, kFieldList};
  for (const WordGroup& group : WordGroups()) lists.push_back(ListName(group));
  return lists;
}

template <typename See>
void ForEachValue(const ApiReference& reference, const See& see) {
  for (const google::protobuf::EnumDescriptor* type : reference.Enums()) {
    for (int i = 0; i < type->value_count(); ++i) see(*type->value(i));
  }
}

// Returns false for the value UNSPECIFIED. Each enum has this value, and the output never contains it.
bool HasShortName(const google::protobuf::EnumValueDescriptor& value) {
  return value.number() != 0;
}

void FindWords(absl::string_view folded, Meanings& meanings) {
  for (const std::string& list : Lists()) {
    if (IsSame(list, folded)) meanings.list = list;
  }
  for (const RuleInfo& rule : AllRules()) {
    if (IsSame(rule.id, folded)) meanings.rule = &rule;
  }
  for (const CallErrorInfo& error : AllCallErrors()) {
    if (IsSame(error.id, folded)) meanings.error = &error;
  }
  for (const WordGroup& group : WordGroups()) {
    for (const Word& word : group.words) {
      if (IsSame(word.id, folded) || IsNameOfAnnotation(group, word, folded)) meanings.words.push_back({&group, &word});
    }
  }
}

}  // namespace

std::string ListName(const WordGroup& group) {
  return absl::StrCat(group.name, "s");
}

Meanings Vocabulary::Find(const std::string& topic) const {
  Meanings meanings;
  const std::string folded = Folded(topic);
  FindWords(folded, meanings);
  ForEachValue(reference_, [&](const google::protobuf::EnumValueDescriptor& value) {
    if (IsSame(value.name(), folded) || (HasShortName(value) && IsSame(ShortName(value), folded))) {
      meanings.values.push_back(&value);
    }
  });
  const bool is_path = topic.find_first_of(".[") != std::string::npos;
  const google::protobuf::FieldDescriptor* field = reference_.FindPath(topic);
  meanings.matches = reference_.FindName(topic);
  // The title of a column is often the name of a field in upper case.
  if (meanings.matches.empty()) meanings.matches = reference_.FindName(absl::AsciiStrToLower(topic));
  if (field != nullptr && (is_path || meanings.matches.size() == 1)) {
    meanings.field = field;
    meanings.matches.clear();
  }
  return meanings;
}

std::vector<std::string> Vocabulary::Topics() const {
  const std::vector<std::string> lists = Lists();
  absl::btree_set<std::string> topics(lists.begin(), lists.end());
  for (const RuleInfo& rule : AllRules()) topics.emplace(rule.id);
  for (const CallErrorInfo& error : AllCallErrors()) topics.emplace(error.id);
  for (const WordGroup& group : WordGroups()) {
    for (const Word& word : group.words) topics.emplace(word.id);
  }
  ForEachValue(reference_, [&](const google::protobuf::EnumValueDescriptor& value) {
    topics.insert(value.type()->name());
    topics.insert(value.name());
    if (HasShortName(value)) topics.insert(ShortName(value));
  });
  for (const ApiReference::Field& field : reference_.SpecFields()) topics.insert(field.path);
  return {topics.begin(), topics.end()};
}

std::string Vocabulary::Suggestion(const std::string& topic) const {
  std::vector<std::string> names = reference_.AllNames();
  for (std::string& word : Topics()) names.push_back(std::move(word));
  return server::DidYouMean(topic, std::vector<absl::string_view>(names.begin(), names.end()));
}

}  // namespace cpsizer::cli
