#include "client/cli/output/structured.h"

#include <google/protobuf/util/json_util.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/string_view.h"
#include "client/objects/utf8.h"

namespace cpsizer::cli {
namespace {

using Json = nlohmann::ordered_json;

// Returns whether YAML 1.1 or 1.2 reads `text` as something other than text.
bool IsReserved(absl::string_view text) {
  for (const absl::string_view word : {"true", "false", "yes", "no", "on", "off", "y", "n", "null"}) {
    if (absl::EqualsIgnoreCase(text, word)) return true;
  }
  return false;
}

// Returns whether `text` could be a number or a date. Requires a text that is not empty.
bool MayBeNumeric(absl::string_view text) {
  return absl::ascii_isdigit(static_cast<unsigned char>(text.front())) &&
         text.find_first_not_of("0123456789abcdefABCDEFxXoO+-._") == absl::string_view::npos;
}

bool IsPlain(absl::string_view text) {
  if (text.empty() || IsReserved(text) || MayBeNumeric(text)) return false;
  for (const char c : text) {
    if (!absl::ascii_isalnum(static_cast<unsigned char>(c)) && !absl::StrContains(" _-./,;()=+%", c)) return false;
  }
  const char first = text.front();
  return (absl::ascii_isalnum(static_cast<unsigned char>(first)) || first == '/') && text.back() != ' ';
}

// Returns the text in double quotes. Requires UTF-8. All messages contain UTF-8 only.
std::string Quoted(absl::string_view text) {
  std::string quoted = "\"";
  while (!text.empty()) {
    const objects::Utf8Char c = objects::FirstChar(text);
    const auto point = static_cast<uint32_t>(c.value);
    text.remove_prefix(std::max<size_t>(c.bytes, 1));
    if (point == '"' || point == '\\') {
      absl::StrAppend(&quoted, "\\", std::string(1, static_cast<char>(point)));
    } else if (point == '\n') {
      absl::StrAppend(&quoted, "\\n");
    } else if (point >= 0x20 && point < 0x7F) {
      quoted.push_back(static_cast<char>(point));
    } else if (point <= 0xFF) {
      absl::StrAppendFormat(&quoted, "\\x%02x", point);
    } else if (point <= 0xFFFF) {
      absl::StrAppendFormat(&quoted, "\\u%04x", point);
    } else {
      absl::StrAppendFormat(&quoted, "\\U%08x", point);
    }
  }
  return absl::StrCat(quoted, "\"");
}

std::string Scalar(const Json& json) {
  if (!json.is_string()) return json.dump();  // this includes the empty list and the empty object
  const std::string& text = json.get_ref<const std::string&>();
  return IsPlain(text) ? text : Quoted(text);
}

// Appends `json` to `yaml`. The first line is appended at the end of `yaml`, and the other lines are indented by
// `indent`.
void Append(const Json& json, int indent, std::string& yaml) {
  const std::string margin(static_cast<size_t>(indent), ' ');
  if (json.empty() || !json.is_structured()) {
    absl::StrAppend(&yaml, Scalar(json), "\n");
    return;
  }
  absl::string_view before;
  for (const auto& [key, value] : json.items()) {
    if (json.is_array()) {
      absl::StrAppend(&yaml, before, "- ");
      Append(value, indent + 2, yaml);
    } else {
      absl::StrAppend(&yaml, before, Scalar(key), ":");
      const bool nested = value.is_structured() && !value.empty();
      // A list begins in the same column as its key, as in the output of kubectl.
      const int inner = indent + (value.is_array() ? 0 : 2);
      absl::StrAppend(&yaml, nested ? "\n" : " ", std::string(nested ? static_cast<size_t>(inner) : 0, ' '));
      Append(value, inner, yaml);
    }
    before = margin;
  }
}

}  // namespace

std::string ToYaml(const nlohmann::ordered_json& json) {
  std::string yaml;
  Append(json, 0, yaml);
  return yaml;
}

nlohmann::ordered_json ToJson(const google::protobuf::Message& message) {
  std::string text;
  const auto status = google::protobuf::util::MessageToJsonString(message, &text);
  // The conversion fails only for an Any of an unknown type. Responses of the API contain Any only in error details.
  if (!status.ok()) return {{"unprintable", message.GetTypeName()}};
  return nlohmann::ordered_json::parse(text);
}

bool IsStructured(OutputFormat format) {
  return format == OutputFormat::kJson || format == OutputFormat::kYaml;
}

void PrintStructured(const nlohmann::ordered_json& json, OutputFormat format, Screen& out) {
  out.Raw(format == OutputFormat::kYaml ? ToYaml(json) : json.dump(2, ' ', true) + "\n");
}

void PrintResult(OutputFormat format, Screen& out, absl::FunctionRef<nlohmann::ordered_json()> json,
                 absl::FunctionRef<void()> names, absl::FunctionRef<void(bool wide)> table) {
  if (IsStructured(format)) {
    PrintStructured(json(), format, out);
  } else if (format == OutputFormat::kName) {
    names();
  } else {
    table(format == OutputFormat::kWide);
  }
}

}  // namespace cpsizer::cli
