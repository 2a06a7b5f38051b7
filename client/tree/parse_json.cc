#include "client/tree/parse_json.h"

#include <cstdint>
#include <iterator>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/str_cat.h"

namespace cpsizer::tree {
namespace {

constexpr absl::string_view kItems = "items";

// Removes repeated keys; the last value of a key is kept.
std::vector<Entry> WithoutRepeats(std::vector<Entry> entries) {
  absl::flat_hash_map<std::string, size_t> places;
  std::vector<Entry> kept;
  for (Entry& entry : entries) {
    const auto [known, added] = places.try_emplace(entry.key, kept.size());
    if (added) {
      kept.push_back(std::move(entry));
    } else {
      kept[known->second].value = std::move(entry.value);
    }
  }
  return kept;
}

// Returns whether a key may be repeated: exact for small maps, always true for large ones.
bool MayRepeat(const std::vector<Entry>& entries) {
  constexpr size_t kSmall = 16;
  if (entries.size() > kSmall) return true;
  for (size_t i = 1; i < entries.size(); ++i) {
    for (size_t k = 0; k < i; ++k) {
      if (entries[i].key == entries[k].key) return true;
    }
  }
  return false;
}

// Builds a tree from the events of nlohmann's parser, without the members of one name, and without the items of a list
// that were passed to `take`, if it is set.
class Builder {
 public:
  using number_integer_t = nlohmann::json::number_integer_t;
  using number_unsigned_t = nlohmann::json::number_unsigned_t;
  using number_float_t = nlohmann::json::number_float_t;
  using string_t = nlohmann::json::string_t;
  using binary_t = nlohmann::json::binary_t;

  Builder(absl::string_view passed_over, const std::function<void(const Node&)>& take)
      : name_passed_over_(passed_over), take_(take), begun_(1) {}

  bool null() { return Add(NodeKind::kNull, ""); }
  bool boolean(bool value) { return Add(NodeKind::kBool, value ? "true" : "false", value ? 1 : 0); }
  bool number_integer(number_integer_t value) { return Add(NodeKind::kInteger, absl::StrCat(value), value); }
  bool number_unsigned(number_unsigned_t value) {
    if (value > static_cast<uint64_t>(std::numeric_limits<int64_t>::max())) {
      return Add(NodeKind::kFloat, absl::StrCat(value));
    }
    return Add(NodeKind::kInteger, absl::StrCat(value), static_cast<int64_t>(value));
  }
  bool number_float(number_float_t value, const string_t& /*text*/) {
    return Add(NodeKind::kFloat, nlohmann::json(value).dump());
  }
  bool string(string_t& value) { return Add(NodeKind::kText, std::move(value)); }
  bool binary(binary_t& /*value*/) { return false; }  // not in JSON text
  bool start_object(size_t /*elements*/) { return Begin(NodeKind::kMap); }
  bool start_array(size_t /*elements*/) { return Begin(NodeKind::kList); }
  bool end_object() { return End(); }
  bool end_array() { return End(); }
  bool key(string_t& key) {
    if (passed_over_ > 0) return true;
    pass_over_next_ = key == name_passed_over_;
    if (pass_over_next_) return true;
    if (open_.size() == 1) in_items_ = key == kItems;
    begun_.emplace_back().key = std::move(key);
    return true;
  }
  bool parse_error(size_t /*position*/, const std::string& /*token*/, const nlohmann::json::exception& /*error*/) {
    return false;
  }

  Node Take() { return std::move(begun_.front().value); }

 private:
  struct Open {
    NodeKind kind;
    size_t begin;  // index in begun_ of its first member; its own node is right before it
  };

  bool Add(NodeKind kind, std::string text, int64_t integer = 0) {
    if (passed_over_ > 0 || std::exchange(pass_over_next_, false)) return true;
    Node& node = Next();
    node.kind = kind;
    node.text = std::move(text);
    node.integer = integer;
    return true;
  }
  bool Begin(NodeKind kind) {
    if (open_.size() + passed_over_ == kMaxJsonLevels) return false;
    if (passed_over_ > 0 || std::exchange(pass_over_next_, false)) {
      ++passed_over_;
      return true;
    }
    Next().kind = kind;
    open_.push_back({kind, begun_.size()});
    return true;
  }
  bool End() {
    if (passed_over_ > 0) {
      --passed_over_;
      return true;
    }
    const Open ended = open_.back();
    open_.pop_back();
    const auto first = begun_.begin() + static_cast<std::ptrdiff_t>(ended.begin);
    Node& node = begun_[ended.begin - 1].value;
    if (ended.kind == NodeKind::kMap) {
      // Allocates exactly as much memory as needed.
      node.entries.assign(std::make_move_iterator(first), std::make_move_iterator(begun_.end()));
      if (MayRepeat(node.entries)) node.entries = WithoutRepeats(std::move(node.entries));
    } else {
      node.items.reserve(begun_.size() - ended.begin);
      for (auto item = first; item != begun_.end(); ++item) node.items.push_back(std::move(item->value));
    }
    begun_.erase(first, begun_.end());
    if (ended.kind == NodeKind::kMap && IsItem()) GiveItem();
    return true;
  }
  bool IsItem() const {
    return take_ != nullptr && in_items_ && open_.size() == 2 && open_.back().kind == NodeKind::kList;
  }
  void GiveItem() {
    take_(begun_.back().value);
    begun_.pop_back();
  }
  // The place for the next value.
  Node& Next() {
    if (!open_.empty() && open_.back().kind == NodeKind::kList) begun_.emplace_back();
    return begun_.back().value;
  }

  const absl::string_view name_passed_over_;
  const std::function<void(const Node&)>& take_;
  bool in_items_ = false;     // the last member of the root that began is the items of a list
  std::vector<Entry> begun_;  // the root, and what the open objects and arrays hold so far, the innermost last
  std::vector<Open> open_;    // objects and arrays that have begun
  bool pass_over_next_ = false;
  size_t passed_over_ = 0;  // objects and arrays that have begun in what is passed over
};

}  // namespace

Node ParseJson(absl::string_view bytes, absl::string_view passed_over) {
  return ParseList(bytes, passed_over, nullptr);
}

Node ParseList(absl::string_view bytes, absl::string_view passed_over, const std::function<void(const Node&)>& take) {
  Builder builder(passed_over, take);
  return nlohmann::json::sax_parse(bytes.begin(), bytes.end(), &builder) ? builder.Take() : Node();
}

}  // namespace cpsizer::tree
