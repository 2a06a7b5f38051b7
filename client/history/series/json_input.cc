#include "client/history/series/json_input.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "client/history/series/limits.h"
#include "client/history/series/read_error.h"

namespace cpsizer::history {
namespace {

// Returns the line and the column of `end`, if those of `begin` are `line` and `column`.
std::pair<int64_t, int64_t> PlaceAfter(const char* begin, const char* end, int64_t line, int64_t column) {
  const int64_t lines = std::count(begin, end, '\n');
  if (lines == 0) return {line, column + (end - begin)};
  const char* line_begin = end;
  while (line_begin[-1] != '\n') --line_begin;
  return {line + lines, end - line_begin + 1};
}

}  // namespace

void JsonInput::SkipBlanks() {
  token_.clear();
  token_begin_ = next_;
  while (!AtEnd() && (*next_ == ' ' || *next_ == '\n' || *next_ == '\r' || *next_ == '\t')) token_begin_ = ++next_;
}

absl::string_view JsonInput::token() {
  const absl::string_view in_piece(token_begin_, static_cast<size_t>(next_ - token_begin_));
  if (token_.empty()) return in_piece;
  token_.append(in_piece.data(), in_piece.size());
  token_begin_ = next_;
  return token_;
}

absl::Status JsonInput::ErrorAtToken(const absl::Status& error) const {
  const auto [line, column] = PlaceAfter(begin_, token_begin_, line_, column_);
  // A token has no line end.
  return ErrorAt(input_.name(), line, column - static_cast<int64_t>(token_.size()), error);
}

size_t JsonInput::PutEnd(char* /*begin*/) {
  text_.pop_back();  // the zero byte at the end
  return text_.size() + 1;
}

bool JsonInput::Refill() {
  if (is_token_too_long_) return false;
  token_.append(token_begin_, end_);
  is_token_too_long_ = token_.size() > kInputPieceBytes;
  std::tie(line_, column_) = PlaceAfter(begin_, end_, line_, column_);
  const auto bytes = static_cast<size_t>(end_ - begin_);
  read_ += bytes;
  input_.Consume(bytes);
  if (input_.rest().empty()) input_.Fill();
  begin_ = next_ = token_begin_ = input_.rest().data();
  end_ = is_token_too_long_ ? begin_ : begin_ + input_.rest().size();
  return next_ != end_;
}

}  // namespace cpsizer::history
