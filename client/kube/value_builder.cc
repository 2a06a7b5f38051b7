#include "client/kube/value_builder.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "client/kube/limits.h"
#include "client/kube/quoted.h"

namespace cpsizer::kube {

void ValueBuilder::Plain(std::string text) {
  const Value::Kind kind = IsNullWord(text) ? Value::Kind::kNull : Value::Kind::kPlain;
  Put({kind, std::move(text), {}, {}});
}

void ValueBuilder::Quoted(std::string text) {
  Put({Value::Kind::kQuoted, std::move(text), {}, {}});
}

void ValueBuilder::Begin(Value::Kind kind) {
  if (!error_.ok()) return;
  if (open_.size() == kMaxLevels) {
    return Refuse(absl::StrCat("has more than ", kMaxLevels, " levels of mappings and lists"));
  }
  open_.emplace_back();
  open_.back().value.kind = kind;
}

void ValueBuilder::End() {
  if (!error_.ok()) return;
  Value value = std::move(open_.back().value);
  open_.pop_back();
  Put(std::move(value));
}

void ValueBuilder::Refuse(absl::string_view why) {
  if (error_.ok()) error_ = absl::InvalidArgumentError(why);
}

absl::StatusOr<Value> ValueBuilder::Take() {
  if (!error_.ok()) return error_;
  return std::move(root_);
}

void ValueBuilder::Put(Value value) {
  if (!error_.ok()) return;
  if (open_.empty()) {
    root_ = std::move(value);
    return;
  }
  Open& open = open_.back();
  if (open.value.kind == Value::Kind::kMap && !open.has_name) return PutName(open, value);
  open.value.items.push_back(std::move(value));
  open.has_name = false;
}

void ValueBuilder::PutName(Open& open, const Value& value) {
  if (value.kind == Value::Kind::kList || value.kind == Value::Kind::kMap) {
    return Refuse("has a list or a mapping as the key of a mapping; only text can be a key");
  }
  if (value.kind == Value::Kind::kPlain && value.text == "<<") {
    return Refuse("has a merge key `<<`, which is not read; write the fields out");
  }
  if (!open.names.insert(value.text).second) {
    return Refuse(absl::StrCat("has the key ", kube::Quoted(value.text), " twice in one mapping; remove one"));
  }
  open.value.names.push_back(value.text);
  open.has_name = true;
}

}  // namespace cpsizer::kube
