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
#include "client/tree/limits.h"

namespace cpsizer::tree {
namespace {

constexpr absl::string_view kItems = "items";

// Removes duplicate keys. Keeps the last value of a key, at the position of the first value.
std::vector<Entry> WithoutRepeats(std::vector<Entry> entries) {
  absl::flat_hash_map<absl::string_view, size_t> places;
  std::vector<bool> repeated(entries.size());
  for (size_t i = 0; i < entries.size(); ++i) {
    const auto [known, added] = places.try_emplace(entries[i].key, i);
    if (added) continue;
    repeated[i] = true;
    entries[known->second].value = std::move(entries[i].value);
  }
  size_t kept = 0;
  for (size_t i = 0; i < entries.size(); ++i) {
    if (repeated[i]) continue;
    if (kept != i) entries[kept] = std::move(entries[i]);
    ++kept;
  }
  entries.resize(kept);
  return entries;
}

// Returns false if no key is repeated. For a large map, always returns true, because the comparison of keys is slow.
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

// If a list has more nodes than this limit, the list keeps the vector in which its nodes were collected. A copy would
// need the memory twice until the old vector is released.
constexpr size_t kLongList = 4'096;

// Removes the nodes from the index `begin` to the end, and returns the removed nodes.
std::vector<Node> TakeNodes(size_t begin, std::vector<Node>& nodes) {
  const auto first = nodes.begin() + static_cast<std::ptrdiff_t>(begin);
  const size_t count = nodes.size() - begin;
  std::vector<Node> taken;
  if (count > kLongList && begin <= count) {
    taken.assign(std::make_move_iterator(nodes.begin()), std::make_move_iterator(first));
    nodes.erase(nodes.begin(), first);
    taken.swap(nodes);
    return taken;
  }
  // Allocates no more memory than the nodes need.
  taken.assign(std::make_move_iterator(first), std::make_move_iterator(nodes.end()));
  nodes.erase(first, nodes.end());
  return taken;
}

// Builds a tree from the events of the JSON parser of nlohmann. Omits members with the name `passed_over`. If `take` is
// not null, passes each object in the list `items` to `take`, and does not add it to the tree.
class Builder {
 public:
  using number_integer_t = nlohmann::json::number_integer_t;
  using number_unsigned_t = nlohmann::json::number_unsigned_t;
  using number_float_t = nlohmann::json::number_float_t;
  using string_t = nlohmann::json::string_t;
  using binary_t = nlohmann::json::binary_t;

  Builder(absl::string_view passed_over, const std::function<bool(Node)>& take)
      : name_passed_over_(passed_over), take_(take) {}

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
  bool binary(binary_t& /*value*/) { return false; }  // not called for JSON text
  bool start_object(size_t /*elements*/) { return Begin(NodeKind::kMap); }
  bool start_array(size_t /*elements*/) { return Begin(NodeKind::kList); }
  bool end_object() { return End(); }
  bool end_array() { return End(); }
  bool key(string_t& key) {
    if (passed_over_ > 0) return true;
    pass_over_next_ = key == name_passed_over_;
    if (pass_over_next_) return true;
    if (open_.size() == 1) in_items_ = key == kItems;
    keys_.push_back(std::move(key));
    return Count();
  }
  bool parse_error(size_t /*position*/, const std::string& token, const nlohmann::json::exception& error) {
    constexpr int kNumberOverflow = 406;
    if (error.id == kNumberOverflow) large_number_ = token;
    return false;
  }

  Node Take() { return std::move(begun_.front()); }
  // Returns the reason why the parser stopped before the end.
  absl::Status error() const {
    if (cancelled_) return absl::CancelledError("is not read to its end");
    if (nodes_ > kMaxNodes) {
      return absl::ResourceExhaustedError(
          absl::StrCat("has a document of more than ", kMaxNodes, " keys and values, the limit"));
    }
    if (!large_number_.empty()) {
      constexpr size_t kMostShown = 24;
      const bool is_long = large_number_.size() > kMostShown;
      return absl::OutOfRangeError(
          absl::StrCat("has a number that is too large: ", large_number_.substr(0, kMostShown), is_long ? "..." : ""));
    }
    // The message must not call a list an object.
    if (is_deep_ && begun_.front().kind == NodeKind::kMap) {
      return absl::OutOfRangeError(absl::StrCat("has more than ", kMaxJsonLevels, " levels"));
    }
    return absl::DataLossError("is not JSON");
  }

