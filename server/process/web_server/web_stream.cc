#include "server/process/web_server/web_stream.h"

#include <unistd.h>

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/asio/write.hpp>
#include <utility>

#include "server/process/tls/handshake_log.h"
#include "server/process/tls/pem_certificates.h"

namespace cpsizer::server {
namespace {

namespace asio = boost::asio;
using boost::system::error_code;
using Socket = asio::ip::tcp::socket;

// The protocol is not used after assign(), so a socket of IPv6 or of Unix works too.
Socket SocketOf(asio::io_context& io, int fd) {
  Socket socket(io);
  error_code error;
  socket.assign(asio::ip::tcp::v4(), fd, error);
  if (error) close(fd);  // operations then fail, because the socket is not open
  return socket;
}

void CloseSocket(Socket& socket) {
  error_code ignored;
  socket.close(ignored);
}

class PlainStream : public WebStream {
 public:
  PlainStream(asio::io_context& io, int fd) : socket_(SocketOf(io, fd)) {}

  void Handshake(Done done) override {
    asio::post(socket_.get_executor(), [done = std::move(done)] { done({}, 0); });
  }
  void Read(asio::mutable_buffer buffer, Done done) override { socket_.async_read_some(buffer, std::move(done)); }
  void Write(asio::const_buffer buffer, Done done) override { asio::async_write(socket_, buffer, std::move(done)); }
  void EndWriting(Done done) override {
    error_code error;
    socket_.shutdown(Socket::shutdown_send, error);
    asio::post(socket_.get_executor(), [done = std::move(done), error] { done(error, 0); });
  }
  void Drop(asio::mutable_buffer buffer, Done done) override { Read(buffer, std::move(done)); }
  void Close() override { CloseSocket(socket_); }
  std::shared_ptr<const CertificateNames> client() override { return nullptr; }

 private:
  Socket socket_;
};

// The SSL context of Asio owns a reference of `context`.
asio::ssl::context ShareContext(const TlsContext& context) {
  SSL_CTX_up_ref(context.get());
  return asio::ssl::context(context.get());
}

class TlsWebStream : public WebStream {
 public:
  TlsWebStream(asio::io_context& io, int fd, const TlsContext& context)
      : context_(ShareContext(context)), stream_(SocketOf(io, fd), context_) {}

  void Handshake(Done done) override {
    stream_.async_handshake(asio::ssl::stream_base::server, [this, done = std::move(done)](const error_code& error) {
      if (error.category() == asio::error::get_ssl_category()) {
        LogFailedHandshake(static_cast<unsigned long>(error.value()), SSL_get_verify_result(stream_.native_handle()));
      }
      done(error, 0);
    });
  }
  void Read(asio::mutable_buffer buffer, Done done) override { stream_.async_read_some(buffer, std::move(done)); }
  void Write(asio::const_buffer buffer, Done done) override { asio::async_write(stream_, buffer, std::move(done)); }
  void EndWriting(Done done) override {
    stream_.async_shutdown([this, done = std::move(done)](const error_code& error) {
      error_code ignored;
      stream_.next_layer().shutdown(Socket::shutdown_send, ignored);
      done(error, 0);
    });
  }
  void Drop(asio::mutable_buffer buffer, Done done) override {
    stream_.next_layer().async_read_some(buffer, std::move(done));
  }
  void Close() override { CloseSocket(stream_.next_layer()); }
  std::shared_ptr<const CertificateNames> client() override {
    const Certificate certificate(SSL_get1_peer_certificate(stream_.native_handle()));
    return certificate == nullptr ? nullptr : std::make_shared<const CertificateNames>(*certificate);
  }

 private:
  asio::ssl::context context_;
  asio::ssl::stream<Socket> stream_;
};

}  // namespace

std::unique_ptr<WebStream> MakePlainStream(asio::io_context& io, int fd) {
  return std::make_unique<PlainStream>(io, fd);
}

std::unique_ptr<WebStream> MakeTlsStream(asio::io_context& io, int fd, const TlsContext& context) {
  return std::make_unique<TlsWebStream>(io, fd, context);
}

}  // namespace cpsizer::server
