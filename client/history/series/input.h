#ifndef CPSIZER_CLIENT_HISTORY_SERIES_INPUT_H_
#define CPSIZER_CLIENT_HISTORY_SERIES_INPUT_H_

#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "client/history/series/limits.h"

namespace cpsizer::history {

// The bytes of a file, of standard input, or of a text in memory such as the body of a response, read in pieces. Not
// thread-safe.
class Input {
 public:
  // Opens the file `path`; "-" is standard input. Errors: NotFound; InvalidArgument if the file cannot be opened. They
  // name the file.
  static absl::StatusOr<Input> Open(const std::string& path);
  // Reads `text`, which must outlive this object, at most `piece_bytes` at once. Errors name it `name`.
  Input(std::string name, absl::string_view text, size_t piece_bytes = kInputPieceBytes);

  Input(Input&& other) noexcept;
  Input& operator=(Input&&) = delete;
  ~Input();

  const std::string& name() const { return name_; }
  // Returns whether Rewind() can be called: standard input and pipes can be read only once.
  bool can_rewind() const { return can_rewind_; }
  // Begins again at the first byte. Errors: Unavailable.
  absl::Status Rewind();

  // The bytes that were read and not yet consumed. Valid until the next Fill().
  absl::string_view rest() const { return absl::string_view(buffer_).substr(begin_, end_ - begin_); }
  // Removes the first `count` bytes of rest().
  void Consume(size_t count) { begin_ += count; }
  // Adds a piece to the end of rest(). Returns false if there are no more bytes, or on an error.
  bool Fill();
  // The error of Fill(): Unavailable. It names the file.
  const absl::Status& status() const { return status_; }

 private:
  Input(std::string name, int file, bool can_rewind);

  // Reads up to `count` bytes. Returns 0 at the end, and on an error.
  size_t Read(char* bytes, size_t count);

  std::string name_;
  absl::string_view text_;  // if there is no file
  size_t text_read_ = 0;
  int file_ = -1;
  bool can_rewind_ = true;
  size_t piece_bytes_ = kInputPieceBytes;
  std::string buffer_;
  size_t begin_ = 0;  // rest() is buffer_[begin_, end_)
  size_t end_ = 0;
  absl::Status status_;
};

}  // namespace cpsizer::history

#endif  // CPSIZER_CLIENT_HISTORY_SERIES_INPUT_H_
