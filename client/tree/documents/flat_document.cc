#include "client/tree/documents/flat_document.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace cpsizer::tree {
namespace {

constexpr size_t kTextBlockBytes = size_t{64} << 10;

}  // namespace

Position FlatDocument::Value::position() const {
  return {static_cast<int>(record().line), static_cast<int>(record().column)};
}

uint32_t FlatDocument::Value::End() const {
  return is_list() || is_map() ? record().size : index_ + 1;
}

absl::optional<FlatDocument::Value> FlatDocument::Value::Find(absl::string_view key) const {
  if (!is_map()) return absl::nullopt;
  for (uint32_t i = index_ + 1; i < End(); i = At(i + 1).End()) {
    if (At(i).text() == key) return At(i + 1);
  }
  return absl::nullopt;
}

std::string FlatDocument::Value::TextAt(absl::string_view key, const std::string& missing) const {
  const absl::optional<Value> value = Find(key);
  if (!value.has_value() || value->is_list() || value->is_map()) return missing;
  const Node node = value->ToTree();
  return node.is_text() ? node.text : missing;
}

void FlatDocument::Value::ForEachItem(absl::FunctionRef<void(const Value&)> visit) const {
  for (uint32_t i = index_ + 1; i < End(); i = At(i).End()) visit(At(i));
}

Node FlatDocument::Value::ToTree(absl::FunctionRef<bool(absl::string_view key)> wanted) const {
  Node node;
  if (!is_map()) {
    ConvertTo(node);
    return node;
  }
  node.kind = NodeKind::kMap;
  node.position = position();
  for (uint32_t i = index_ + 1; i < End(); i = At(i + 1).End()) {
    if (!wanted(At(i).text())) continue;
    Entry& entry = node.entries.emplace_back();
    entry.key = std::string(At(i).text());
    entry.position = At(i).position();
    At(i + 1).ConvertTo(entry.value);
  }
  return node;
}

Node FlatDocument::Value::ToTree() const {
  Node node;
  ConvertTo(node);
  return node;
}

// The recursion is as deep as the document, which has at most kMaxLevels levels.
void FlatDocument::Value::ConvertTo(Node& node) const {
  const uint32_t end = End();
  switch (form()) {
    case Form::kPlain:
      node = PlainScalar(position(), std::string(text()));
      return;
    case Form::kQuoted:
      node.kind = NodeKind::kText;
      node.text = std::string(text());
      break;
    case Form::kList: {
      node.kind = NodeKind::kList;
      size_t count = 0;
      for (uint32_t i = index_ + 1; i < end; i = At(i).End()) ++count;
      node.items.reserve(count);
      for (uint32_t i = index_ + 1; i < end; i = At(i).End()) At(i).ConvertTo(node.items.emplace_back());
      break;
    }
    case Form::kMap: {
      node.kind = NodeKind::kMap;
      size_t count = 0;
      for (uint32_t i = index_ + 1; i < end; i = At(i + 1).End()) ++count;
      node.entries.reserve(count);
      for (uint32_t i = index_ + 1; i < end; i = At(i + 1).End()) {
        Entry& entry = node.entries.emplace_back();
        entry.key = std::string(At(i).text());
        entry.position = At(i).position();
        At(i + 1).ConvertTo(entry.value);
      }
      break;
    }
  }
  node.position = position();
}

void FlatDocument::Clear() {
  records_.clear();
  blocks_.clear();
  block_rest_ = 0;
}

void FlatDocument::AddScalar(Form form, Position position, absl::string_view text) {
  records_.push_back({text.data(), static_cast<uint32_t>(text.size()), static_cast<uint32_t>(position.line),
                      static_cast<uint32_t>(position.column), static_cast<uint32_t>(form)});
}

uint32_t FlatDocument::Begin(Form form, Position position) {
  const uint32_t index = size();
  records_.push_back({nullptr, index + 1, static_cast<uint32_t>(position.line), static_cast<uint32_t>(position.column),
                      static_cast<uint32_t>(form)});
  return index;
}

absl::string_view FlatDocument::Keep(absl::string_view text) {
  if (text.empty()) return "";
  if (text.size() > block_rest_) {
    block_rest_ = std::max(kTextBlockBytes, text.size());
    // Not std::make_unique(), which would fill the block with zeros.
    block_next_ = blocks_.emplace_back(new char[block_rest_]).get();
  }
  char* const copy = block_next_;
  std::memcpy(copy, text.data(), text.size());
  block_next_ += text.size();
  block_rest_ -= text.size();
  return {copy, text.size()};
}

}  // namespace cpsizer::tree
