#include "server/engine/size/size_rows.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "absl/types/span.h"
#include "cpsizer/limits.h"
#include "cpsizer/quantity.h"
#include "google/protobuf/unknown_field_set.h"
#include "google/protobuf/wire_format_lite.h"

namespace cpsizer {
namespace {

using google::protobuf::internal::WireFormatLite;
using Fields = v1::SizeResource;

// The largest sizes, where the tag and the length of a text take one byte each. No name in a ladder is longer than a
// label value.
constexpr size_t kMaxTextBytes = 2 + kMaxCanonicalBytes;
constexpr size_t kMaxNumberBytes = 2;
constexpr size_t kMaxResourceBytes = 4 * kMaxTextBytes + 3 * kMaxNumberBytes;
constexpr size_t kMaxRowBytes = 2 + kMaxLabelValueBytes + 2 * (3 + kMaxResourceBytes);

// Serialized fields of a row.
class RowBytes {
 public:
  absl::string_view text() const { return {buffer_, static_cast<size_t>(end_ - buffer_)}; }

  void Number(int field, uint32_t value) {
    Varint(WireFormatLite::MakeTag(field, WireFormatLite::WIRETYPE_VARINT));
    Varint(value);
  }

  // Writes the tag and the length of a field with `length` bytes.
  void Head(int field, size_t length) {
    Varint(WireFormatLite::MakeTag(field, WireFormatLite::WIRETYPE_LENGTH_DELIMITED));
    Varint(static_cast<uint32_t>(length));
  }

  void Bytes(absl::string_view bytes) { end_ = std::copy(bytes.begin(), bytes.end(), end_); }

  void Text(int field, const Quantity& quantity) {
    Head(field, 0);
    char* const begin = end_;
    end_ = WriteCanonicalText(quantity, begin);
    begin[-1] = static_cast<char>(end_ - begin);
  }

 private:
  void Varint(uint32_t value) {
    for (; value >= 0x80; value >>= 7) *end_++ = static_cast<char>(value | 0x80);
    *end_++ = static_cast<char>(value);
  }

  char buffer_[kMaxRowBytes];
  char* end_ = buffer_;
};

void WriteCapacity(const ResourceCapacity& capacity, RowBytes& out) {
  if (capacity.known()) {
    out.Text(Fields::kCapacityFieldNumber, capacity.capacity);
    out.Number(Fields::kCapacitySourceFieldNumber, capacity.source);
  }
  out.Text(Fields::kFractionFieldNumber, capacity.fraction);
  out.Number(Fields::kFractionSourceFieldNumber, capacity.fraction_source);
  if (capacity.known()) out.Text(Fields::kEffectiveCapacityFieldNumber, capacity.effective);
}

// Writes the fields that depend on the demand.
void WriteFit(const ResourceCapacity& capacity, const absl::optional<Quantity>& demand, RowBytes& out) {
  if (!demand.has_value() || !capacity.known()) return;
  const bool fits = capacity.effective >= *demand;
  out.Number(Fields::kFitsFieldNumber, fits ? 1 : 0);
  if (!fits) out.Text(Fields::kShortfallFieldNumber, *demand - capacity.effective);
}

// `prepared` has the fields of WriteCapacity(), or is empty.
void WriteResource(int field, const ResourceCapacity& capacity, const absl::optional<Quantity>& demand,
                   absl::string_view prepared, RowBytes& row) {
  RowBytes own;
  RowBytes fit;
  if (prepared.empty()) {
    WriteCapacity(capacity, own);
    prepared = own.text();
  }
  WriteFit(capacity, demand, fit);
  row.Head(field, prepared.size() + fit.text().size());
  row.Bytes(prepared);
  row.Bytes(fit.text());
}

// Calls `add(row)` with the serialized row of each size. `prepared` has the prepared rows, or is empty.
template <typename Add>
void ForEachRow(const SizeLadder& ladder, absl::Span<const PreparedRow> prepared, const Demand& in_play,
                const Add& add) {
  const PreparedRow none;
  for (size_t i = 0; i < ladder.sizes().size(); ++i) {
    const Size& size = ladder.sizes()[i];
    const PreparedRow& known = prepared.empty() ? none : prepared[i];
    RowBytes row;
    row.Head(v1::SizeRow::kNameFieldNumber, size.name.size());
    row.Bytes(size.name);
    WriteResource(v1::SizeRow::kMemoryFieldNumber, size.resources.memory, in_play.memory, known.memory, row);
    WriteResource(v1::SizeRow::kCpuFieldNumber, size.resources.cpu, in_play.cpu, known.cpu, row);
    add(row.text());
  }
}

void AddMessages(const SizeLadder& ladder, absl::Span<const PreparedRow> prepared, const Demand& in_play,
                 google::protobuf::RepeatedPtrField<v1::SizeRow>& rows) {
  rows.Reserve(static_cast<int>(ladder.sizes().size()));
  ForEachRow(ladder, prepared, in_play,
             [&rows](absl::string_view row) { rows.Add()->ParseFromArray(row.data(), static_cast<int>(row.size())); });
}

}  // namespace

PreparedRow PrepareRow(const Size& size) {
  PreparedRow row;
  for (const Resource resource : kResources) {
    RowBytes bytes;
    WriteCapacity(size.resources[resource], bytes);
    row[resource] = std::string(bytes.text());
  }
  return row;
}

void AddRows(const SizeConfiguration& configuration, const Demand& in_play, SizeRows format,
             v1::RecommendSizeResponse& response) {
  const SizeLadder& ladder = *configuration.ladder;
  if (format == SizeRows::kMessages) {
    return AddMessages(ladder, configuration.rows, in_play, *response.mutable_sizes());
  }
  google::protobuf::UnknownFieldSet& fields =
      *v1::RecommendSizeResponse::GetReflection()->MutableUnknownFields(&response);
  ForEachRow(ladder, configuration.rows, in_play, [&fields](absl::string_view row) {
    fields.AddLengthDelimited(v1::RecommendSizeResponse::kSizesFieldNumber)->assign(row.data(), row.size());
  });
}

void AddRows(const SizeLadder& ladder, google::protobuf::RepeatedPtrField<v1::SizeRow>& rows) {
  AddMessages(ladder, {}, Demand{}, rows);
}

}  // namespace cpsizer
