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

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_RPC_SIZE_WIRE_FORMAT_H_
