#include "client/tree/documents/document_builder.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "client/tree/limits.h"
#include "cpsizer/limits.h"
#include "server/engine/base/escape.h"

namespace cpsizer::tree {
namespace {

using Form = FlatDocument::Form;

// A mapping with more keys than this has a hash map of its keys.
constexpr size_t kFewKeys = 16;
// In a file with more bytes for each value than this, the memory for values grows once or twice.
constexpr size_t kBytesPerValue = 16;

bool IsNull(const FlatDocument& document) {
  return document.root().form() == Form::kPlain && document.root().ToTree().is_null();
}

}  // namespace

DocumentBuilder::DocumentBuilder(DocumentProblems& problems, absl::FunctionRef<void(const FlatDocument&)> document,
                                 size_t file_bytes)
    : problems_(problems), take_(document) {
  document_.Reserve(std::min(file_bytes / kBytesPerValue, kMaxNodes));
}

void DocumentBuilder::BeginDocument() {
  open_.clear();
  keys_.clear();
  document_.Clear();
  levels_ = 0;
  nodes_ = 0;
  suspicion_.reset();
  refused_ = false;
  stopped_ = false;
}

void DocumentBuilder::EndDocument() {
  if (suspicion_.has_value()) problems_.Add(suspicion_->position, suspicion_->message);
  if (!refused_ && !document_.empty() && !IsNull(document_)) take_(document_);
  BeginDocument();
}

void DocumentBuilder::Begin(Form form, Position position) {
  if (++levels_ > kMaxLevels) {
    return Stop(position, absl::StrCat("is nested more than ", kMaxLevels, " levels deep"));
  }
  if (!Admit(position)) return;
  if (ExpectsKey()) return SuspectKey(form, position);
  Open& open = open_.emplace_back();
  open.index = document_.Begin(form, position);
  open.is_map = form == Form::kMap;
  open.first_key = keys_.size();
}

void DocumentBuilder::End() {
  --levels_;
  if (refused_) return;
  document_.End(open_.back().index);
  keys_.resize(open_.back().first_key);
  open_.pop_back();
  HasValue();
}

void DocumentBuilder::SuspectKey(Form form, Position position) {
  const NodeKind kind = form == Form::kMap ? NodeKind::kMap : NodeKind::kList;
  suspicion_ = {position, absl::StrCat("a key must be a word or a quoted string, not ", KindWords(kind))};
  refused_ = true;
}

void DocumentBuilder::Quoted(Position position, absl::string_view text, TextLife life) {
  if (!Admit(position)) return;
  if (ExpectsKey()) return TakeKey(position, text, life);
  AddScalar(Form::kQuoted, position, text, life);
  HasValue();
}

void DocumentBuilder::Plain(Position position, absl::string_view text, TextLife life) {
  if (!Admit(position)) return;
  if (!ExpectsKey()) {
    AddScalar(Form::kPlain, position, text, life);
    return HasValue();
  }
  if (text == "<<") return Refuse(position, "merge keys (`<<`) are not supported; write the fields themselves");
  if (text.empty()) return Refuse(position, "a key is missing before this `:`");
  TakeKey(position, text, life);
}

void DocumentBuilder::Refuse(Position position, std::string message) {
  if (!refused_) problems_.Add(position, std::move(message));
  refused_ = true;
}

void DocumentBuilder::Stop(Position position, std::string message) {
  if (stopped()) return;
  if (suspicion_.has_value()) refused_ = false;
  suspicion_.reset();
  Refuse(position, std::move(message));
  stopped_ = true;
}

Position DocumentBuilder::InnermostOpen() const {
  return open_.empty() ? Position{} : document_.at(open_.back().index).position();
}

bool DocumentBuilder::Admit(Position position) {
  if (!refused_ && ++nodes_ > kMaxNodes) {
    Stop(position, absl::StrCat("has more than ", kMaxNodes, " keys and values in one document; split it"));
  }
  return !refused_;
}

void DocumentBuilder::AddScalar(Form form, Position position, absl::string_view text, TextLife life) {
  document_.AddScalar(form, position, life == TextLife::kEvent ? document_.Keep(text) : text);
}

void DocumentBuilder::HasValue() {
  if (!open_.empty()) open_.back().has_key = false;
}

void DocumentBuilder::TakeKey(Position position, absl::string_view key, TextLife life) {
  if (life == TextLife::kEvent) key = document_.Keep(key);
  Open& map = open_.back();
  if (const absl::optional<uint32_t> first = FindOrRememberKey(map, key)) {
    return Refuse(position, absl::StrCat("key \"", EscapeCut(key, kMaxQuotedValueBytes),
                                         "\" occurs twice in one mapping (first in line ", document_.LineOf(*first),
                                         "); remove one"));
  }
  document_.AddScalar(Form::kQuoted, position, key);
  map.has_key = true;
}

absl::optional<uint32_t> DocumentBuilder::FindOrRememberKey(Open& map, absl::string_view key) {
  const uint32_t index = document_.size();
  if (map.many_keys != nullptr) {
    const auto [known, added] = map.many_keys->try_emplace(key, index);
    return added ? absl::nullopt : absl::make_optional(known->second);
  }
  for (size_t i = map.first_key; i < keys_.size(); ++i) {
    if (document_.TextOf(keys_[i]) == key) return keys_[i];
  }
  keys_.push_back(index);
  if (keys_.size() - map.first_key > kFewKeys) {
    map.many_keys = std::make_unique<absl::flat_hash_map<absl::string_view, uint32_t>>();
    map.many_keys->try_emplace(key, index);
    for (size_t i = map.first_key; i + 1 < keys_.size(); ++i) {
      map.many_keys->try_emplace(document_.TextOf(keys_[i]), keys_[i]);
    }
  }
  return absl::nullopt;
}

}  // namespace cpsizer::tree
