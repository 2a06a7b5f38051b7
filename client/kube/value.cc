#include "client/kube/value.h"

#include <nlohmann/json.hpp>

namespace cpsizer::kube {
namespace {

constexpr absl::string_view kNullWords[] = {"", "~", "null", "Null", "NULL"};
constexpr absl::string_view kTrueWords[] = {"true", "True", "TRUE", "y", "Y", "yes", "Yes", "YES", "on", "On", "ON"};
constexpr absl::string_view kFalseWords[] = {"false", "False", "FALSE", "n",   "N",  "no",
                                             "No",    "NO",    "off",   "Off", "OFF"};

nlohmann::ordered_json PlainToJson(const std::string& text) {
  if (const absl::optional<bool> boolean = BooleanWord(text)) return *boolean;
  nlohmann::ordered_json number = nlohmann::ordered_json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (number.is_number()) return number;
  return text;
}

}  // namespace

bool IsNullWord(absl::string_view text) {
  for (const absl::string_view word : kNullWords) {
    if (text == word) return true;
  }
  return false;
}

absl::optional<bool> BooleanWord(absl::string_view text) {
  for (const absl::string_view word : kTrueWords) {
    if (text == word) return true;
  }
  for (const absl::string_view word : kFalseWords) {
    if (text == word) return false;
  }
  return absl::nullopt;
}

nlohmann::ordered_json ToJson(const Value& value) {
  switch (value.kind) {
    case Value::Kind::kNull:
      return nullptr;
    case Value::Kind::kPlain:
      return PlainToJson(value.text);
    case Value::Kind::kQuoted:
      return value.text;
    case Value::Kind::kList: {
      nlohmann::ordered_json list = nlohmann::ordered_json::array();
      for (const Value& item : value.items) list.push_back(ToJson(item));
      return list;
    }
    case Value::Kind::kMap: {
      nlohmann::ordered_json map = nlohmann::ordered_json::object();
      for (size_t i = 0; i < value.items.size(); ++i) map[value.names[i]] = ToJson(value.items[i]);
      return map;
    }
  }
  return nullptr;
}

}  // namespace cpsizer::kube
