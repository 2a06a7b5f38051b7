#include "tests/rpc/bytes.h"

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>

#include <vector>

namespace cpsizer::testing {
namespace {

constexpr uint32_t kUnknownTag = 2047 << 3 | 2;  // two bytes on the wire
constexpr uint32_t kLengthDelimited = 2;

}  // namespace

grpc::ByteBuffer ToBuffer(absl::string_view bytes) {
  const grpc::Slice slice(bytes.data(), bytes.size());
  return grpc::ByteBuffer(&slice, 1);
}

grpc::ByteBuffer ToSlices(absl::string_view bytes, size_t slice_size) {
  std::vector<grpc::Slice> slices;
  for (size_t at = 0; at < bytes.size(); at += slice_size) {
    const absl::string_view part = bytes.substr(at, slice_size);
    slices.emplace_back(part.data(), part.size());
  }
  return grpc::ByteBuffer(slices.data(), slices.size());
}

std::string FromBuffer(const grpc::ByteBuffer& buffer) {
  std::vector<grpc::Slice> slices;
  std::string bytes;
  if (!buffer.Dump(&slices).ok()) return bytes;
  for (const grpc::Slice& slice : slices) bytes.append(reinterpret_cast<const char*>(slice.begin()), slice.size());
  return bytes;
}

std::string PaddedTo(size_t size, const google::protobuf::MessageLite& message) {
  std::string bytes = message.SerializeAsString();
  // The length is always written with five bytes: a varint may be longer than necessary.
  const size_t padding = size - bytes.size() - 7;
  {
    google::protobuf::io::StringOutputStream stream(&bytes);
    google::protobuf::io::CodedOutputStream(&stream).WriteTag(kUnknownTag);
  }
  for (int i = 0; i < 4; ++i) bytes += static_cast<char>((padding >> (7 * i) & 0x7F) | 0x80);
  bytes += static_cast<char>(padding >> 28);
  bytes.append(padding, 'p');
  return bytes;
}

std::string EmptyEntries(int field_number, size_t count) {
  std::string bytes;
  for (size_t i = 0; i < count; ++i) {
    bytes += static_cast<char>(field_number << 3 | kLengthDelimited);
    bytes += '\0';
  }
  return bytes;
}

}  // namespace cpsizer::testing
