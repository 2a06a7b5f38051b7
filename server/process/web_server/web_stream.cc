#include "server/process/web_server/web_stream.h"

#include <boost/asio/post.hpp>
#include <boost/asio/write.hpp>
#include <utility>

#include "server/process/web_server/web_socket.h"

namespace cpsizer::server {
namespace {

namespace asio = boost::asio;
using boost::system::error_code;

class PlainStream : public WebStream {
 public:
  PlainStream(asio::io_context& io, int fd) : socket_(OwnSocket(io, fd)) {}

  void Handshake(Done done) override {
    asio::post(socket_.get_executor(), [done = std::move(done)] { done({}, 0); });
  }
  void Read(asio::mutable_buffer buffer, Done done) override { socket_.async_read_some(buffer, std::move(done)); }
  void Write(asio::const_buffer buffer, Done done) override { asio::async_write(socket_, buffer, std::move(done)); }
  void EndWriting(Done done) override {
    error_code error;
    socket_.shutdown(WebSocket::shutdown_send, error);
    asio::post(socket_.get_executor(), [done = std::move(done), error] { done(error, 0); });
  }
  void Drop(asio::mutable_buffer buffer, Done done) override { Read(buffer, std::move(done)); }
  void Close() override { CloseSocket(socket_); }
  bool HasBytes() override { return HasArrivedBytes(socket_); }
  std::shared_ptr<const CertificateNames> client() override { return nullptr; }

 private:
  WebSocket socket_;
};

}  // namespace

std::unique_ptr<WebStream> MakePlainStream(asio::io_context& io, int fd) {
  return std::make_unique<PlainStream>(io, fd);
}

}  // namespace cpsizer::server
