#include "client/cli/verbs/explain_output.h"

#include <cstddef>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "client/cli/base/print_error.h"
#include "client/cli/output/table.h"

namespace cpsizer::cli {
namespace {

void PrintExample(absl::string_view title, absl::string_view example, Style style, Screen& out) {
  out.Spaces(2).Text(title, style).EndLine();
  for (const absl::string_view line : absl::StrSplit(example, '\n')) out.Spaces(4).Line(line);
}

void PrintRule(const RuleInfo& rule, Screen& out) {
  out.Text(rule.id, Style::kBold)
      .Text(" (rule, ")
      .Text(SeverityWord(rule.severity), SeverityStyle(rule.severity))
      .Line(")");
  out.Paragraph(rule.meaning, 2);
  out.Paragraph(rule.why, 2);
  out.Paragraph(rule.remedy, 2);
  PrintExample("wrong:", rule.wrong, Style::kBad, out);
  PrintExample("right:", rule.right, Style::kGood, out);
}

void PrintCallError(const CallErrorInfo& error, Screen& out) {
  out.Text(error.id, Style::kBold)
      .Line(absl::StrCat(" (a call fails with ", absl::StatusCodeToString(error.code), ")"));
  out.Paragraph(error.meaning, 2);
  out.Paragraph(error.remedy, 2);
}

absl::string_view FirstSentence(absl::string_view text) {
  return text.substr(0, text.find(". "));
}

void PrintFieldsOf(const google::protobuf::Descriptor& message, Screen& out) {
  Table table({"FIELD", "TYPE", "MEANING"});
  for (int i = 0; i < message.field_count(); ++i) {
    const auto& field = *message.field(i);
    table.AddRow({{field.json_name()}, {TypeText(field)}, {std::string(FirstSentence(CommentOf(field)))}});
  }
  out.EndLine();
  table.Print(out, 2);
}

void PrintValuesOf(const google::protobuf::EnumDescriptor& type, Screen& out) {
  Table table({"VALUE", "MEANING"});
  for (int i = 0; i < type.value_count(); ++i) table.AddRow({{type.value(i)->name()}, {CommentOf(*type.value(i))}});
  out.EndLine();
  table.Print(out, 2);
}

void PrintField(absl::string_view path, const google::protobuf::FieldDescriptor& field, Screen& out) {
  out.Text(path, Style::kBold).Text(" (").Text(TypeText(field)).Line(")");
  out.Paragraph(CommentOf(field), 2);
  if (const google::protobuf::Descriptor* message = MessageOf(field)) {
    PrintFieldsOf(*message, out);
  } else if (field.enum_type() != nullptr) {
    PrintValuesOf(*field.enum_type(), out);
  }
}

void PrintMatches(const std::vector<ApiReference::Match>& matches, Screen& out) {
  for (const ApiReference::Match& match : matches) {
    out.Text(match.name, Style::kBold).Line(match.type.empty() ? "" : absl::StrCat(" (", match.type, ")"));
    out.Paragraph(match.comment, 2);
    if (match.message != nullptr) PrintFieldsOf(*match.message, out);
    if (match.enumeration != nullptr) PrintValuesOf(*match.enumeration, out);
  }
}

void PrintWord(const FoundWord& found, Screen& out) {
  const std::string what = absl::StrReplaceAll(found.group->name, {{"-", " "}});
  out.Text(found.word->id, Style::kBold).Line(absl::StrCat(" (", what, ")"));
  out.Paragraph(found.word->meaning, 2);
  out.Paragraph(found.word->remedy, 2);
  out.Paragraph(absl::StrCat("Seen in: ", found.word->seen), 2);
}

void PrintValue(const google::protobuf::EnumValueDescriptor& value, const ApiReference& reference, Screen& out) {
  out.Text(value.name(), Style::kBold).Line(absl::StrCat(" (value of ", value.type()->name(), ")"));
  out.Paragraph(CommentOf(value), 2);
  const std::vector<std::string> fields = reference.FieldsOf(*value.type());
  if (!fields.empty()) out.Paragraph(absl::StrCat("Seen in: ", absl::StrJoin(fields, ", ")), 2);
}

void PrintRules(Screen& out) {
  Table rules({"RULE", "SEVERITY", "MEANING"});
  for (const RuleInfo& rule : AllRules()) {
    rules.AddRow({{std::string(rule.id)},
                  {std::string(SeverityWord(rule.severity)), SeverityStyle(rule.severity)},
                  {std::string(rule.meaning)}});
  }
  rules.Print(out);
}

void PrintCallErrors(Screen& out) {
  Table errors({"CALL ERROR", "CODE", "MEANING"});
  for (const CallErrorInfo& error : AllCallErrors()) {
    errors.AddRow({{std::string(error.id)}, {absl::StatusCodeToString(error.code)}, {std::string(error.meaning)}});
  }
  errors.Print(out);
}

void PrintFields(const ApiReference& reference, Screen& out) {
  Table fields({"FIELD", "TYPE", "MEANING"});
  for (const ApiReference::Field& field : reference.SpecFields()) {
    const std::string comment = CommentOf(*field.descriptor);
    fields.AddRow({{field.path}, {TypeText(*field.descriptor)}, {std::string(FirstSentence(comment))}});
  }
  fields.Print(out);
}

void PrintWords(const WordGroup& group, Screen& out) {
  Table table({"WORD", "MEANING"});
  for (const Word& word : group.words) table.AddRow({{std::string(word.id)}, {std::string(word.meaning)}});
  table.Print(out);
}

void PrintList(absl::string_view list, const ApiReference& reference, Screen& out) {
  if (list == kRuleList) PrintRules(out);
  if (list == kCallErrorList) PrintCallErrors(out);
  if (list == kFieldList) PrintFields(reference, out);
  for (const WordGroup& group : WordGroups()) {
    if (list == ListName(group)) PrintWords(group, out);
  }
}

}  // namespace

void PrintMeanings(absl::string_view topic, const Meanings& meanings, const Vocabulary& vocabulary, Screen& out) {
  if (!meanings.list.empty()) PrintList(meanings.list, vocabulary.reference(), out);
  if (meanings.rule != nullptr) PrintRule(*meanings.rule, out);
  if (meanings.error != nullptr) PrintCallError(*meanings.error, out);
  for (const FoundWord& found : meanings.words) PrintWord(found, out);
  for (const google::protobuf::EnumValueDescriptor* value : meanings.values) {
    PrintValue(*value, vocabulary.reference(), out);
  }
  if (meanings.field != nullptr) PrintField(topic, *meanings.field, out);
  PrintMatches(meanings.matches, out);
}

void PrintLists(const Vocabulary& vocabulary, Screen& out) {
  Table table({"LIST", "WORDS", "MEANING"});
  const auto add = [&table](absl::string_view name, size_t words, absl::string_view about) {
    table.AddRow({{std::string(name)}, {absl::StrCat(words)}, {std::string(about)}});
  };
  add(kRuleList, AllRules().size(), "Rules of findings and errors");
  add(kCallErrorList, AllCallErrors().size(), "Why a call to the service fails, other than an invalid field");
  add(kFieldList, vocabulary.reference().SpecFields().size(), "Fields of the kinds that users write");
  for (const WordGroup& group : WordGroups()) add(ListName(group), group.words.size(), group.about);
  for (const google::protobuf::EnumDescriptor* type : vocabulary.reference().Enums()) {
    // The value UNSPECIFIED is not counted.
    add(type->name(), static_cast<size_t>(type->value_count()) - 1, FirstSentence(CommentOf(*type)));
  }
  out.Paragraph("explain LIST lists its words, and explain WORD explains a word, in upper or lower case.");
  out.EndLine();
  table.Print(out);
}

}  // namespace cpsizer::cli
