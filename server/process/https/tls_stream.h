#ifndef CPSIZER_SERVER_PROCESS_HTTPS_TLS_STREAM_H_
#define CPSIZER_SERVER_PROCESS_HTTPS_TLS_STREAM_H_

#include <openssl/ssl.h>

#include <cstddef>
#include <cstdint>
#include <memory>

#include "absl/strings/string_view.h"
#include "server/process/tls/pem_certificates.h"

namespace cpsizer::server {

// The server side of TLS on a non-blocking socket. Never blocks. Not thread-safe. The process must ignore SIGPIPE.
class TlsStream {
 public:
  enum class Result : uint8_t {
    kDone,
    kAgain,   // the caller must wait for events() and then call again
    kClosed,  // the client has closed the connection properly
    kFailed,  // the connection must be closed
  };

  // Owns `fd`. Shares ownership of `context`.
  TlsStream(int fd, SSL_CTX* context);
  ~TlsStream();
  TlsStream(const TlsStream&) = delete;
  TlsStream& operator=(const TlsStream&) = delete;

  int fd() const { return fd_; }
  // Returns the events to wait for with poll(), after an operation has returned kAgain.
  int16_t events() const { return events_; }
  // Returns whether Read() can return bytes without waiting for the socket.
  bool has_pending() const { return SSL_pending(ssl_.get()) > 0; }

  Result Handshake();
  // Reads 1 to `capacity` bytes. Sets `count` if the result is kDone.
  Result Read(char* buffer, size_t capacity, size_t& count);
  // Writes a part of `bytes`. `bytes` must not be empty. Sets `count` if the result is kDone.
  Result Write(absl::string_view bytes, size_t& count);
  // Notifies the client that no more bytes will be sent.
  void EndWriting();

  // These functions return the error code of OpenSSL and the result of verifying the client certificate. Must be called
  // only after a failed handshake.
  unsigned long error() const { return error_; }
  long verify_result() const { return SSL_get_verify_result(ssl_.get()); }

 private:
  // Returns the result of an operation. `returned` is the return value of the OpenSSL function.
  Result Conclude(int returned);

  const int fd_;
  const std::unique_ptr<SSL, FreeWith<SSL, SSL_free>> ssl_;
  int16_t events_;
  unsigned long error_ = 0;
};

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_HTTPS_TLS_STREAM_H_
