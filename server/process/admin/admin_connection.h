#ifndef CPSIZER_SERVER_PROCESS_ADMIN_ADMIN_CONNECTION_H_
#define CPSIZER_SERVER_PROCESS_ADMIN_ADMIN_CONNECTION_H_

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>

#include "absl/strings/string_view.h"

namespace cpsizer::server {

struct HttpResponse {
  int code = 200;
  absl::string_view content_type = "text/plain; charset=utf-8";
  std::string body;
};

// Answers a GET of `path`.
using AnswerHttp = std::function<HttpResponse(absl::string_view path)>;

// One connection of an AdminServer: reads a request, writes its answer, and waits for the client to hear it. Never
// blocks. Not thread-safe.
class AdminConnection {
 public:
  using Clock = std::chrono::steady_clock;

  // Owns `fd`, a socket that does not block. Each of the three steps may take as long as `patience`.
  AdminConnection(int fd, std::chrono::nanoseconds patience, Clock::time_point now)
      : fd_(fd), patience_(patience), deadline_(now + patience) {}
  ~AdminConnection();
  AdminConnection(const AdminConnection&) = delete;
  AdminConnection& operator=(const AdminConnection&) = delete;

  int fd() const { return fd_; }
  // POLLIN or POLLOUT: what it waits for.
  int16_t events() const;
  Clock::time_point deadline() const { return deadline_; }
  bool answering() const { return step_ == Step::kWrite; }

  // Goes on as far as it can. False when it is over.
  bool Advance(const AnswerHttp& answer, Clock::time_point now);

 private:
  enum class Step : uint8_t { kRead, kWrite, kLinger };

  // Each false when the connection is over.
  bool Read(const AnswerHttp& answer, Clock::time_point now);
  bool Write(Clock::time_point now);
  bool Linger();
  void Begin(Step step, Clock::time_point now);

  const int fd_;
  const std::chrono::nanoseconds patience_;
  Clock::time_point deadline_;
  Step step_ = Step::kRead;
  std::string bytes_;   // of the request, then what is left of the answer
  size_t dropped_ = 0;  // bytes that came behind the request
};

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_ADMIN_ADMIN_CONNECTION_H_
