#include "client/history/series/input.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "absl/strings/str_cat.h"
#include "client/history/series/read_error.h"
#include "client/objects/escape.h"

namespace cpsizer::history {

absl::StatusOr<Input> Input::Open(const std::string& path) {
  if (path == "-") return Input("standard input", STDIN_FILENO, false);
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) {
    const std::string message = absl::StrCat(objects::Escape(path), ": cannot be opened: ", LastError());
    return errno == ENOENT ? absl::NotFoundError(message) : absl::InvalidArgumentError(message);
  }
  struct stat facts = {};
  return Input(path, file, ::fstat(file, &facts) == 0 && S_ISREG(facts.st_mode));
}

Input::Input(std::string name, absl::string_view text, size_t piece_bytes)
    : name_(std::move(name)), text_(text), piece_bytes_(piece_bytes) {}

Input::Input(std::string name, int file, bool can_rewind)
    : name_(std::move(name)), file_(file), can_rewind_(can_rewind) {}

Input::Input(Input&& other) noexcept
    : name_(std::move(other.name_)),
      text_(other.text_),
      text_read_(other.text_read_),
      file_(std::exchange(other.file_, -1)),
      can_rewind_(other.can_rewind_),
      piece_bytes_(other.piece_bytes_),
      buffer_(std::move(other.buffer_)),
      begin_(std::exchange(other.begin_, 0)),
      end_(std::exchange(other.end_, 0)),
      status_(std::move(other.status_)) {}

Input::~Input() {
  if (file_ > STDIN_FILENO) ::close(file_);
}

absl::Status Input::Rewind() {
  begin_ = end_ = text_read_ = 0;
  if (file_ >= 0 && ::lseek(file_, 0, SEEK_SET) < 0) {
    return absl::UnavailableError(absl::StrCat(objects::Escape(name_), ": cannot be read again: ", LastError()));
  }
  return absl::OkStatus();
}

size_t Input::Read(char* bytes, size_t count) {
  if (file_ < 0) {
    count = std::min(count, text_.size() - text_read_);
    std::copy_n(text_.data() + text_read_, count, bytes);
    text_read_ += count;
    return count;
  }
  ssize_t read = ::read(file_, bytes, count);
  while (read < 0 && errno == EINTR) read = ::read(file_, bytes, count);
  if (read >= 0) return static_cast<size_t>(read);
  status_ = absl::UnavailableError(absl::StrCat(objects::Escape(name_), ": cannot be read: ", LastError()));
  return 0;
}

bool Input::Fill() {
  if (!status_.ok()) return false;
  std::copy(buffer_.begin() + static_cast<std::ptrdiff_t>(begin_), buffer_.begin() + static_cast<std::ptrdiff_t>(end_),
            buffer_.begin());
  end_ -= begin_;
  begin_ = 0;
  // The bytes after end_ are left as they are, because to clear them would take as long as to read them.
  if (buffer_.size() < end_ + piece_bytes_) buffer_.resize(end_ + piece_bytes_);
  const size_t count = Read(buffer_.data() + end_, piece_bytes_);
  end_ += count;
  return count > 0;
}

}  // namespace cpsizer::history
