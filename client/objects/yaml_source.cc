#include "client/objects/yaml_source.h"

#include <algorithm>

#include "absl/strings/match.h"
#include "client/objects/file_limits.h"

namespace cpsizer::objects {
namespace {

constexpr size_t kPieceBytes = 4096;

bool IsIndicator(char c) {
  switch (c) {
    case ',':
    case ':':
    case '[':
    case ']':
    case '{':
    case '}':
    case '!':
    case '&':
    case '*':
    case '"':
    case '\'':
      return true;
    default:
      return false;
  }
}

}  // namespace

YamlSource::YamlSource(absl::string_view text) : rest_(text), end_(absl::EndsWith(text, "\n") ? "...\n" : "\n...\n") {}

YamlSource::int_type YamlSource::underflow() {
  if (stopped_ || exceeded_limit_ || ended_) return traits_type::eof();
  if (rest_.empty()) {
    ended_ = true;
    SetPiece(end_);
  } else {
    const absl::string_view piece = rest_.substr(0, kPieceBytes);
    pending_ += static_cast<size_t>(std::count_if(piece.begin(), piece.end(), IsIndicator));
    exceeded_limit_ = pending_ > kMaxPendingIndicators;
    if (exceeded_limit_) return traits_type::eof();
    rest_.remove_prefix(piece.size());
    SetPiece(piece);
  }
  return traits_type::to_int_type(*gptr());
}

void YamlSource::SetPiece(absl::string_view piece) {
  // std::streambuf has no read-only form. The text is not changed through these pointers.
  char* begin = const_cast<char*>(piece.data());
  setg(begin, begin, begin + piece.size());
}

}  // namespace cpsizer::objects
