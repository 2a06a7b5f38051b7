#include "client/kube/fields.h"

#include <cstddef>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "client/kube/quoted.h"

namespace cpsizer::kube {
namespace {

const Value& EmptyMap() {
  static const auto* const empty = new Value{Value::Kind::kMap, "", {}, {}};
  return *empty;
}

bool IsText(const Value& value) {
  return value.kind == Value::Kind::kPlain || value.kind == Value::Kind::kQuoted;
}

absl::string_view KindOf(const Value& value) {
  switch (value.kind) {
    case Value::Kind::kNull:
      return "nothing";
    case Value::Kind::kPlain:
      return "a plain word or number";
    case Value::Kind::kQuoted:
      return "quoted text";
    case Value::Kind::kList:
      return "a list";
    case Value::Kind::kMap:
      return "a mapping";
  }
  return "";
}

std::string Must(absl::string_view be, const Value& value) {
  return absl::StrCat("must be ", be, ", not ", KindOf(value));
}

}  // namespace

Fields::Fields(const Value& value, std::string where, absl::Status& error)
    : value_(&EmptyMap()), where_(std::move(where)), error_(&error) {
  if (value.kind == Value::Kind::kMap) {
    value_ = &value;
  } else if (value.kind != Value::Kind::kNull) {
    Refuse("", Must("a mapping", value));
  }
}

std::string Fields::PathOf(absl::string_view name) const {
  if (name.empty()) return where_;
  return absl::StrCat(where_, absl::EndsWith(where_, ": ") ? "" : ".", name);
}

const Value* Fields::Find(absl::string_view name) const {
  for (size_t i = 0; i < value_->names.size(); ++i) {
    if (value_->names[i] == name) return value_->items[i].kind == Value::Kind::kNull ? nullptr : &value_->items[i];
  }
  return nullptr;
}

std::string Fields::Text(absl::string_view name) {
  const Value* const value = Find(name);
  if (value == nullptr) return "";
  if (IsText(*value)) return value->text;
  Refuse(name, Must("text", *value));
  return "";
}

bool Fields::Boolean(absl::string_view name) {
  const Value* const value = Find(name);
  if (value == nullptr) return false;
  const absl::optional<bool> boolean = value->kind == Value::Kind::kPlain ? BooleanWord(value->text) : absl::nullopt;
  if (!boolean.has_value()) Refuse(name, "must be true or false, without quotes");
  return boolean.value_or(false);
}

std::vector<std::string> Fields::TextList(absl::string_view name) {
  std::vector<std::string> texts;
  const std::vector<Value>* const items = ListItems(name);
  if (items == nullptr) return texts;
  for (const Value& item : *items) {
    if (!IsText(item)) Refuse(absl::StrCat(name, "[", texts.size(), "]"), Must("text", item));
    texts.push_back(item.text);
  }
  return texts;
}

Fields Fields::Map(absl::string_view name) {
  const Value* const value = Find(name);
  return Fields(value == nullptr ? EmptyMap() : *value, PathOf(name), *error_);
}

std::vector<Fields> Fields::Maps(absl::string_view name) {
  std::vector<Fields> maps;
  const std::vector<Value>* const items = ListItems(name);
  if (items == nullptr) return maps;
  for (const Value& item : *items) {
    maps.emplace_back(item, PathOf(absl::StrCat(name, "[", maps.size(), "]")), *error_);
  }
  return maps;
}

std::vector<std::pair<std::string, std::vector<std::string>>> Fields::TextLists(absl::string_view name) {
  std::vector<std::pair<std::string, std::vector<std::string>>> lists;
  Fields map = Map(name);
  for (const std::string& key : map.value_->names) lists.emplace_back(key, map.TextList(key));
  return lists;
}

void Fields::Refuse(absl::string_view name, absl::string_view why) {
  if (!error_->ok()) return;
  const std::string path = PathOf(name);
  *error_ =
      absl::InvalidArgumentError(absl::EndsWith(path, ": ") ? absl::StrCat(path, why) : absl::StrCat(path, " ", why));
}

const std::vector<Value>* Fields::ListItems(absl::string_view name) {
  const Value* const value = Find(name);
  if (value == nullptr) return nullptr;
  if (value->kind == Value::Kind::kList) return &value->items;
  Refuse(name, Must("a list", *value));
  return nullptr;
}

}  // namespace cpsizer::kube
