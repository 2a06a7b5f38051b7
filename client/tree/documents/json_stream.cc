#include "client/tree/documents/json_stream.h"

#include <cstdint>
#include <cstring>

namespace cpsizer::tree {
namespace {

constexpr uint64_t kOnes = 0x0101010101010101;
constexpr uint64_t kHighBits = 0x8080808080808080;

// Sets the high bit of a byte if the byte is zero. Can also set the high bit of a later byte, but never if no byte is
// zero.
constexpr uint64_t ZeroBytes(uint64_t bytes) {
  return (bytes - kOnes) & ~bytes & kHighBits;
}

// Returns whether one of eight bytes is a quote, a backslash or a control character.
bool HasSpecial(uint64_t bytes) {
  const uint64_t controls = (bytes - kOnes * 0x20) & ~bytes & kHighBits;
  return (controls | ZeroBytes(bytes ^ (kOnes * '"')) | ZeroBytes(bytes ^ (kOnes * '\\'))) != 0;
}

bool IsSpecial(char c) {
  return c == '"' || c == '\\' || static_cast<unsigned char>(c) < 0x20;
}

}  // namespace

void JsonStream::SkipBlanks() {
  const char* next = next_;
  for (; next != end_; ++next) {
    if (*next == '\n') {
      ++line_;
      line_begin_ = next + 1;
      // Most lines are indented. Skips eight spaces at once.
      uint64_t bytes = 0;
      while (end_ - next > static_cast<std::ptrdiff_t>(sizeof(bytes))) {
        std::memcpy(&bytes, next + 1, sizeof(bytes));
        if (bytes != kOnes * ' ') break;
        next += sizeof(bytes);
      }
    } else if (*next != ' ' && *next != '\t' && *next != '\r') {
      break;
    }
  }
  next_ = token_ = next;
}

char* JsonStream::PutBegin() {
  const char* next = next_;
  for (uint64_t bytes = 0; end_ - next >= static_cast<std::ptrdiff_t>(sizeof(bytes)); next += sizeof(bytes)) {
    std::memcpy(&bytes, next, sizeof(bytes));
    if (HasSpecial(bytes)) break;
  }
  while (next != end_ && !IsSpecial(*next)) ++next;
  text_ = {next_, static_cast<size_t>(next - next_)};
  next_ = next;
  decodes_ = false;
  return nullptr;
}

bool JsonStream::Decodes() {
  // At the end of a string, RapidJSON takes the closing quote and puts a zero byte.
  if (decodes_) return true;
  if (next_[-1] == '"' && next_ - 1 == text_.data() + text_.size()) return false;
  decoded_.assign(text_.data(), text_.size());
  decodes_ = true;
  return true;
}

size_t JsonStream::PutEnd(char* /*begin*/) {
  if (decodes_) {
    decoded_.pop_back();  // the zero byte at the end
    text_ = decoded_;
  }
  return text_.size() + 1;
}

}  // namespace cpsizer::tree
