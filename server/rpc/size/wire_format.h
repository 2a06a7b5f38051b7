#ifndef CPSIZER_SERVER_RPC_SIZE_WIRE_FORMAT_H_
#define CPSIZER_SERVER_RPC_SIZE_WIRE_FORMAT_H_

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/wire_format_lite.h>

#include <cstdint>

#include "absl/strings/string_view.h"

namespace cpsizer::server {

// Returns the tag of a string, bytes, message or map field in a serialized message.
constexpr uint32_t LengthDelimitedTag(int field) {
  using google::protobuf::internal::WireFormatLite;
  return WireFormatLite::MakeTag(field, WireFormatLite::WIRETYPE_LENGTH_DELIMITED);
}

// Returns a stream that reads `bytes`, which must outlive the stream.
inline google::protobuf::io::CodedInputStream InputOf(absl::string_view bytes) {
  return google::protobuf::io::CodedInputStream{reinterpret_cast<const uint8_t*>(bytes.data()),
                                                static_cast<int>(bytes.size())};
}

// Calls `take(tag, field)` for each field of the serialized message `message`. `field` has the bytes of the field with
// its tag. Does not check the content of the fields. Returns false if `message` is not a valid sequence of fields.
template <typename Take>
bool ForEachField(absl::string_view message, const Take& take) {
  google::protobuf::io::CodedInputStream input = InputOf(message);
  for (size_t begin = 0; begin < message.size();) {
    const uint32_t tag = input.ReadTag();
    if (!google::protobuf::internal::WireFormatLite::SkipField(&input, tag)) return false;
    const auto end = static_cast<size_t>(input.CurrentPosition());
    take(tag, message.substr(begin, end - begin));
    begin = end;
  }
  return true;
}

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_RPC_SIZE_WIRE_FORMAT_H_
