#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "client/cli/ui/views/page_answers.h"
#include "client/cli/verbs/vocabulary.h"
#include "client/cli/words/word_groups.h"
#include "cpsizer/call_errors.h"
#include "cpsizer/rules.h"

namespace cpsizer::cli {
namespace {

using nlohmann::ordered_json;

ordered_json RulesJson() {
  ordered_json rules = ordered_json::array();
  for (const RuleInfo& rule : AllRules()) {
    rules.push_back({{"id", std::string(rule.id)},
                     {"severity", v1::Severity_Name(rule.severity)},
                     {"meaning", std::string(rule.meaning)},
                     {"why", std::string(rule.why)},
                     {"remedy", std::string(rule.remedy)},
                     {"wrong", std::string(rule.wrong)},
                     {"right", std::string(rule.right)}});
  }
  return rules;
}

void AddWord(absl::string_view id, absl::string_view group, absl::string_view meaning, absl::string_view remedy,
             absl::string_view seen, ordered_json& words) {
  ordered_json word = {{"id", std::string(id)}, {"group", std::string(group)}, {"meaning", std::string(meaning)}};
  if (!remedy.empty()) word["remedy"] = std::string(remedy);
  if (!seen.empty()) word["seen"] = std::string(seen);
  words.push_back(std::move(word));
}

ordered_json WordsJson(const ApiReference& reference) {
  ordered_json words = ordered_json::array();
  for (const WordGroup& group : WordGroups()) {
    for (const Word& word : group.words) AddWord(word.id, group.name, word.meaning, word.remedy, word.seen, words);
  }
  for (const CallErrorInfo& error : AllCallErrors()) {
    AddWord(error.id, "call-error", error.meaning, error.remedy, absl::StatusCodeToString(error.code), words);
  }
  for (const google::protobuf::EnumDescriptor* const type : reference.Enums()) {
    for (int i = 1; i < type->value_count(); ++i) {  // without UNSPECIFIED
      AddWord(ShortName(*type->value(i)), type->name(), CommentOf(*type->value(i)), "", "", words);
    }
  }
  return words;
}

ordered_json FieldsJson(const ApiReference& reference) {
  ordered_json fields = ordered_json::array();
  for (const ApiReference::Field& field : reference.SpecFields()) {
    fields.push_back(
        {{"path", field.path}, {"type", TypeText(*field.descriptor)}, {"meaning", CommentOf(*field.descriptor)}});
  }
  return fields;
}

}  // namespace

ordered_json ReferenceJson() {
  const Vocabulary vocabulary;
  return {{"rules", RulesJson()},
          {"words", WordsJson(vocabulary.reference())},
          {"fields", FieldsJson(vocabulary.reference())}};
}

}  // namespace cpsizer::cli
