#include "client/tree/documents/json_documents.h"

#include <rapidjson/reader.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "client/tree/documents/check_text.h"
#include "client/tree/documents/json_stream.h"

namespace cpsizer::tree {
namespace {

constexpr absl::string_view kNotJson = "is not JSON: ";
constexpr absl::string_view kNotRead = "; the objects below are not read";
constexpr absl::string_view kHalfPair = "this string has half a surrogate pair; write two `\\u` escapes";
constexpr absl::string_view kLargeNumber = "this number is too large";
constexpr absl::string_view kComment = "JSON has no comments; remove this one";
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

// Describes an error in a string. `found` is the character that RapidJSON did not accept.
absl::string_view StringError(rapidjson::ParseErrorCode code, char found) {
  switch (code) {
    case rapidjson::kParseErrorStringMissQuotationMark:
      return "this string is not closed";
    case rapidjson::kParseErrorStringUnicodeEscapeInvalidHex:
      return "this string has a `\\u` without four hexadecimal digits";
    case rapidjson::kParseErrorStringUnicodeSurrogateInvalid:
      return kHalfPair;
    default:
      break;
  }
  if (found == '\n') return "this string is not closed in its line";
  if (found == '\\') return "this string has an unknown escape; write a backslash as `\\\\`";
  return "this string has a control character; write it as an escape, such as `\\t`";
}

// Describes an error at `offset`, the beginning of a token that is not allowed there.
absl::string_view TokenError(rapidjson::ParseErrorCode code, absl::string_view text, size_t offset) {
  if (offset == text.size()) return "the file ends before this object is closed";
  const char found = text[offset];
  const bool follows_zero = offset > 0 && text[offset - 1] == '0';
  if (follows_zero && absl::ascii_isdigit(static_cast<unsigned char>(found))) return "a number cannot begin with 0";
  if (found == '/' || found == '#') return kComment;
  if (found == '\'') return "strings need double quotes";
  if (found == '}' || found == ']') {
    const size_t before = text.find_last_not_of(kBlanks, offset - 1);
    if (text[before] == ',') return "a `,` is not allowed before a closing bracket; remove it";
  }
  switch (code) {
    case rapidjson::kParseErrorObjectMissName:
      return "a key in double quotes is expected here";
    case rapidjson::kParseErrorObjectMissColon:
      return "a `:` is expected here, after the key";
    case rapidjson::kParseErrorObjectMissCommaOrCurlyBracket:
      return "a `,` or a `}` is expected here";
    case rapidjson::kParseErrorArrayMissCommaOrSquareBracket:
      return "a `,` or a `]` is expected here";
    case rapidjson::kParseErrorNumberTooBig:
      return kLargeNumber;
    case rapidjson::kParseErrorNumberMissFraction:
    case rapidjson::kParseErrorNumberMissExponent:
      return "this number has no digits after its `.` or `e`";
    default:
      return "a value is expected here; strings need double quotes";
  }
}

bool IsStringError(rapidjson::ParseErrorCode code) {
  return code >= rapidjson::kParseErrorStringUnicodeEscapeInvalidHex &&
         code <= rapidjson::kParseErrorStringInvalidEncoding;
}

// Returns the message for malformed JSON in `text`. `token` is the offset of the last token.
std::string ErrorText(const rapidjson::ParseResult& result, absl::string_view text, size_t token) {
  const char found = result.Offset() < text.size() ? text[result.Offset()] : '\0';
  absl::string_view rest = text.substr(token);
  rest = rest.substr(0, FindDocumentBegin(rest, 0));
  return absl::StrCat(
      kNotJson,
      IsStringError(result.Code()) ? StringError(result.Code(), found) : TokenError(result.Code(), text, token),
      absl::StrContains(rest, "\n{") ? kNotRead : "");
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
    builder_.Stop(stream_.position(), absl::StrCat(kNotJson, kLargeNumber));
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
      builder_.Stop(stream_.position(), absl::StrCat(kNotJson, kHalfPair));
      return false;
    }
    builder_.Quoted(stream_.position(), stream_.text(), in_file ? TextLife::kFile : TextLife::kEvent);
    return !builder_.stopped();
  }

  const JsonStream& stream_;
  DocumentBuilder& builder_;
};

// Removes `count` bytes, or all if there are fewer.
void Remove(size_t count, absl::string_view& text) {
  text.remove_prefix(std::min(count, text.size()));
}

// Removes blanks and comments such as `// a` and `/* a */` from the beginning of `text`.
void RemoveBlanksAndComments(absl::string_view& text) {
  while (true) {
    Remove(text.find_first_not_of(kBlanks), text);
    if (absl::StartsWith(text, "//")) {
      Remove(text.find('\n'), text);
    } else if (absl::StartsWith(text, "/*")) {
      const size_t end = text.find("*/", 2);
      Remove(end == absl::string_view::npos ? end : end + 2, text);
    } else {
      return;
    }
  }
}

// Describes text at the place where an object begins.
std::string NoObjectText(absl::string_view text) {
  if (absl::StartsWith(text, "/") || absl::StartsWith(text, "#")) return absl::StrCat(kNotJson, kComment);
  return "only another JSON object can follow a JSON object; this is not read";
}

}  // namespace

bool BeginsLikeJson(absl::string_view text) {
  RemoveBlanksAndComments(text);
  if (!absl::ConsumePrefix(&text, "{")) return false;
  RemoveBlanksAndComments(text);
  return absl::StartsWith(text, "\"") || absl::StartsWith(text, "}");
}

size_t ReadJsonDocuments(absl::string_view text, int first_line, DocumentBuilder& builder) {
  JsonStream stream(text, first_line);
  JsonEvents events(stream, builder);
  rapidjson::Reader reader;
  size_t object_begin = 0;
  while (!builder.stopped()) {
    stream.SkipBlanks();
    if (absl::StartsWith(stream.rest(), "---")) {
      stream.Skip(3);
      continue;
    }
    if (stream.rest().empty()) break;
    object_begin = text.size() - stream.rest().size();
    builder.BeginDocument();
    if (stream.rest().front() != '{') {
      builder.Stop(stream.position(), NoObjectText(stream.rest()));
      break;
    }
    // The recursion of the parser ends at the limit of levels, where the builder stops.
    const rapidjson::ParseResult result = reader.Parse<kParseFlags>(stream, events);
    if (result.IsError()) {
      const auto token = static_cast<size_t>(stream.token().data() - text.data());
      builder.Stop(stream.position(), ErrorText(result, text, token));
      break;
    }
    builder.EndDocument();
  }
  return object_begin;
}

}  // namespace cpsizer::tree