 private:
  struct Open {
    NodeKind kind;
    size_t begin;  // index in begun_ of its first member; the node of the object or array is directly before this index
    size_t keys;   // index in keys_ of its first key
    size_t nodes;  // value of nodes_ when this object or array began
  };

  bool Count() { return ++nodes_ <= kMaxNodes; }
  bool Add(NodeKind kind, std::string text, int64_t integer = 0) {
    if (passed_over_ > 0 || std::exchange(pass_over_next_, false)) return true;
    Node& node = begun_.emplace_back();
    node.kind = kind;
    node.text = std::move(text);
    node.integer = integer;
    return Count();
  }
  bool Begin(NodeKind kind) {
    is_deep_ = open_.size() + passed_over_ == kMaxJsonLevels;
    if (is_deep_) return false;
    if (passed_over_ > 0 || std::exchange(pass_over_next_, false)) {
      ++passed_over_;
      return true;
    }
    begun_.emplace_back().kind = kind;
    open_.push_back({kind, begun_.size(), keys_.size(), nodes_});
    return Count();
  }
  bool End() {
    if (passed_over_ > 0) {
      --passed_over_;
      return true;
    }
    const Open ended = open_.back();
    open_.pop_back();
    if (ended.kind == NodeKind::kMap) {
      std::vector<Entry> entries = TakeEntries(ended);
      begun_.back().entries = MayRepeat(entries) ? WithoutRepeats(std::move(entries)) : std::move(entries);
      if (IsItem()) return GiveItem(ended);
    } else {
      std::vector<Node> items = TakeNodes(ended.begin, begun_);
      begun_.back().items = std::move(items);
    }
    return true;
  }
  std::vector<Entry> TakeEntries(const Open& ended) {
    std::vector<Entry> entries;
    entries.reserve(begun_.size() - ended.begin);
    for (size_t i = ended.begin, key = ended.keys; i < begun_.size(); ++i, ++key) {
      entries.push_back({std::move(keys_[key]), {}, std::move(begun_[i])});
    }
    begun_.erase(begun_.begin() + static_cast<std::ptrdiff_t>(ended.begin), begun_.end());
    keys_.resize(ended.keys);
    return entries;
  }
  bool IsItem() const {
    return take_ != nullptr && in_items_ && open_.size() == 2 && open_.back().kind == NodeKind::kList;
  }
  bool GiveItem(const Open& item) {
    Node node = std::move(begun_.back());
    begun_.pop_back();
    nodes_ = item.nodes;
    cancelled_ = !take_(std::move(node));
    return !cancelled_;
  }

  const absl::string_view name_passed_over_;
  const std::function<bool(Node)>& take_;
  bool in_items_ = false;  // true if the current member of the root is `items`
  // The root, the objects and arrays that are open, and their members that were read. Inner nodes follow outer nodes.
  std::vector<Node> begun_;
  std::vector<std::string> keys_;  // keys of the members of open objects, in the order of begun_
  std::vector<Open> open_;         // objects and arrays that are open, from outer to inner
  size_t nodes_ = 0;
  bool cancelled_ = false;    // true if `take` returned false
  bool is_deep_ = false;      // true if the parser stopped at kMaxJsonLevels
  std::string large_number_;  // the number at which the parser stopped because it is too large
  bool pass_over_next_ = false;
  size_t passed_over_ = 0;  // number of open objects and arrays in a member that is omitted
};

}  // namespace

Node ParseJson(absl::string_view bytes, absl::string_view passed_over, absl::Status* error) {
  return ParseList(bytes, passed_over, nullptr, error);
}

Node ParseList(absl::string_view bytes, absl::string_view passed_over, const std::function<bool(Node)>& take,
               absl::Status* error) {
  Builder builder(passed_over, take);
  if (nlohmann::json::sax_parse(bytes.begin(), bytes.end(), &builder)) return builder.Take();
  if (error != nullptr) *error = builder.error();
  return Node();
}

}  // namespace cpsizer::tree
