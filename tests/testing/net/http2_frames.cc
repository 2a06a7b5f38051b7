#include "tests/testing/net/http2_frames.h"

#include "absl/strings/str_cat.h"

namespace cpsizer::testing {
namespace {

nghttp2_hd_inflater* NewInflater() {
  nghttp2_hd_inflater* inflater = nullptr;
  nghttp2_hd_inflate_new(&inflater);
  return inflater;
}

std::string HpackString(absl::string_view text) {
  return absl::StrCat(HpackInteger(text.size(), 7), text);
}

std::string TextOf(const uint8_t* bytes, size_t size) {
  return std::string(reinterpret_cast<const char*>(bytes), size);
}

}  // namespace

std::string BigEndian(uint32_t value) {
  std::string bytes;
  for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(value >> shift);
  return bytes;
}

uint32_t ReadBigEndian(absl::string_view bytes) {
  uint32_t value = 0;
  for (const char byte : bytes.substr(0, 4)) value = value << 8 | static_cast<uint8_t>(byte);
  return value;
}

std::string ToBytes(const Http2Frame& frame) {
  std::string bytes = BigEndian(static_cast<uint32_t>(frame.payload.size())).substr(1);
  bytes += static_cast<char>(frame.type);
  bytes += static_cast<char>(frame.flags);
  return absl::StrCat(bytes, BigEndian(frame.stream), frame.payload);
}

std::string HpackInteger(uint64_t value, int prefix_bits) {
  const uint64_t limit = (uint64_t{1} << prefix_bits) - 1;
  if (value < limit) return std::string(1, static_cast<char>(value));
  std::string bytes(1, static_cast<char>(limit));
  for (value -= limit; value >= 128; value >>= 7) bytes += static_cast<char>(value | 0x80);
  return bytes += static_cast<char>(value);
}

std::string HeaderBlock(const Http2Headers& headers) {
  std::string block;
  for (const auto& [name, value] : headers) {
    absl::StrAppend(&block, absl::string_view("\0", 1), HpackString(name), HpackString(value));
  }
  return block;
}

std::string GrpcMessage(absl::string_view bytes, bool compressed) {
  return absl::StrCat(std::string(1, compressed ? '\1' : '\0'), BigEndian(static_cast<uint32_t>(bytes.size())), bytes);
}

Http2Headers GrpcHeaders(absl::string_view path) {
  return {{":method", "POST"},         {":scheme", "http"}, {":path", std::string(path)},
          {":authority", "localhost"}, {"te", "trailers"},  {"content-type", "application/grpc"}};
}

HeaderInflater::HeaderInflater() : inflater_(NewInflater(), nghttp2_hd_inflate_del) {}

Http2Headers HeaderInflater::Inflate(absl::string_view block) {
  Http2Headers headers;
  const auto* bytes = reinterpret_cast<const uint8_t*>(block.data());
  size_t left = block.size();
  while (true) {
    nghttp2_nv pair;
    int flags = 0;
    const ssize_t used = nghttp2_hd_inflate_hd2(inflater_.get(), &pair, &flags, bytes, left, /*in_final=*/1);
    if (used < 0) return {};
    bytes += used;
    left -= static_cast<size_t>(used);
    if ((flags & NGHTTP2_HD_INFLATE_EMIT) != 0) {
      headers.emplace_back(TextOf(pair.name, pair.namelen), TextOf(pair.value, pair.valuelen));
    }
    if ((flags & NGHTTP2_HD_INFLATE_FINAL) != 0) break;
    if ((flags & NGHTTP2_HD_INFLATE_EMIT) == 0 && left == 0) break;
  }
  nghttp2_hd_inflate_end_headers(inflater_.get());
  return headers;
}

}  // namespace cpsizer::testing
