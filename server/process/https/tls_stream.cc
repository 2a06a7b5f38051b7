#include "server/process/https/tls_stream.h"

#include <openssl/err.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace cpsizer::server {

TlsStream::TlsStream(int fd, SSL_CTX* context) : fd_(fd), ssl_(SSL_new(context)), events_(POLLIN) {
  SSL_set_fd(ssl_.get(), fd_);
  SSL_set_accept_state(ssl_.get());
}

TlsStream::~TlsStream() {
  close(fd_);
}

TlsStream::Result TlsStream::Handshake() {
  ERR_clear_error();
  return Conclude(SSL_do_handshake(ssl_.get()));
}

TlsStream::Result TlsStream::Read(char* buffer, size_t capacity, size_t& count) {
  ERR_clear_error();
  return Conclude(SSL_read_ex(ssl_.get(), buffer, capacity, &count));
}

TlsStream::Result TlsStream::Write(absl::string_view bytes, size_t& count) {
  ERR_clear_error();
  return Conclude(SSL_write_ex(ssl_.get(), bytes.data(), bytes.size(), &count));
}

void TlsStream::EndWriting() {
  ERR_clear_error();
  SSL_shutdown(ssl_.get());
  ERR_clear_error();
  shutdown(fd_, SHUT_WR);
}

TlsStream::Result TlsStream::Conclude(int returned) {
  if (returned == 1) return Result::kDone;
  switch (SSL_get_error(ssl_.get(), returned)) {
    case SSL_ERROR_WANT_READ:
      events_ = POLLIN;
      return Result::kAgain;
    case SSL_ERROR_WANT_WRITE:
      events_ = POLLOUT;
      return Result::kAgain;
    case SSL_ERROR_ZERO_RETURN:
      return Result::kClosed;
    default:
      error_ = ERR_peek_error();
      ERR_clear_error();
      return Result::kFailed;
  }
}

}  // namespace cpsizer::server
