#ifndef CPSIZER_SERVER_RPC_SIZE_WIRE_TAG_H_
#define CPSIZER_SERVER_RPC_SIZE_WIRE_TAG_H_

#include <google/protobuf/wire_format_lite.h>

#include <cstdint>

namespace cpsizer::server {

// Returns the tag of a string, bytes, message or map field in a serialized message.
constexpr uint32_t LengthDelimitedTag(int field) {
  using google::protobuf::internal::WireFormatLite;
  return WireFormatLite::MakeTag(field, WireFormatLite::WIRETYPE_LENGTH_DELIMITED);
}

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_RPC_SIZE_WIRE_TAG_H_
