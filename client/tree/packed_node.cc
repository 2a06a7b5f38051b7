#include "client/tree/packed_node.h"

#include <cstdint>

namespace cpsizer::tree {
namespace {

// A number has 7 bits in each byte. The highest bit of its last byte is 0.
void PackNumber(uint64_t number, std::string& bytes) {
  while (number >= 0x80) {
    bytes.push_back(static_cast<char>(number | 0x80));
    number >>= 7;
  }
  bytes.push_back(static_cast<char>(number));
}

uint64_t TakeNumber(absl::string_view& bytes) {
  uint64_t number = 0;
  for (int shift = 0;; shift += 7) {
    const auto byte = static_cast<uint8_t>(bytes.front());
    bytes.remove_prefix(1);
    number |= uint64_t{byte & 0x7FU} << shift;
    if (byte < 0x80) return number;
  }
}

void PackText(absl::string_view text, std::string& bytes) {
  PackNumber(text.size(), bytes);
  bytes.append(text.data(), text.size());
}

std::string TakeText(absl::string_view& bytes) {
  const size_t size = TakeNumber(bytes);
  std::string text(bytes.substr(0, size));
  bytes.remove_prefix(size);
  return text;
}

void PackInto(const Node& node, std::string& bytes) {
  bytes.push_back(static_cast<char>(node.kind));
  switch (node.kind) {
    case NodeKind::kNull:
      return;
    case NodeKind::kBool:
    case NodeKind::kInteger:
      PackNumber(static_cast<uint64_t>(node.integer), bytes);
      return PackText(node.text, bytes);
    case NodeKind::kFloat:
    case NodeKind::kText:
      return PackText(node.text, bytes);
    case NodeKind::kList:
      PackNumber(node.items.size(), bytes);
      for (const Node& item : node.items) PackInto(item, bytes);
      return;
    case NodeKind::kMap:
      PackNumber(node.entries.size(), bytes);
      for (const Entry& entry : node.entries) {
        PackText(entry.key, bytes);
        PackInto(entry.value, bytes);
      }
  }
}

void TakeInto(absl::string_view& bytes, Node& node) {
  node.kind = static_cast<NodeKind>(bytes.front());
  bytes.remove_prefix(1);
  switch (node.kind) {
    case NodeKind::kNull:
      return;
    case NodeKind::kBool:
    case NodeKind::kInteger:
      node.integer = static_cast<int64_t>(TakeNumber(bytes));
      node.text = TakeText(bytes);
      return;
    case NodeKind::kFloat:
    case NodeKind::kText:
      node.text = TakeText(bytes);
      return;
    case NodeKind::kList:
      node.items.resize(TakeNumber(bytes));
      for (Node& item : node.items) TakeInto(bytes, item);
      return;
    case NodeKind::kMap:
      node.entries.resize(TakeNumber(bytes));
      for (Entry& entry : node.entries) {
        entry.key = TakeText(bytes);
        TakeInto(bytes, entry.value);
      }
  }
}

}  // namespace

std::string Pack(const Node& node) {
  std::string bytes;
  PackInto(node, bytes);
  bytes.shrink_to_fit();
  return bytes;
}

Node Unpack(absl::string_view packed) {
  Node node;
  TakeInto(packed, node);
  return node;
}

}  // namespace cpsizer::tree
