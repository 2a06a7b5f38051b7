#include "client/kube/fields.h"

#include <cstddef>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "client/kube/quoted.h"

namespace cpsizer::kube {
namespace {

using tree::Node;
using tree::NodeKind;

const Node& EmptyMap() {
  static const auto* const empty = [] {
    auto* const map = new Node;
    map->kind = NodeKind::kMap;
    return map;
  }();
  return *empty;
}

// Returns whether `value` is accepted as text. Numbers and words such as `yes` are accepted.
bool IsText(const Node& value) {
  return !value.is_null() && !value.is_list() && !value.is_map();
}

absl::string_view KindOf(const Node& value) {
  switch (value.kind) {
    case NodeKind::kNull:
      return "nothing";
    case NodeKind::kList:
      return "a list";
    case NodeKind::kMap:
      return "a mapping";
    default:
      return value.plain ? "a plain word or number" : "quoted text";
  }
}

std::string Must(absl::string_view be, const Node& value) {
  return absl::StrCat("must be ", be, ", not ", KindOf(value));
}

}  // namespace

Fields::Fields(const Node& value, std::string where, absl::Status& error)
    : value_(&EmptyMap()), where_(std::move(where)), error_(&error) {
  if (value.kind == NodeKind::kMap) {
    value_ = &value;
  } else if (value.kind != NodeKind::kNull) {
    Refuse("", Must("a mapping", value));
  }
}

std::string Fields::PathOf(absl::string_view name) const {
  if (name.empty()) return where_;
  return absl::StrCat(where_, absl::EndsWith(where_, ": ") ? "" : ".", name);
}

const Node* Fields::Find(absl::string_view name) const {
  const Node* const value = value_->Find(name);
  return value == nullptr || value->is_null() ? nullptr : value;
}

std::string Fields::Text(absl::string_view name) {
  const Node* const value = Find(name);
  if (value == nullptr) return "";
  if (IsText(*value)) return value->text;
  Refuse(name, Must("text", *value));
  return "";
}

bool Fields::Boolean(absl::string_view name) {
  const Node* const value = Find(name);
  if (value == nullptr) return false;
  if (value->kind == NodeKind::kBool) return value->integer != 0;
  Refuse(name, "must be true or false, without quotes");
  return false;
}

std::vector<std::string> Fields::TextList(absl::string_view name) {
  std::vector<std::string> texts;
  const std::vector<Node>* const items = ListItems(name);
  if (items == nullptr) return texts;
  for (const Node& item : *items) {
    if (!IsText(item)) Refuse(absl::StrCat(name, "[", texts.size(), "]"), Must("text", item));
    texts.push_back(item.text);
  }
  return texts;
}

Fields Fields::Map(absl::string_view name) {
  const Node* const value = Find(name);
  return Fields(value == nullptr ? EmptyMap() : *value, PathOf(name), *error_);
}

std::vector<Fields> Fields::Maps(absl::string_view name) {
  std::vector<Fields> maps;
  const std::vector<Node>* const items = ListItems(name);
  if (items == nullptr) return maps;
  for (const Node& item : *items) {
    maps.emplace_back(item, PathOf(absl::StrCat(name, "[", maps.size(), "]")), *error_);
  }
  return maps;
}

std::vector<std::pair<std::string, std::vector<std::string>>> Fields::TextLists(absl::string_view name) {
  std::vector<std::pair<std::string, std::vector<std::string>>> lists;
  Fields map = Map(name);
  for (const tree::Entry& entry : map.value_->entries) lists.emplace_back(entry.key, map.TextList(entry.key));
  return lists;
}

void Fields::Refuse(absl::string_view name, absl::string_view why) {
  if (!error_->ok()) return;
  const std::string path = PathOf(name);
  *error_ =
      absl::InvalidArgumentError(absl::EndsWith(path, ": ") ? absl::StrCat(path, why) : absl::StrCat(path, " ", why));
}

const std::vector<Node>* Fields::ListItems(absl::string_view name) {
  const Node* const value = Find(name);
  if (value == nullptr) return nullptr;
  if (value->kind == NodeKind::kList) return &value->items;
  Refuse(name, Must("a list", *value));
  return nullptr;
}

}  // namespace cpsizer::kube
