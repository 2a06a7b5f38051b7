#include "server/rpc/size/sorted_maps.h"

#include <google/protobuf/descriptor.h>
#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/wire_format_lite.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "cpsizer/v1/recommend_size.pb.h"
#include "server/rpc/size/wire_format.h"

namespace cpsizer::server {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::internal::WireFormatLite;
using google::protobuf::io::CodedInputStream;

// A message type, as far as it has maps: the fields that are maps or contain maps, by their tags.
struct TypeWithMaps {
  bool is_map = false;
  std::map<uint32_t, TypeWithMaps> fields;
};

// `type` must not contain itself.
TypeWithMaps MapsOf(const Descriptor& type) {
  TypeWithMaps maps;
  for (int i = 0; i < type.field_count(); ++i) {
    const FieldDescriptor& field = *type.field(i);
    if (field.type() != FieldDescriptor::TYPE_MESSAGE) continue;
    TypeWithMaps inner = field.is_map() ? TypeWithMaps{true, {}} : MapsOf(*field.message_type());
    if (!inner.is_map && inner.fields.empty()) continue;
    maps.fields.emplace(LengthDelimitedTag(field.number()), std::move(inner));
  }
  return maps;
}

struct MapEntry {
  // Not set if the entry is not exactly a key and a value.
  absl::optional<absl::string_view> key;
  // The entry with its tag and its length.
  absl::string_view field;
};

// Reads a length and this number of bytes from `input`, which reads `all`.
bool ReadBytes(CodedInputStream& input, absl::string_view all, absl::string_view& bytes) {
  uint32_t length = 0;
  if (!input.ReadVarint32(&length)) return false;
  bytes = all.substr(static_cast<size_t>(input.CurrentPosition()), length);
  return input.Skip(static_cast<int>(length));
}

absl::optional<absl::string_view> KeyOf(absl::string_view entry) {
  CodedInputStream input = InputOf(entry);
  absl::string_view key;
  absl::string_view value;
  if (input.ReadTag() != LengthDelimitedTag(1) || !ReadBytes(input, entry, key)) return absl::nullopt;
  if (input.ReadTag() != LengthDelimitedTag(2) || !ReadBytes(input, entry, value)) return absl::nullopt;
  if (input.CurrentPosition() != static_cast<int>(entry.size())) return absl::nullopt;
  return key;
}

bool ByKey(const MapEntry& a, const MapEntry& b) {
  return a.key < b.key;
}
bool EqualKeys(const MapEntry& a, const MapEntry& b) {
  return a.key == b.key;
}

class MapSorter {
 public:
  explicit MapSorter(absl::string_view request) : request_(request) {}

  // Sorts the maps of `message`, which is a part of the request, up to the first malformed field.
  void Sort(absl::string_view message, const TypeWithMaps& type) {
    CodedInputStream input = InputOf(message);
    std::vector<MapEntry> entries;
    uint32_t last_tag = 0;
    for (size_t begin = 0; begin < message.size();) {
      const uint32_t tag = input.ReadTag();
      if (tag != last_tag) SortEntries(entries);
      last_tag = tag;
      const auto field = type.fields.find(tag);
      absl::string_view content;
      const bool has_maps = field != type.fields.end();
      if (!(has_maps ? ReadBytes(input, message, content) : WireFormatLite::SkipField(&input, tag))) break;
      const auto end = static_cast<size_t>(input.CurrentPosition());
      if (has_maps && field->second.is_map) {
        entries.push_back({KeyOf(content), message.substr(begin, end - begin)});
      } else if (has_maps) {
        Sort(content, field->second);
      }
      begin = end;
    }
    SortEntries(entries);
  }

  absl::optional<std::string> result() && { return std::move(sorted_); }

 private:
  // Sorts adjacent entries of one map, and clears `entries`.
  void SortEntries(std::vector<MapEntry>& entries) {
    if (!std::is_sorted(entries.begin(), entries.end(), ByKey)) {
      auto to = static_cast<size_t>(entries.front().field.data() - request_.data());
      std::sort(entries.begin(), entries.end(), ByKey);
      const bool is_unique = std::adjacent_find(entries.begin(), entries.end(), EqualKeys) == entries.end();
      if (entries.front().key.has_value() && is_unique) {
        if (!sorted_.has_value()) sorted_.emplace(request_);
        for (const MapEntry& entry : entries) {
          entry.field.copy(&(*sorted_)[to], entry.field.size());
          to += entry.field.size();
        }
      }
    }
    entries.clear();
  }

  const absl::string_view request_;
  absl::optional<std::string> sorted_;
};

}  // namespace

absl::optional<std::string> WithSortedMaps(absl::string_view request) {
  static const auto& type = *new TypeWithMaps(MapsOf(*v1::RecommendSizeRequest::descriptor()));
  MapSorter sorter(request);
  sorter.Sort(request, type);
  return std::move(sorter).result();
}

}  // namespace cpsizer::server
