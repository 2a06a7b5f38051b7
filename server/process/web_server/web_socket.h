#ifndef CPSIZER_SERVER_PROCESS_WEB_SERVER_WEB_SOCKET_H_
#define CPSIZER_SERVER_PROCESS_WEB_SERVER_WEB_SOCKET_H_

#include <unistd.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>

namespace cpsizer::server {

using WebSocket = boost::asio::ip::tcp::socket;

// Owns `fd`, a connected socket. The protocol is not used after assign(), so a socket of IPv6 or of Unix works too.
inline WebSocket OwnSocket(boost::asio::io_context& io, int fd) {
  WebSocket socket(io);
  boost::system::error_code error;
  socket.assign(boost::asio::ip::tcp::v4(), fd, error);
  if (error) close(fd);  // operations then fail, because the socket is not open
  return socket;
}

inline void CloseSocket(WebSocket& socket) {
  boost::system::error_code ignored;
  socket.close(ignored);
}

// Returns whether bytes have arrived that were not read.
inline bool HasArrivedBytes(WebSocket& socket) {
  boost::system::error_code ignored;
  return socket.available(ignored) > 0;
}

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_WEB_SERVER_WEB_SOCKET_H_
