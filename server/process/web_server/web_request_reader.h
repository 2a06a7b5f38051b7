#ifndef CPSIZER_SERVER_PROCESS_WEB_SERVER_WEB_REQUEST_READER_H_
#define CPSIZER_SERVER_PROCESS_WEB_SERVER_WEB_REQUEST_READER_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "absl/strings/string_view.h"
#include "server/process/web_server/web_request.h"

namespace cpsizer::server {

// Parses the requests of one connection with Boost.Beast, from bytes and without sockets. Not thread-safe.
class WebRequestReader {
 public:
  enum class Progress : uint8_t {
    kMore,     // more bytes are needed
    kDone,     // the head is complete, or the body is complete
    kRefused,  // the bytes are not a request; see code() and why()
  };

  // `max_head_bytes` is the maximum size of a head. It limits the buffered bytes together with the bytes that the
  // caller adds at once.
  explicit WebRequestReader(size_t max_head_bytes);
  ~WebRequestReader();

  void Add(absl::string_view bytes) { received_.append(bytes.data(), bytes.size()); }
  // Returns whether there are bytes that are not parsed yet.
  bool has_bytes() const { return !received_.empty(); }

  // Begins the next request.
  void Begin();
  // Parses the head. After kDone, request() has everything but the body.
  Progress ReadHead();
  // Parses the body. After kDone, request() is complete.
  Progress ReadBody();

  WebRequest& request() { return request_; }
  // The next functions need a complete head.
  bool keep_alive() const { return keep_alive_; }
  bool expects_continue() const { return expects_continue_; }

  int code() const { return code_; }
  absl::string_view why() const { return why_; }

 private:
  struct Parser;

  Progress Refuse(int code, absl::string_view why);
  Progress TakeHead();

  const size_t max_head_bytes_;
  std::unique_ptr<Parser> parser_;
  std::string received_;
  WebRequest request_;
  bool keep_alive_ = false;
  bool expects_continue_ = false;
  int code_ = 0;
  absl::string_view why_;
};

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_WEB_SERVER_WEB_REQUEST_READER_H_
