#ifndef CPSIZER_SERVER_PROCESS_ADMIN_ADMIN_CONNECTION_H_
#define CPSIZER_SERVER_PROCESS_ADMIN_ADMIN_CONNECTION_H_

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>

#include "absl/strings/string_view.h"
#include "server/process/http/http_response.h"

namespace cpsizer::server {

// Returns the response to a GET request of `path`.
using AnswerHttp = std::function<HttpResponse(absl::string_view path)>;

// One connection of an AdminServer. Reads a request, writes the response, and waits until the client closes the
// connection. Never blocks. Not thread-safe.
class AdminConnection {
 public:
  using Clock = std::chrono::steady_clock;

  // Owns `fd`, a non-blocking socket. `timeout` is the timeout of each step: reading, writing and waiting.
  AdminConnection(int fd, std::chrono::nanoseconds timeout, Clock::time_point now)
      : fd_(fd), timeout_(timeout), deadline_(now + timeout) {}
  ~AdminConnection();
  AdminConnection(const AdminConnection&) = delete;
  AdminConnection& operator=(const AdminConnection&) = delete;

  int fd() const { return fd_; }
  // Returns the event to wait for with poll(): POLLIN or POLLOUT.
  int16_t events() const;
  Clock::time_point deadline() const { return deadline_; }
  bool answering() const { return step_ == Step::kWrite; }

  // Continues the current step as far as possible without blocking. Returns false when the connection has ended.
  bool Advance(const AnswerHttp& answer, Clock::time_point now);

 private:
  enum class Step : uint8_t { kRead, kWrite, kLinger };

  // These functions return false when the connection has ended.
  bool Read(const AnswerHttp& answer, Clock::time_point now);
  bool Write(Clock::time_point now);
  bool Linger();
  void Begin(Step step, Clock::time_point now);

  const int fd_;
  const std::chrono::nanoseconds timeout_;
  Clock::time_point deadline_;
  Step step_ = Step::kRead;
  std::string bytes_;   // first the request; later the part of the response that is not sent yet
  size_t dropped_ = 0;  // number of dropped bytes after the request
};

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_ADMIN_ADMIN_CONNECTION_H_
