#include "client/tree/documents/yaml_documents.h"

#include <algorithm>
#include <cstddef>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "client/tree/documents/check_text.h"
#include "client/tree/documents/yaml_parser.h"
#include "client/tree/limits.h"
#include "cpsizer/limits.h"
#include "server/engine/base/escape.h"

namespace cpsizer::tree {
namespace {

constexpr absl::string_view kAliases = "aliases (`*name`) are not supported; write the value itself";
constexpr absl::string_view kLinesAbove =
    "this does not belong to the lines above it; check the indentation, or put `---` between documents";
constexpr absl::string_view kTabs = "tabs are not allowed in indentation; use spaces";

// A message of libyaml, and the message that replaces it. An empty context matches every context.
struct Sentence {
  absl::string_view context;
  absl::string_view theirs;
  absl::string_view ours;
};

constexpr absl::string_view kStandardTags = "tag:yaml.org,2002:";  // the long form of `!!`
constexpr absl::string_view kTextTag = "tag:yaml.org,2002:str";
constexpr absl::string_view kInQuotes = "while scanning a quoted scalar";
constexpr absl::string_view kNotClosed = "this quoted string is not closed";
constexpr absl::string_view kNoColon = "could not find expected ':'";
constexpr absl::string_view kNoContent = "did not find expected node content";

constexpr Sentence kSentences[] = {
    {"", "did not find expected <document start>", kLinesAbove},
    {"", "did not find expected key",
     "this does not belong in the mapping above it; check the indentation and the quotes"},
    {"", "did not find expected '-' indicator",
     "this does not belong in the list above it; check the indentation and the quotes"},
    {"", "mapping values are not allowed in this context",
     "a `:` is not allowed here; check the indentation, or quote the value"},
    {"", "mapping keys are not allowed in this context", "a key is not allowed here; check the indentation"},
    {"", "block sequence entries are not allowed in this context",
     "a list item is not allowed here; check the indentation"},
    {"", "found unexpected ':'", "a `:` is not allowed here; check the indentation, or quote the value"},
    {"", kNoColon, "a `:` is missing after this key; check the indentation and the quotes"},
    {kInQuotes, "found unexpected end of stream", kNotClosed},
    {kInQuotes, "found unexpected document indicator", kNotClosed},
    {"", "found a tab character that violates indentation", kTabs},
    {"", "found a tab character where an indentation space is expected", kTabs},
    {"", "found character that cannot start any token", "a value cannot begin with this character; quote it"},
    {"", kNoContent, "a value cannot begin with this character; quote it"},
    {"while scanning an alias", "", "a value cannot begin with `*`; quote it"},
    {"while scanning an anchor", "", "a value cannot begin with `&`; quote it"},
};

bool IsTextTag(const yaml_char_t* tag) {
  if (tag == nullptr) return false;
  const absl::string_view text(reinterpret_cast<const char*>(tag));
  return text == "!" || text == kTextTag;
}

// Returns the text between the beginning of the line and `offset`.
absl::string_view LineBefore(absl::string_view text, size_t offset) {
  text = text.substr(0, offset);
  const size_t line_end = text.rfind('\n');
  return text.substr(line_end == absl::string_view::npos ? 0 : line_end + 1);
}

bool IsFirstInLine(absl::string_view text, size_t offset) {
  return LineBefore(text, offset).find_first_not_of(' ') == absl::string_view::npos;
}

// Returns whether the `:` at `offset` has no key before it.
bool IsKeyMissing(absl::string_view text, size_t offset) {
  if (text.substr(offset, 1) != ":") return false;
  const size_t before = text.substr(0, offset).find_last_not_of(" \t\n");
  return IsFirstInLine(text, offset) || absl::StrContains("[{,", text.substr(before, 1));
}

// Returns whether the indentation of the line of `offset` contains a tab.
bool TabIndents(absl::string_view text, size_t offset) {
  const absl::string_view line = text.substr(offset - LineBefore(text, offset).size());
  return line.substr(0, line.find_first_not_of(" \t")).find('\t') != absl::string_view::npos;
}

// Returns whether the line of `offset` is a directive, such as `%YAML 1.1`.
bool IsInDirective(absl::string_view text, size_t offset) {
  return absl::StartsWith(text.substr(offset - LineBefore(text, offset).size()), "%");
}

// Returns whether a file has so many directives that libyaml, which compares each directive with all others, would need
// much time.
bool HasManyDirectives(absl::string_view text) {
  constexpr absl::string_view kDirective = "%TAG";
  size_t count = 0;
  for (size_t i = text.find(kDirective); i != absl::string_view::npos; i = text.find(kDirective, i + 1)) {
    if ((i == 0 || text[i - 1] == '\n') && ++count > kMaxTagDirectives) return true;
  }
  return false;
}

// Reads the documents of one file.
class YamlReader {
 public:
  YamlReader(absl::string_view text, int first_line, DocumentBuilder& builder)
      : text_(text), builder_(builder), parser_(text, first_line) {}

