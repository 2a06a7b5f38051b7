#include "client/cli/output/message_json.h"

#include <google/protobuf/descriptor.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/string_view.h"
#include "client/cli/output/structured.h"

namespace cpsizer::cli {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::Reflection;

constexpr int kStep = 2;
// The indentation of JSON on one line.
constexpr int kCompact = -1;

int Deeper(int indent) {
  return indent == kCompact ? kCompact : indent + kStep;
}

// Returns whether the JSON form of a type is not simply its fields, as for a Timestamp or an Any, or whether the type
// has a field that the functions below do not write.
bool IsSpecial(const google::protobuf::Descriptor& type) {
  if (absl::StartsWith(type.full_name(), "google.")) return true;
  for (int i = 0; i < type.field_count(); ++i) {
    const FieldDescriptor& field = *type.field(i);
    if (field.is_map() || field.type() == FieldDescriptor::TYPE_BYTES ||
        field.cpp_type() == FieldDescriptor::CPPTYPE_FLOAT) {
      return true;
    }
  }
  return false;
}

bool NeedsNoEscape(absl::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c <= '~' && c != '"' && c != '\\'; });
}

void AppendText(const std::string& value, std::string& text) {
  if (NeedsNoEscape(value)) {
    absl::StrAppend(&text, "\"", value, "\"");
  } else {
    absl::StrAppend(&text, nlohmann::json(value).dump(-1, ' ', true));
  }
}

// Appends a number in the form that it has after it was written by protobuf and read by nlohmann: without a fraction if
// protobuf writes it without a fraction.
void AppendDouble(double value, std::string& text) {
  constexpr double kMostDigits = 1e15;
  if (!std::isfinite(value)) {
    absl::StrAppend(&text, std::isnan(value) ? "\"NaN\"" : value > 0 ? "\"Infinity\"" : "\"-Infinity\"");
  } else if (value == std::trunc(value) && std::abs(value) < kMostDigits) {
    absl::StrAppend(&text, static_cast<int64_t>(value));
  } else {
    absl::StrAppend(&text, nlohmann::json(value).dump());
  }
}

void AppendEnum(const FieldDescriptor& field, int number, std::string& text) {
  const google::protobuf::EnumValueDescriptor* value = field.enum_type()->FindValueByNumber(number);
  value == nullptr ? absl::StrAppend(&text, number) : absl::StrAppend(&text, "\"", value->name(), "\"");
}

void AppendLineBreak(int indent, std::string& text) {
  if (indent == kCompact) return;
  text.push_back('\n');
  text.append(static_cast<size_t>(indent), ' ');
}

// Appends the value of a field, or of one item of a repeated field.
void AppendValue(const Message& message, const FieldDescriptor& field, int item, int indent, std::string& text) {
  const Reflection& reflection = *message.GetReflection();
  const bool repeated = field.is_repeated();
  switch (field.cpp_type()) {
    case FieldDescriptor::CPPTYPE_MESSAGE:
      return AppendJson(
          repeated ? reflection.GetRepeatedMessage(message, &field, item) : reflection.GetMessage(message, &field),
          indent, text);
    case FieldDescriptor::CPPTYPE_STRING: {
      std::string scratch;
      return AppendText(repeated ? reflection.GetRepeatedStringReference(message, &field, item, &scratch)
                                 : reflection.GetStringReference(message, &field, &scratch),
                        text);
    }
    case FieldDescriptor::CPPTYPE_ENUM:
      return AppendEnum(
          field,
          repeated ? reflection.GetRepeatedEnumValue(message, &field, item) : reflection.GetEnumValue(message, &field),
          text);
    case FieldDescriptor::CPPTYPE_BOOL: {
      const bool value =
          repeated ? reflection.GetRepeatedBool(message, &field, item) : reflection.GetBool(message, &field);
      return absl::StrAppend(&text, value ? "true" : "false");
    }
    case FieldDescriptor::CPPTYPE_DOUBLE:
      return AppendDouble(
          repeated ? reflection.GetRepeatedDouble(message, &field, item) : reflection.GetDouble(message, &field), text);
    case FieldDescriptor::CPPTYPE_INT32:
      return absl::StrAppend(
          &text, repeated ? reflection.GetRepeatedInt32(message, &field, item) : reflection.GetInt32(message, &field));
    case FieldDescriptor::CPPTYPE_UINT32:
      return absl::StrAppend(&text, repeated ? reflection.GetRepeatedUInt32(message, &field, item)
                                             : reflection.GetUInt32(message, &field));
    // A number of 64 bits is a text in JSON.
    case FieldDescriptor::CPPTYPE_INT64:
      return absl::StrAppend(
          &text, "\"",
          repeated ? reflection.GetRepeatedInt64(message, &field, item) : reflection.GetInt64(message, &field), "\"");
    case FieldDescriptor::CPPTYPE_UINT64:
      return absl::StrAppend(
          &text, "\"",
          repeated ? reflection.GetRepeatedUInt64(message, &field, item) : reflection.GetUInt64(message, &field), "\"");
    case FieldDescriptor::CPPTYPE_FLOAT:
      return;
  }
}

void AppendField(const Message& message, const FieldDescriptor& field, int indent, std::string& text) {
  if (!field.is_repeated()) return AppendValue(message, field, 0, indent, text);
  text.push_back('[');
  const int size = message.GetReflection()->FieldSize(message, &field);
  for (int i = 0; i < size; ++i) {
    if (i > 0) text.push_back(',');
    AppendLineBreak(Deeper(indent), text);
    AppendValue(message, field, i, Deeper(indent), text);
  }
  AppendLineBreak(indent, text);
  text.push_back(']');
}

}  // namespace

void AppendJson(const Message& message, int indent, std::string& text) {
  if (IsSpecial(*message.GetDescriptor())) {
    if (indent == kCompact) return absl::StrAppend(&text, ToJson(message).dump(-1, ' ', true));
    // A line break inside a text is escaped, so that each line break is between two lines of the output.
    const std::string line_break = absl::StrCat("\n", std::string(static_cast<size_t>(indent), ' '));
    absl::StrAppend(&text, absl::StrReplaceAll(ToJson(message).dump(kStep, ' ', true), {{"\n", line_break}}));
    return;
  }
  std::vector<const FieldDescriptor*> fields;  // in the order of their numbers
  message.GetReflection()->ListFields(message, &fields);
  text.push_back('{');
  bool first = true;
  for (const FieldDescriptor* const field : fields) {
    if (!first) text.push_back(',');
    first = false;
    AppendLineBreak(Deeper(indent), text);
    absl::StrAppend(&text, "\"", field->json_name(), indent == kCompact ? "\":" : "\": ");
    AppendField(message, *field, Deeper(indent), text);
  }
  if (!first) AppendLineBreak(indent, text);
  text.push_back('}');
}

void AppendCompactJson(const Message& message, std::string& text) {
  AppendJson(message, kCompact, text);
}

}  // namespace cpsizer::cli
