#ifndef CPSIZER_CLIENT_TREE_DOCUMENTS_JSON_STREAM_H_
#define CPSIZER_CLIENT_TREE_DOCUMENTS_JSON_STREAM_H_

#include <cstddef>
#include <string>

#include "absl/strings/string_view.h"
#include "client/tree/node.h"

namespace cpsizer::tree {

// The input of the JSON parser of RapidJSON. Knows the place of the current token, which the events of the parser do
// not contain. Strings are not copied unless they have escapes.
class JsonStream {
 public:
  // `first_line` is the number of the first line of `text` in its file.
  explicit JsonStream(absl::string_view text, int first_line = 1)
      : begin_(text.data()),
        end_(text.data() + text.size()),
        next_(begin_),
        token_(begin_),
        line_begin_(begin_),
        line_(first_line) {}

  // Skips blanks. The rest of the text then begins with a token, or is empty.
  void SkipBlanks();
  // Skips `count` bytes that contain no line end.
  void Skip(size_t count) { next_ += count; }
  absl::string_view rest() const { return {next_, static_cast<size_t>(end_ - next_)}; }

  // The position of the first byte after the blanks that were skipped last.
  Position position() const { return {line_, static_cast<int>(token_ - line_begin_) + 1}; }
  // The current token up to the next byte.
  absl::string_view token() const { return {token_, static_cast<size_t>(next_ - token_)}; }
  // The string that was read last, without quotes and escapes. Valid until the next string.
  absl::string_view text() const { return text_; }
  // Returns whether text() is a part of the file.
  bool text_is_in_file() const { return !decodes_; }

  // The functions that RapidJSON requires of a stream that is parsed in place.
  using Ch = char;
  char Peek() const { return next_ == end_ ? '\0' : *next_; }
  char Take() { return next_ == end_ ? '\0' : *next_++; }
  size_t Tell() const { return static_cast<size_t>(next_ - begin_); }
  // Begins a string after its opening quote. Reads the bytes before the first escape at once.
  char* PutBegin();
  void Put(char c) {
    if (Decodes()) decoded_.push_back(c);
  }
  void Flush() {}
  size_t PutEnd(char* begin);

 private:
  // Copies the bytes that were read at once, because an escape follows. Returns false if no escape follows.
  bool Decodes();

  const char* const begin_;
  const char* const end_;
  const char* next_;
  const char* token_;
  const char* line_begin_;
  int line_;
  absl::string_view text_;
  std::string decoded_;
  bool decodes_ = false;
};

// RapidJSON calls this function before each token.
inline void SkipWhitespace(JsonStream& stream) {
  stream.SkipBlanks();
}

}  // namespace cpsizer::tree

#endif  // CPSIZER_CLIENT_TREE_DOCUMENTS_JSON_STREAM_H_
