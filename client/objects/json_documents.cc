#include "client/objects/json_documents.h"

#include <rapidjson/error/en.h>
#include <rapidjson/reader.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "client/objects/parser/json_stream.h"

namespace cpsizer::objects {
namespace {

constexpr absl::string_view kBlanks = " \t\r\n";

// The stream has no read-only form, but the parser writes only through the functions of the stream.
constexpr unsigned kParseFlags = rapidjson::kParseInsituFlag | rapidjson::kParseStopWhenDoneFlag;

// Returns whether `text` contains half of a surrogate pair as UTF-8. RapidJSON accepts the escape of a second half
// without a first half. `text` consists of whole characters otherwise, so that two bytes follow the byte 0xED.
bool HasHalfSurrogatePair(absl::string_view text) {
  for (size_t i = text.find('\xED'); i != absl::string_view::npos; i = text.find('\xED', i + 1)) {
    if (static_cast<unsigned char>(text[i + 1]) >= 0xA0) return true;
  }
  return false;
}

// Returns a message of RapidJSON, such as `Invalid value.`, without the capital letter and the period.
std::string ErrorText(rapidjson::ParseErrorCode code) {
  std::string text(absl::StripSuffix(rapidjson::GetParseError_En(code), "."));
  text.front() = absl::ascii_tolower(static_cast<unsigned char>(text.front()));
  return text;
}

// Forwards the events of the parser to a DocumentBuilder.
class JsonEvents {
 public:
  JsonEvents(const JsonStream& stream, DocumentBuilder& builder) : stream_(stream), builder_(builder) {}

  bool Null() { return Literal(); }
  bool Bool(bool) { return Literal(); }
  bool Int(int) { return Literal(); }
  bool Uint(unsigned) { return Literal(); }
  bool Int64(int64_t) { return Literal(); }
  bool Uint64(uint64_t) { return Literal(); }
  bool Double(double value) {
    if (std::isfinite(value)) return Literal();
    builder_.Stop(stream_.position(), "is not JSON: number too big to be stored in double");
    return false;
  }
  bool RawNumber(const char*, rapidjson::SizeType, bool) { return Literal(); }
  bool String(const char*, rapidjson::SizeType, bool) { return Text(); }
  bool Key(const char*, rapidjson::SizeType, bool) { return Text(); }
  bool StartObject() {
    builder_.BeginMap(stream_.position());
    return !builder_.stopped();
  }
  bool StartArray() {
    builder_.BeginList(stream_.position());
    return !builder_.stopped();
  }
  bool EndObject(rapidjson::SizeType) { return End(); }
  bool EndArray(rapidjson::SizeType) { return End(); }

 private:
  bool End() {
    builder_.End();
    return !builder_.stopped();
  }
  // The text of a number is kept, because a quantity is read from the text.
  bool Literal() {
    builder_.Plain(stream_.position(), stream_.token(), TextLife::kFile);
    return !builder_.stopped();
  }
  bool Text() {
    const bool in_file = stream_.text_is_in_file();
    if (!in_file && HasHalfSurrogatePair(stream_.text())) {
      builder_.Stop(stream_.position(),
                    absl::StrCat("is not JSON: ", ErrorText(rapidjson::kParseErrorStringUnicodeSurrogateInvalid)));
      return false;
    }
    builder_.Quoted(stream_.position(), stream_.text(), in_file ? TextLife::kFile : TextLife::kEvent);
    return !builder_.stopped();
  }

  const JsonStream& stream_;
  DocumentBuilder& builder_;
};

}  // namespace

bool BeginsLikeJson(absl::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
  if (!absl::StartsWith(text, "{")) return false;
  const size_t next = text.find_first_not_of(kBlanks, 1);
  return next != absl::string_view::npos && (text[next] == '"' || text[next] == '}');
}

void ReadJsonDocuments(absl::string_view text, DocumentBuilder& builder) {
  JsonStream stream(text);
  JsonEvents events(stream, builder);
  rapidjson::Reader reader;
  while (!builder.stopped()) {
    stream.SkipBlanks();
    if (absl::StartsWith(stream.rest(), "---")) {
      stream.Skip(3);
      continue;
    }
    if (stream.rest().empty()) return;
    if (stream.rest().front() != '{') {
      return builder.Stop(stream.position(), "only another JSON object can follow a JSON object");
    }
    builder.BeginDocument();
    // The recursion of the parser ends at the limit of levels, where the builder stops.
    const rapidjson::ParseResult result = reader.Parse<kParseFlags>(stream, events);
    if (result.IsError()) {
      return builder.Stop(stream.position(), absl::StrCat("is not JSON: ", ErrorText(result.Code())));
    }
    builder.EndDocument();
  }
}

}  // namespace cpsizer::objects
