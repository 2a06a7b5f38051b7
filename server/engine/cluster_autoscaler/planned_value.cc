#include "server/engine/cluster_autoscaler/planned_value.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "server/engine/base/text.h"

namespace cpsizer {
PlannedValue PlannedValue::Text(std::string text, absl::string_view source) {
  PlannedValue value(Kind::kText);
  value.text_ = std::move(text);
  value.source_ = std::string(source);
  return value;
}

PlannedValue PlannedValue::Number(int64_t number, absl::string_view source) {
  PlannedValue value(Kind::kWord);
  value.text_ = absl::StrCat(number);
  value.source_ = std::string(source);
  return value;
}

PlannedValue PlannedValue::True() {
  PlannedValue value(Kind::kWord);
  value.text_ = "true";
  return value;
}

PlannedValue PlannedValue::List(std::vector<PlannedValue> items) {
  PlannedValue value(Kind::kList);
  value.items_ = std::move(items);
  return value;
}

PlannedValue PlannedValue::Map(std::vector<Member> members) {
  PlannedValue value(Kind::kMap);
  value.members_ = std::move(members);
  return value;
}

PlannedValue PlannedValue::WholeMap(std::vector<Member> members) {
  PlannedValue value = Map(std::move(members));
  value.is_whole_ = true;
  return value;
}

PlannedValue PlannedValue::AtCreation() && {
  at_creation_ = true;
  return std::move(*this);
}

PlannedValue PlannedValue::IgnoringCase() && {
  ignores_case_ = true;
  return std::move(*this);
}

bool PlannedValue::IsEqualTo(absl::string_view current) const {
  return current == text_ || (ignores_case_ && absl::EqualsIgnoreCase(current, text_));
}

std::string PlannedValue::Json() const {
  std::string json;
  AppendJson(json);
  return json;
}

void PlannedValue::AppendJson(std::string& json) const {
  const char* separator = "";
  switch (kind_) {
    case Kind::kText:
      json.append(JsonString(text_));
      break;
    case Kind::kWord:
      json.append(text_);
      break;
    case Kind::kList:
      json.push_back('[');
      for (const PlannedValue& item : items_) {
        json.append(separator);
        item.AppendJson(json);
        separator = ",";
      }
      json.push_back(']');
      break;
    case Kind::kMap:
      json.push_back('{');
      for (const auto& [key, member] : members_) {
        json.append(separator);
        json.append(JsonString(key));
        json.push_back(':');
        member.AppendJson(json);
        separator = ",";
      }
      json.push_back('}');
      break;
  }
}

std::string MemberPath(absl::string_view parent, absl::string_view key) {
  if (key.find_first_of("./") != absl::string_view::npos) return absl::StrCat(parent, "[", key, "]");
  return parent.empty() ? std::string(key) : absl::StrCat(parent, ".", key);
}

void ForEachScalar(const PlannedValue& value, const std::string& path,
                   absl::FunctionRef<void(const std::string& path, const PlannedValue& scalar)> visit) {
  switch (value.kind()) {
    case PlannedValue::Kind::kText:
    case PlannedValue::Kind::kWord:
      return visit(path, value);
    case PlannedValue::Kind::kList:
      for (size_t i = 0; i < value.items().size(); ++i) {
        ForEachScalar(value.items()[i], absl::StrCat(path, "[", i, "]"), visit);
      }
      return;
    case PlannedValue::Kind::kMap:
      for (const auto& [key, member] : value.members()) ForEachScalar(member, MemberPath(path, key), visit);
      return;
  }
}

}  // namespace cpsizer
