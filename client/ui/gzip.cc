#include "client/ui/gzip.h"

#include <zlib.h>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"

namespace cpsizer::ui {
namespace {

constexpr int kGzipFormat = 16;  // added to the window bits
constexpr int kDefaultMemoryLevel = 8;

// Returns whether the parameters of a coding exclude it, such as `q=0`.
bool IsExcluded(absl::string_view parameters) {
  for (absl::string_view parameter : absl::StrSplit(parameters, ';')) {
    parameter = absl::StripAsciiWhitespace(parameter);
    double quality = 1;
    if (!absl::ConsumePrefix(&parameter, "q=") && !absl::ConsumePrefix(&parameter, "Q=")) continue;
    if (!absl::SimpleAtod(parameter, &quality) || !(quality > 0)) return true;
  }
  return false;
}

}  // namespace

std::string Gzip(absl::string_view text, int level) {
  z_stream stream = {};
  if (deflateInit2(&stream, level, Z_DEFLATED, MAX_WBITS + kGzipFormat, kDefaultMemoryLevel, Z_DEFAULT_STRATEGY) !=
      Z_OK) {
    return "";
  }
  std::string compressed(deflateBound(&stream, text.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));  // zlib does not change the input
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(compressed.data());
  stream.avail_out = static_cast<uInt>(compressed.size());
  const bool complete = deflate(&stream, Z_FINISH) == Z_STREAM_END;
  compressed.resize(complete ? stream.total_out : 0);
  deflateEnd(&stream);
  compressed.shrink_to_fit();
  return compressed;
}

bool AcceptsGzip(absl::Span<const absl::string_view> values) {
  for (const absl::string_view value : values) {
    for (const absl::string_view part : absl::StrSplit(value, ',')) {
      const std::pair<absl::string_view, absl::string_view> coding = absl::StrSplit(part, absl::MaxSplits(';', 1));
      if (absl::EqualsIgnoreCase(absl::StripAsciiWhitespace(coding.first), "gzip")) return !IsExcluded(coding.second);
    }
  }
  return false;
}

}  // namespace cpsizer::ui
