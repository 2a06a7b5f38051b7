#include "client/cli/verbs/explain.h"

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "client/cli/base/complain.h"
#include "client/cli/base/exit_code.h"
#include "client/cli/base/flags.h"
#include "client/cli/output/table.h"
#include "client/cli/verbs/api_reference.h"
#include "cpsizer/call_errors.h"
#include "cpsizer/rules.h"
#include "server/process/nearest_name.h"

namespace cpsizer::cli {
namespace {

void PrintExample(absl::string_view title, absl::string_view example, Style style, Screen& out) {
  out.Spaces(2).Text(title, style).EndLine();
  for (const absl::string_view line : absl::StrSplit(example, '\n')) out.Spaces(4).Line(line);
}

void PrintRule(const RuleInfo& rule, Screen& out) {
  out.Text(rule.id, Style::kBold).Text(" (").Text(SeverityWord(rule.severity), SeverityStyle(rule.severity)).Line(")");
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

void PrintField(absl::string_view path, const google::protobuf::FieldDescriptor& field, Screen& out) {
  out.Text(path, Style::kBold).Text(" (").Text(TypeText(field)).Line(")");
  out.Paragraph(CommentOf(field), 2);
  if (const google::protobuf::Descriptor* message = MessageOf(field)) {
    PrintFieldsOf(*message, out);
  } else if (const google::protobuf::EnumDescriptor* type = field.enum_type()) {
    Table table({"VALUE", "MEANING"});
    for (int i = 0; i < type->value_count(); ++i) {
      table.AddRow({{type->value(i)->name()}, {CommentOf(*type->value(i))}});
    }
    out.EndLine();
    table.Print(out, 2);
  }
}

void PrintMatches(const std::vector<ApiReference::Match>& matches, Screen& out) {
  for (const ApiReference::Match& match : matches) {
    out.Text(match.name, Style::kBold).Line(match.type.empty() ? "" : absl::StrCat(" (", match.type, ")"));
    out.Paragraph(match.comment, 2);
    if (match.message != nullptr) PrintFieldsOf(*match.message, out);
  }
}

void PrintList(const ApiReference& reference, Screen& out) {
  Table rules({"RULE", "SEVERITY", "MEANING"});
  for (const RuleInfo& rule : AllRules()) {
    rules.AddRow({{std::string(rule.id)},
                  {std::string(SeverityWord(rule.severity)), SeverityStyle(rule.severity)},
                  {std::string(rule.meaning)}});
  }
  rules.Print(out);
  out.EndLine();
  Table errors({"CALL ERROR", "CODE", "MEANING"});
  for (const CallErrorInfo& error : AllCallErrors()) {
    errors.AddRow({{std::string(error.id)}, {absl::StatusCodeToString(error.code)}, {std::string(error.meaning)}});
  }
  errors.Print(out);
  out.EndLine();
  Table fields({"FIELD", "TYPE", "MEANING"});
  for (const ApiReference::Field& field : reference.SpecFields()) {
    const std::string comment = CommentOf(*field.descriptor);
    fields.AddRow({{field.path}, {TypeText(*field.descriptor)}, {std::string(FirstSentence(comment))}});
  }
  fields.Print(out);
}

std::string Suggestion(const ApiReference& reference, const std::string& topic) {
  std::vector<std::string> names = reference.AllNames();
  for (const ApiReference::Field& field : reference.SpecFields()) names.push_back(field.path);
  std::vector<absl::string_view> known(names.begin(), names.end());
  for (const RuleInfo& rule : AllRules()) known.push_back(rule.id);
  for (const CallErrorInfo& error : AllCallErrors()) known.push_back(error.id);
  return server::DidYouMean(topic, known);
}

std::string SuggestionOrList(const ApiReference& reference, const std::string& topic) {
  const std::string suggestion = Suggestion(reference, topic);
  return suggestion.empty() ? "; without a topic, explain lists them all" : suggestion;
}

int Explain(const std::string& topic, Environment& environment) {
  const ApiReference reference;
  if (topic.empty()) {
    PrintList(reference, environment.out);
    return kExitFine;
  }
  if (const RuleInfo* rule = FindRule(absl::AsciiStrToUpper(topic))) {
    PrintRule(*rule, environment.out);
    return kExitFine;
  }
  if (const CallErrorInfo* error = FindCallError(absl::AsciiStrToUpper(topic))) {
    PrintCallError(*error, environment.out);
    return kExitFine;
  }
  const bool is_path = topic.find_first_of(".[") != std::string::npos;
  const google::protobuf::FieldDescriptor* field = reference.FindPath(topic);
  const std::vector<ApiReference::Match> matches = reference.FindName(topic);
  if (field != nullptr && (is_path || matches.size() == 1)) {
    PrintField(topic, *field, environment.out);
  } else if (!matches.empty()) {
    PrintMatches(matches, environment.out);
  } else {
    ComplainError(
        absl::StrCat("there is no rule, no error and no field \"", topic, "\"", SuggestionOrList(reference, topic)),
        environment.err);
    return kExitUsage;
  }
  return kExitFine;
}

}  // namespace

Verb AddExplain(CLI::App& root) {
  CLI::App* app = root.add_subcommand("explain", "Say what a rule or a field means");
  auto topic = std::make_shared<std::string>();
  AddText(*app, "RULE_OR_FIELD", *topic, "",
          "Id of a rule or of a call's error, path or name of a field; the default is to list them all");
  app->footer(
      "explain EFFECTIVE_CAPACITY_NOT_INCREASING\n"
      "explain spec.sizes.capacity.kubeAPIServerCPUFraction\n"
      "explain spec.behavior.scaleDown.stabilizationWindowSeconds");
  return {app, [topic](Environment& environment) { return Explain(*topic, environment); }};
}

}  // namespace cpsizer::cli
