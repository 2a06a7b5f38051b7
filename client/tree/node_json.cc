#include "client/tree/node_json.h"

#include <limits>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_replace.h"

namespace cpsizer::tree {
namespace {

template <typename Json>
Json Convert(const Node& node);

template <typename Json>
Json ObjectOf(const Node& node) {
  Json json = Json::object();
  for (const Entry& entry : node.entries) json[entry.key] = Convert<Json>(entry.value);
  return json;
}

template <typename Json>
Json ArrayOf(const Node& node) {
  Json json = Json::array();
  for (const Node& item : node.items) json.push_back(Convert<Json>(item));
  return json;
}

// Returns the number in `text`. If JSON cannot represent the number, such as `.inf`, returns `text`.
template <typename Json>
Json NumberOf(const std::string& text) {
  double number = 0;
  if (!absl::SimpleAtod(absl::StrReplaceAll(text, {{"_", ""}}), &number) || number - number != 0) return text;
  return number;
}

template <typename Json>
Json Convert(const Node& node) {
  switch (node.kind) {
    case NodeKind::kNull:
      return nullptr;
    case NodeKind::kBool:
      return node.integer != 0;
    case NodeKind::kInteger:
      return node.integer;
    case NodeKind::kFloat:
      return NumberOf<Json>(node.text);
    case NodeKind::kText:
      return node.text;
    case NodeKind::kList:
      return ArrayOf<Json>(node);
    case NodeKind::kMap:
      return ObjectOf<Json>(node);
  }
  return nullptr;
}

Node Scalar(NodeKind kind, std::string text, int64_t integer = 0) {
  Node node;
  node.kind = kind;
  node.text = std::move(text);
  node.integer = integer;
  return node;
}

Node Integer(const nlohmann::json& json) {
  const bool too_large =
      json.is_number_unsigned() && json.get<uint64_t>() > static_cast<uint64_t>(std::numeric_limits<int64_t>::max());
  if (too_large) return Scalar(NodeKind::kFloat, json.dump());
  return Scalar(NodeKind::kInteger, json.dump(), json.get<int64_t>());
}

}  // namespace

nlohmann::json ToJson(const Node& node) {
  return Convert<nlohmann::json>(node);
}

nlohmann::ordered_json ToOrderedJson(const Node& node) {
  return Convert<nlohmann::ordered_json>(node);
}

Node FromJson(const nlohmann::json& json) {
  Node node;
  if (json.is_object()) {
    node.kind = NodeKind::kMap;
    node.entries.reserve(json.size());
    for (const auto& [key, value] : json.items()) node.entries.push_back({key, {}, FromJson(value)});
  } else if (json.is_array()) {
    node.kind = NodeKind::kList;
    node.items.reserve(json.size());
    for (const nlohmann::json& item : json) node.items.push_back(FromJson(item));
  } else if (json.is_string()) {
    node = Scalar(NodeKind::kText, json.get<std::string>());
  } else if (json.is_boolean()) {
    node = Scalar(NodeKind::kBool, json.dump(), json.get<bool>() ? 1 : 0);
  } else if (json.is_number_integer()) {
    node = Integer(json);
  } else if (json.is_number()) {
    node = Scalar(NodeKind::kFloat, json.dump());
  }
  return node;
}

}  // namespace cpsizer::tree
