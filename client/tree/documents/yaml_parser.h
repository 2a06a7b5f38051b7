#ifndef CPSIZER_CLIENT_TREE_DOCUMENTS_YAML_PARSER_H_
#define CPSIZER_CLIENT_TREE_DOCUMENTS_YAML_PARSER_H_

#include <yaml.h>

#include <cstddef>
#include <string>

#include "absl/strings/string_view.h"
#include "client/tree/documents/yaml_places.h"

namespace cpsizer::tree {

// The event parser of libyaml, for one text. The parser needs memory for at most 1,024 characters beyond an event: in
// this distance it searches the `:` that follows a key.
class YamlParser {
 public:
  // `text` must outlive this object. `first_line` is the number of the first line of `text` in its file.
  YamlParser(absl::string_view text, int first_line);
  ~YamlParser();
  YamlParser(const YamlParser&) = delete;
  YamlParser& operator=(const YamlParser&) = delete;

  // Reads the next event. The event is valid until the next call. Returns false at an error.
  bool Next();
  const yaml_event_t& event() const { return event_; }
  // Returns the beginning of the event.
  TextPlace PlaceOfEvent() { return places_.Find(event_.start_mark); }

  // The error, after Next() has returned false.
  const char* problem() const { return parser_.problem == nullptr ? "" : parser_.problem; }
  const char* context() const { return parser_.context == nullptr ? "" : parser_.context; }
  TextPlace PlaceOfProblem();
  // The beginning of the token or of the structure that has the error.
  TextPlace PlaceOfContext() { return places_.Find(parser_.context_mark); }

 private:
  static int Read(void* self, unsigned char* buffer, size_t size, size_t* count);

  absl::string_view rest_;
  size_t empty_beginning_;  // the number of bytes of `rest_` without a document
  bool needs_line_end_;
  YamlPlaces places_;
  yaml_parser_t parser_;
  yaml_event_t event_ = {};
};

}  // namespace cpsizer::tree

#endif  // CPSIZER_CLIENT_TREE_DOCUMENTS_YAML_PARSER_H_
