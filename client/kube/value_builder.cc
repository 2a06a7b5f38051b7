#include "client/kube/value_builder.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "client/kube/quoted.h"
#include "client/tree/limits.h"

namespace cpsizer::kube {

void ValueBuilder::Plain(std::string text) {
  Put(tree::PlainScalar({}, std::move(text)));
}

void ValueBuilder::Quoted(std::string text) {
  tree::Node value;
  value.kind = tree::NodeKind::kText;
  value.text = std::move(text);
  Put(std::move(value));
}

void ValueBuilder::Begin(tree::NodeKind kind) {
  if (!error_.ok()) return;
  if (open_.size() == tree::kMaxLevels) {
    return Refuse(absl::StrCat("has more than ", tree::kMaxLevels, " levels of mappings and lists"));
  }
  open_.emplace_back();
  open_.back().value.kind = kind;
}

void ValueBuilder::End() {
  if (!error_.ok()) return;
  tree::Node value = std::move(open_.back().value);
  open_.pop_back();
  Put(std::move(value));
}

void ValueBuilder::Refuse(absl::string_view why) {
  if (error_.ok()) error_ = absl::InvalidArgumentError(why);
}

absl::StatusOr<tree::Node> ValueBuilder::Take() {
  if (!error_.ok()) return error_;
  return std::move(root_);
}

void ValueBuilder::Put(tree::Node value) {
  if (!error_.ok()) return;
  if (open_.empty()) {
    root_ = std::move(value);
    return;
  }
  Open& open = open_.back();
  if (open.value.is_list()) {
    open.value.items.push_back(std::move(value));
  } else if (open.has_name) {
    open.value.entries.back().value = std::move(value);
    open.has_name = false;
  } else {
    PutName(open, value);
  }
}

void ValueBuilder::PutName(Open& open, const tree::Node& value) {
  if (value.is_list() || value.is_map()) {
    return Refuse("has a list or a mapping as the key of a mapping; only text can be a key");
  }
  if (value.plain && value.text == "<<") {
    return Refuse("has a merge key `<<`, which is not supported; write the fields themselves");
  }
  if (!open.names.insert(value.text).second) {
    return Refuse(absl::StrCat("has the key ", kube::Quoted(value.text), " twice in one mapping; remove one"));
  }
  open.value.entries.push_back({value.text, {}, {}});
  open.has_name = true;
}

}  // namespace cpsizer::kube
