#include "client/tree/documents/yaml_parser.h"

#include <algorithm>
#include <cstring>
#include <new>

#include "absl/strings/match.h"
#include "absl/strings/strip.h"

namespace cpsizer::tree {
namespace {

constexpr absl::string_view kDocumentEnd = "...";

// Returns the length of the beginning of `text` that has only comments, empty lines and ends of documents, and whose
// last line is the end of a document. libyaml does not accept the end of a document before the first document.
size_t EmptyBeginning(absl::string_view text) {
  size_t end = 0;
  for (size_t i = 0; i < text.size();) {
    const size_t line_end = text.find('\n', i);
    const size_t next = line_end == absl::string_view::npos ? text.size() : line_end + 1;
    absl::string_view line = text.substr(i, next - i);
    const bool ends_document = absl::ConsumePrefix(&line, kDocumentEnd);
    line.remove_prefix(std::min(line.find_first_not_of(" \r\n"), line.size()));
    if (!line.empty() && line.front() != '#') break;
    i = next;
    if (ends_document) end = i;
  }
  return end;
}

}  // namespace

YamlParser::YamlParser(absl::string_view text, int first_line)
    : rest_(text),
      empty_beginning_(EmptyBeginning(text)),
      needs_line_end_(!absl::EndsWith(text, "\n")),
      places_(text, first_line) {
  if (yaml_parser_initialize(&parser_) == 0) throw std::bad_alloc();
  yaml_parser_set_encoding(&parser_, YAML_UTF8_ENCODING);
  yaml_parser_set_input(&parser_, &YamlParser::Read, this);
}

YamlParser::~YamlParser() {
  yaml_event_delete(&event_);
  yaml_parser_delete(&parser_);
}

bool YamlParser::Next() {
  yaml_event_delete(&event_);
  return yaml_parser_parse(&parser_, &event_) != 0;
}

TextPlace YamlParser::PlaceOfProblem() {
  if (parser_.error == YAML_READER_ERROR) return places_.FindOffset(parser_.problem_offset);
  return places_.Find(parser_.problem_mark);
}

// Adds a line end to a text without one, so that the last line of a block scalar ends with a line end.
int YamlParser::Read(void* self, unsigned char* buffer, size_t size, size_t* count) {
  YamlParser& parser = *static_cast<YamlParser*>(self);
  if (parser.rest_.empty() && parser.needs_line_end_) {
    parser.needs_line_end_ = false;
    parser.rest_ = "\n";
  }
  *count = std::min(size, parser.rest_.size());
  std::memcpy(buffer, parser.rest_.data(), *count);
  const size_t empty = std::min(*count, parser.empty_beginning_);
  std::replace(buffer, buffer + empty, '.', ' ');
  parser.empty_beginning_ -= empty;
  parser.rest_.remove_prefix(*count);
  return 1;
}

}  // namespace cpsizer::tree
