#ifndef CPSIZER_CLIENT_HISTORY_SERIES_JSON_INPUT_H_
#define CPSIZER_CLIENT_HISTORY_SERIES_JSON_INPUT_H_

#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "client/history/series/input.h"

namespace cpsizer::history {

// The input of the JSON parser of RapidJSON, read in pieces. Knows the current token and its place, which the events of
// the parser do not contain. The input ends early if a token is longer than kInputPieceBytes, so that the memory is
// bounded. Not thread-safe.
class JsonInput {
 public:
  // `input` must outlive this object.
  explicit JsonInput(Input& input) : input_(input) { Refill(); }

  // Skips blanks, and begins a token at the next byte.
  void SkipBlanks();
  // Returns whether the input has no more bytes.
  bool AtEnd() { return next_ == end_ && !Refill(); }
  bool is_token_too_long() const { return is_token_too_long_; }

  const std::string& name() const { return input_.name(); }
  // The current token up to the next byte. Valid until the next call of another function.
  absl::string_view token();
  // The last string, without quotes and escapes. Valid until the next string.
  absl::string_view text() const { return text_; }
  // Returns `error` with the place of the current token.
  absl::Status ErrorAtToken(const absl::Status& error) const;

  // The functions that RapidJSON requires of a stream that is parsed in place. The strings are put into text().
  using Ch = char;
  char Peek() { return AtEnd() ? '\0' : *next_; }
  char Take() { return AtEnd() ? '\0' : *next_++; }
  size_t Tell() const { return read_ + static_cast<size_t>(next_ - begin_); }
  char* PutBegin() {
    text_.clear();
    return nullptr;
  }
  void Put(char c) { text_.push_back(c); }
  void Flush() {}
  size_t PutEnd(char* begin);

 private:
  bool Refill();

  Input& input_;
  // The current piece, and the next byte in it.
  const char* begin_ = nullptr;
  const char* next_ = nullptr;
  const char* end_ = nullptr;
  size_t read_ = 0;  // bytes before the piece
  int64_t line_ = 1;
  int64_t column_ = 1;  // of begin_

  std::string token_;  // the beginning of the current token, if it is in an earlier piece
  const char* token_begin_ = nullptr;
  bool is_token_too_long_ = false;
  std::string text_;
};

// RapidJSON calls this function before each token.
inline void SkipWhitespace(JsonInput& input) {
  input.SkipBlanks();
}

}  // namespace cpsizer::history

#endif  // CPSIZER_CLIENT_HISTORY_SERIES_JSON_INPUT_H_
