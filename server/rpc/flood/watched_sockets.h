#ifndef CPSIZER_SERVER_RPC_FLOOD_WATCHED_SOCKETS_H_
#define CPSIZER_SERVER_RPC_FLOOD_WATCHED_SOCKETS_H_

#include <memory>
#include <string>

#include "server/rpc/flood/flood_guard.h"

// gRPC does not expose the frames that it reads and writes. So the program defines the functions with which gRPC does
// that: recvmsg() and sendmsg(), and SSL_read() and SSL_write() for connections with TLS. Each calls the library's
// function, and passes the bytes to a WatchedConnection. A read that completes a flood fails; then gRPC closes the
// connection and frees its memory.
namespace cpsizer::server {

// Watches the socket `fd`, a connection without TLS from which nothing has been read, until it is closed. `address`
// is that of the client.
void WatchSocket(int fd, std::string address, std::shared_ptr<FloodGuard> guard);

// Watches the connections with TLS that servers of this process accept from now on. Null stops that.
void WatchTls(std::shared_ptr<FloodGuard> guard);

// Removes the watched sockets that gRPC has closed, which it does without notice.
void RemoveClosedSockets();

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_RPC_FLOOD_WATCHED_SOCKETS_H_
