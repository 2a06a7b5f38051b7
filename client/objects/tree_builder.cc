#include "client/objects/tree_builder.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "client/objects/escape.h"
#include "client/objects/file_limits.h"
#include "client/tree/limits.h"
#include "cpsizer/limits.h"

namespace cpsizer::objects {

void TreeBuilder::BeginDocument() {
  open_.clear();
  root_ = Node();
  levels_ = 0;
  nodes_ = 0;
  suspicion_.reset();
  refused_ = false;
}

void TreeBuilder::EndDocument() {
  if (suspicion_.has_value()) problems_.Add(suspicion_->position, suspicion_->message);
  if (!refused_ && root_.kind != NodeKind::kNull) document_(root_);
  BeginDocument();
}

void TreeBuilder::Begin(NodeKind kind, Position position) {
  if (++levels_ > tree::kMaxLevels) {
    return Stop(position, absl::StrCat("is nested more than ", tree::kMaxLevels, " levels deep"));
  }
  if (!Admit(position)) return;
  if (ExpectsKey()) return SuspectKey(kind, position);
  open_.emplace_back();
  open_.back().node.kind = kind;
  open_.back().node.position = position;
}

void TreeBuilder::End() {
  --levels_;
  if (refused_) return;
  Node node = std::move(open_.back().node);
  open_.pop_back();
  TakeValue(std::move(node));
}

void TreeBuilder::SuspectKey(NodeKind kind, Position position) {
  suspicion_ = {"", position, absl::StrCat("a key must be a word or a quoted string, not ", KindWords(kind))};
  refused_ = true;
}

void TreeBuilder::Quoted(Position position, std::string text) {
  if (!Admit(position)) return;
  if (ExpectsKey()) return TakeKey(position, text);
  Node node;
  node.kind = NodeKind::kText;
  node.position = position;
  node.text = std::move(text);
  TakeValue(std::move(node));
}

void TreeBuilder::Plain(Position position, std::string text) {
  if (!Admit(position)) return;
  if (!ExpectsKey()) return TakeValue(PlainScalar(position, std::move(text)));
  if (text == "<<") return Refuse(position, "merge keys (`<<`) are not supported; write the fields themselves");
  if (text.empty()) return Refuse(position, "a key is missing before this `:`");
  TakeKey(position, text);
}

void TreeBuilder::Refuse(Position position, std::string message) {
  if (!refused_) problems_.Add(position, std::move(message));
  refused_ = true;
}

void TreeBuilder::Stop(Position position, std::string message) {
  if (stopped()) return;
  if (suspicion_.has_value()) refused_ = false;
  suspicion_.reset();
  Refuse(position, std::move(message));
  stopped_ = true;
}

bool TreeBuilder::Admit(Position position) {
  if (!refused_ && ++nodes_ > kMaxNodes) {
    Stop(position, absl::StrCat("has more than ", kMaxNodes, " keys and values in one document; split it"));
  }
  return !refused_;
}

bool TreeBuilder::ExpectsKey() const {
  return !open_.empty() && open_.back().node.kind == NodeKind::kMap && !open_.back().has_key;
}

void TreeBuilder::TakeKey(Position position, absl::string_view key) {
  Open& map = open_.back();
  const auto [first, added] = map.key_lines.try_emplace(key, position.line);
  if (!added) {
    return Refuse(position,
                  absl::StrCat("key \"", EscapeCut(key, kMaxQuotedValueBytes),
                               "\" occurs twice in one mapping (first in line ", first->second, "); remove one"));
  }
  map.has_key = true;
  map.key.assign(key.data(), key.size());
  map.key_position = position;
}

void TreeBuilder::TakeValue(Node node) {
  if (open_.empty()) {
    root_ = std::move(node);
    return;
  }
  Open& parent = open_.back();
  if (parent.node.kind == NodeKind::kList) {
    parent.node.items.push_back(std::move(node));
    return;
  }
  parent.node.entries.push_back({std::move(parent.key), parent.key_position, std::move(node)});
  parent.has_key = false;
}

}  // namespace cpsizer::objects
