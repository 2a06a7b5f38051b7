#include "server/rpc/flood/frame_reader.h"

#include <algorithm>
#include <cstring>

namespace cpsizer::server {

bool FrameReader::Next(absl::string_view& bytes, FrameHead& head) {
  const size_t skipped = std::min(skip_, bytes.size());
  skip_ -= skipped;
  bytes.remove_prefix(skipped);
  const size_t taken = std::min(head_.size() - head_size_, bytes.size());
  std::memcpy(head_.data() + head_size_, bytes.data(), taken);
  head_size_ += taken;
  bytes.remove_prefix(taken);
  if (head_size_ < head_.size()) return false;
  head_size_ = 0;
  head.length = size_t{head_[0]} << 16 | size_t{head_[1]} << 8 | head_[2];
  head.type = head_[3];
  head.flags = head_[4];
  head.stream = (uint32_t{head_[5]} << 24 | uint32_t{head_[6]} << 16 | uint32_t{head_[7]} << 8 | head_[8]) & 0x7fffffff;
  skip_ = head.length;
  return true;
}

}  // namespace cpsizer::server
