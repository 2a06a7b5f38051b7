#include "server/process/admin/admin_connection.h"

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>

#include "absl/strings/str_cat.h"
#include "server/process/http/http_request.h"
#include "server/process/http/http_response.h"

namespace cpsizer::server {
namespace {

// The maximum number of bytes after the request that are read and dropped. If the request has a body of at most this
// size, the client receives the response although the server does not use the body.
constexpr size_t kMaxDroppedBytes = 1 << 20;

HttpResponse ResponseTo(const HttpRequest& request, const AnswerHttp& answer) {
  if (request.state == HttpRequest::State::kRefused) {
    return {request.code, "text/plain; charset=utf-8", absl::StrCat(request.why, "\n")};
  }
  if (request.method != "GET" && request.method != "HEAD") {
    return {405, "text/plain; charset=utf-8", "these pages support only GET and HEAD\n"};
  }
  return answer(request.path);
}

// Returns whether the failed system call may succeed later. Reads `errno`.
bool MayWorkLater() {
  return errno == EAGAIN || errno == EINTR;
}

}  // namespace

AdminConnection::~AdminConnection() {
  close(fd_);
}

int16_t AdminConnection::events() const {
  return step_ == Step::kWrite ? POLLOUT : POLLIN;
}

bool AdminConnection::Advance(const AnswerHttp& answer, Clock::time_point now) {
  if (now >= deadline_) return false;
  if (step_ == Step::kRead && !Read(answer, now)) return false;
  if (step_ == Step::kWrite && !Write(now)) return false;
  return step_ != Step::kLinger || Linger();
}

bool AdminConnection::Read(const AnswerHttp& answer, Clock::time_point now) {
  char buffer[kMaxHttpHeadBytes];
  const ssize_t count = recv(fd_, buffer, sizeof buffer, 0);
  if (count < 0) return MayWorkLater();
  bytes_.append(buffer, static_cast<size_t>(count));
  const HttpRequest request = ReadHttpRequest(bytes_);
  if (request.state == HttpRequest::State::kIncomplete) return count > 0;
  const HttpResponse response = ResponseTo(request, answer);
  const bool with_body = request.method != "HEAD";  // set before bytes_ changes, because `request` points into bytes_
  bytes_ = FormatHttpHead(response, {.close = true, .allow = response.code == 405 ? "GET, HEAD" : ""});
  if (with_body) bytes_ += response.body;
  Begin(Step::kWrite, now);
  return true;
}

bool AdminConnection::Write(Clock::time_point now) {
  const ssize_t count = send(fd_, bytes_.data(), bytes_.size(), MSG_NOSIGNAL);
  if (count < 0) return MayWorkLater();
  bytes_.erase(0, static_cast<size_t>(count));
  if (!bytes_.empty()) return true;
  shutdown(fd_, SHUT_WR);
  Begin(Step::kLinger, now);
  return true;
}

// Reads and drops the bytes after the request. If a connection is closed while it has unread bytes, the kernel resets
// the connection, and the client may not receive the response.
bool AdminConnection::Linger() {
  char buffer[kMaxHttpHeadBytes];
  const ssize_t count = recv(fd_, buffer, sizeof buffer, 0);
  if (count < 0) return MayWorkLater();
  dropped_ += static_cast<size_t>(count);
  return count > 0 && dropped_ <= kMaxDroppedBytes;
}

void AdminConnection::Begin(Step step, Clock::time_point now) {
  step_ = step;
  deadline_ = now + timeout_;
}

}  // namespace cpsizer::server