  // Returns the offset after which the next document can begin, if the builder stops.
  size_t Read() {
    while (!builder_.stopped()) {
      if (!parser_.Next()) {
        StopAtError();
      } else if (parser_.event().type == YAML_STREAM_END_EVENT) {
        break;
      } else {
        Forward(parser_.event());
      }
    }
    return document_begin_;
  }

 private:
  void Forward(const yaml_event_t& event) {
    switch (event.type) {
      case YAML_DOCUMENT_START_EVENT:
        return BeginDocument(event.data.document_start.implicit != 0);
      case YAML_DOCUMENT_END_EVENT:
        return builder_.EndDocument();
      case YAML_ALIAS_EVENT:
        return builder_.Refuse(Here(), std::string(kAliases));
      case YAML_SCALAR_EVENT:
        return Scalar(event.data.scalar);
      case YAML_SEQUENCE_START_EVENT:
        if (CheckTag(event.data.sequence_start.tag)) builder_.BeginList(Here());
        return;
      case YAML_MAPPING_START_EVENT:
        if (CheckTag(event.data.mapping_start.tag)) builder_.BeginMap(Here());
        return;
      case YAML_SEQUENCE_END_EVENT:
      case YAML_MAPPING_END_EVENT:
        return builder_.End();
      default:
        return;
    }
  }

  Position Here() { return parser_.PlaceOfEvent().position; }

  void BeginDocument(bool implicit) {
    builder_.BeginDocument();
    document_begin_ = parser_.PlaceOfEvent().offset;
    // After `...`, a document needs no `---`. kubectl separates documents with `---`, so there it is a part of a
    // string.
    if (implicit && !first_) builder_.Refuse(Here(), std::string(kLinesAbove));
    first_ = false;
  }

  template <typename ScalarEvent>
  void Scalar(const ScalarEvent& scalar) {
    // The tags `!` and `!!str` make a text of any scalar.
    if (!IsTextTag(scalar.tag) && !CheckTag(scalar.tag)) return;
    const absl::string_view value(reinterpret_cast<const char*>(scalar.value), scalar.length);
    const Position position = Here();
    const bool is_text = scalar.style != YAML_PLAIN_SCALAR_STYLE || scalar.tag != nullptr;
    is_text ? builder_.Quoted(position, value) : builder_.Plain(position, value);
  }

  bool CheckTag(const yaml_char_t* tag) {
    if (tag == nullptr) return true;
    absl::string_view text(reinterpret_cast<const char*>(tag));
    const bool is_short = absl::ConsumePrefix(&text, kStandardTags);
    builder_.Refuse(Here(), absl::StrCat("tag \"", is_short ? "!!" : "", EscapeCut(text, kMaxQuotedValueBytes),
                                         "\" is not supported; remove it"));
    return false;
  }

  void StopAtError() {
    const absl::string_view problem = parser_.problem();
    const absl::string_view context = parser_.context();
    // libyaml notices a missing `:` or quote in a later line.
    const bool is_late = problem == kNoColon || context == kInQuotes;
    const TextPlace place = is_late ? parser_.PlaceOfContext() : parser_.PlaceOfProblem();
    const size_t offset = std::min(place.offset, text_.size());
    const absl::string_view found = text_.substr(offset, 1);
    // The document of a directive that is not supported begins at the next `---`, and must not be read.
    if (IsInDirective(text_, offset)) document_begin_ = FindDocumentBegin(text_, offset);
    if (found == "\t" || TabIndents(text_, offset)) return builder_.Stop(place.position, std::string(kTabs));
    if (found == "]" || found == "}") {
      return builder_.Stop(place.position, "this closing bracket has no opening bracket");
    }
    if (IsKeyMissing(text_, offset)) return builder_.Stop(place.position, "a key is missing before this `:`");
    if (absl::StrContains(context, "flow")) {
      return builder_.Stop(builder_.InnermostOpen(),
                           builder_.InMap() ? "the mapping that begins with this `{` is not closed, or a `,` is missing"
                                            : "the list that begins with this `[` is not closed, or a `,` is missing");
    }
    if (problem == "did not find expected '-' indicator" && IsFirstInLine(text_, offset)) {
      return builder_.Stop(place.position, std::string(kLinesAbove));
    }
    for (const Sentence& sentence : kSentences) {
      if (!sentence.context.empty() && context != sentence.context) continue;
      if (sentence.theirs.empty() || problem == sentence.theirs) {
        return builder_.Stop(place.position, std::string(sentence.ours));
      }
    }
    builder_.Stop(place.position, absl::StrCat("is not YAML: ", EscapeCut(problem, 2 * kMaxQuotedValueBytes)));
  }

  const absl::string_view text_;
  DocumentBuilder& builder_;
  YamlParser parser_;
  size_t document_begin_ = 0;
  bool first_ = true;
};

}  // namespace

size_t ReadYamlDocuments(absl::string_view text, int first_line, DocumentBuilder& builder) {
  if (HasManyDirectives(text)) {
    builder.Stop({}, absl::StrCat("has more than ", kMaxTagDirectives, " %TAG directives; remove them"));
    return text.size();
  }
  return YamlReader(text, first_line, builder).Read();
}

}  // namespace cpsizer::tree
