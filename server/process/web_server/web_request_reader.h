#ifndef CPSIZER_SERVER_PROCESS_WEB_SERVER_WEB_REQUEST_READER_H_
#define CPSIZER_SERVER_PROCESS_WEB_SERVER_WEB_REQUEST_READER_H_

#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"
#include "server/process/web_server/web_request.h"

namespace cpsizer::server {

// Parses the requests of one connection (RFC 9112), from bytes and without sockets. Checks each byte of a head when it
// arrives. Stricter than RFC 9112: each line must end in CRLF, control characters and folded headers are not allowed,
// and a body with Transfer-Encoding is refused, because two ways to specify the length of a body allow request
// smuggling. Not thread-safe.
class WebRequestReader {
 public:
  enum class Progress : uint8_t {
    kMore,     // more bytes are needed
    kDone,     // the head is complete, or the body is complete
    kRefused,  // the bytes are not a request; see code() and why()
  };

  // `max_head_bytes` is the maximum size of a head with the empty line at its end.
  explicit WebRequestReader(size_t max_head_bytes) : max_head_bytes_(max_head_bytes) {}

  void Add(absl::string_view bytes) { received_.append(bytes.data(), bytes.size()); }
  // Returns whether there are bytes that are not parsed yet.
  bool has_bytes() const { return !received_.empty(); }
  // Returns the number of buffered bytes.
  size_t bytes() const { return received_.size() + request_.body.size(); }

  // Parses the head of the next request. After kDone, request() has everything but the body. If code() is not 0 then,
  // the length of the body is not known, so that the body and the next requests cannot be read.
  Progress ReadHead();
  // Parses the body. After kDone, request() is complete.
  Progress ReadBody();

  // Forgets the request, and also the bytes after it if there is no next request.
  void EndRequest(bool is_last);

  WebRequest& request() { return request_; }
  // The next functions need a complete head.
  bool keep_alive() const { return keep_alive_; }
  bool expects_continue() const { return expects_continue_; }

  int code() const { return code_; }
  absl::string_view why() const { return why_; }

 private:
  Progress Refuse(int code, absl::string_view why);
  // Parses the whole head, the first bytes of received_.
  Progress TakeHead(absl::string_view head);
  Progress TakeRequestLine(absl::string_view line);
  // Returns false if the length of the body is not known.
  bool TakeBodyLength();

  const size_t max_head_bytes_;
  std::string received_;
  size_t checked_ = 0;       // the number of bytes of received_ that were checked
  bool has_method_ = false;  // whether the method is complete
  WebRequest request_;
  bool keep_alive_ = false;
  bool expects_continue_ = false;
  int code_ = 0;
  absl::string_view why_;
};

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_WEB_SERVER_WEB_REQUEST_READER_H_
