#include "client/objects/json_documents.h"

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "client/objects/escape.h"
#include "cpsizer/limits.h"

namespace cpsizer::objects {
namespace {

constexpr absl::string_view kBlanks = " \t\r\n";

// An offset in a text, with its line and column. The offset can only increase.
class Cursor {
 public:
  explicit Cursor(absl::string_view text) : text_(text) {}

  size_t offset() const { return offset_; }
  absl::string_view rest() const { return text_.substr(offset_); }
  Position position() const { return {line_, static_cast<int>(offset_ - line_begin_) + 1}; }

  void Advance(size_t count) {
    for (const size_t end = offset_ + count; offset_ < end; ++offset_) {
      if (text_[offset_] != '\n') continue;
      ++line_;
      line_begin_ = offset_ + 1;
    }
  }
  void Skip(absl::string_view chars) { Advance(std::min(rest().find_first_not_of(chars), rest().size())); }

 private:
  absl::string_view text_;
  size_t offset_ = 0;
  size_t line_begin_ = 0;
  int line_ = 1;
};

// Returns the length of the JSON string at the beginning of `text`, including the quotes.
size_t StringBytes(absl::string_view text) {
  size_t i = 1;
  while (i < text.size() && text[i] != '"') i += text[i] == '\\' ? 2 : 1;
  return std::min(i + 1, text.size());
}

// Returns the part of the message after `at line 1, column 5: `. Leaves out the quotation of the JSON text, because
// this quotation can be long.
std::string WithoutPosition(absl::string_view what) {
  const size_t column = what.find("column ");
  const size_t colon = column == absl::string_view::npos ? column : what.find(": ", column);
  if (colon != absl::string_view::npos) what.remove_prefix(colon + 2);
  return EscapeCut(what.substr(0, what.find("; last read")), 3 * kMaxQuotedValueBytes);
}

// Forwards the events of nlohmann's parser. The events have no positions. For this reason the cursor searches the text
// for each token.
class JsonEventReader {
 public:
  using number_integer_t = nlohmann::json::number_integer_t;
  using number_unsigned_t = nlohmann::json::number_unsigned_t;
  using number_float_t = nlohmann::json::number_float_t;
  using string_t = nlohmann::json::string_t;
  using binary_t = nlohmann::json::binary_t;

  JsonEventReader(Cursor& cursor, TreeBuilder& builder) : cursor_(cursor), builder_(builder) {}

  bool null() { return Literal(); }
  bool boolean(bool) { return Literal(); }
  bool number_integer(number_integer_t) { return Literal(); }
  bool number_unsigned(number_unsigned_t) { return Literal(); }
  bool number_float(number_float_t, const string_t&) { return Literal(); }
  bool string(string_t& text) { return Text(text); }
  bool binary(binary_t&) { return false; }  // does not occur in JSON text
  bool key(string_t& text) { return Text(text); }
  bool start_object(size_t) {
    builder_.BeginMap(TakeBracket());
    return !builder_.stopped();
  }
  bool start_array(size_t) {
    builder_.BeginList(TakeBracket());
    return !builder_.stopped();
  }
  bool end_object() { return End(); }
  bool end_array() { return End(); }

  bool parse_error(size_t, const std::string&, const nlohmann::json::exception& error) {
    cursor_.Skip(kBetweenTokens);
    builder_.Stop(cursor_.position(), absl::StrCat("is not JSON: ", WithoutPosition(error.what())));
    return false;
  }

 private:
  static constexpr absl::string_view kBetweenTokens = " \t\r\n,:";

  Position TakeBracket() {
    cursor_.Skip(kBetweenTokens);
    const Position position = cursor_.position();
    cursor_.Advance(1);
    return position;
  }

  bool End() {
    TakeBracket();
    builder_.End();
    return !builder_.stopped();
  }

  bool Literal() {
    cursor_.Skip(kBetweenTokens);
    const Position position = cursor_.position();
    const absl::string_view rest = cursor_.rest();
    const absl::string_view literal = rest.substr(0, rest.find_first_of(" \t\r\n,:]}"));
    cursor_.Advance(literal.size());
    builder_.Plain(position, std::string(literal));
    return !builder_.stopped();
  }

  bool Text(string_t& text) {
    cursor_.Skip(kBetweenTokens);
    const Position position = cursor_.position();
    cursor_.Advance(StringBytes(cursor_.rest()));
    builder_.Quoted(position, std::move(text));
    return !builder_.stopped();
  }

  Cursor& cursor_;
  TreeBuilder& builder_;
};

}  // namespace

bool BeginsLikeJson(absl::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
  if (!absl::StartsWith(text, "{")) return false;
  const size_t next = text.find_first_not_of(kBlanks, 1);
  return next != absl::string_view::npos && (text[next] == '"' || text[next] == '}');
}

void ReadJsonDocuments(absl::string_view text, TreeBuilder& builder) {
  Cursor cursor(text);
  JsonEventReader events(cursor, builder);
  while (!builder.stopped()) {
    cursor.Skip(kBlanks);
    if (absl::StartsWith(cursor.rest(), "---")) {
      cursor.Advance(3);
      continue;
    }
    if (cursor.rest().empty()) return;
    if (cursor.rest().front() != '{') {
      return builder.Stop(cursor.position(), "only another JSON object can follow a JSON object");
    }
    const absl::string_view rest = cursor.rest();
    builder.BeginDocument();
    // With strict=false, the parser stops after one object. The cursor is then at the end of the object.
    if (!nlohmann::json::sax_parse(rest.data(), rest.data() + rest.size(), &events,
                                   nlohmann::json::input_format_t::json, /*strict=*/false)) {
      return;
    }
    builder.EndDocument();
  }
}

}  // namespace cpsizer::objects
