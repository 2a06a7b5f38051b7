#ifndef CPSIZER_SERVER_RPC_FLOOD_WATCHED_SOCKETS_H_
#define CPSIZER_SERVER_RPC_FLOOD_WATCHED_SOCKETS_H_

#include <memory>
#include <string>

#include "server/rpc/flood/flood_guard.h"

// Watches the bytes that gRPC reads and writes. gRPC does not expose its frames. For this reason this program defines
// the functions that gRPC calls: recvmsg() and sendmsg(), and for TLS SSL_read() and SSL_write(). Each of these
// functions calls the library function with the same name and passes the bytes to a WatchedConnection. If the
// WatchedConnection reports a flood, the read fails. gRPC then closes the connection and frees its memory.
namespace cpsizer::server {

// Watches the socket `fd` until it is closed. `fd` must be a connection without TLS from which no bytes were read.
// `address` is the address of the client.
void WatchSocket(int fd, std::string address, std::shared_ptr<FloodGuard> guard);

// Watches the connections with TLS that servers of this process accept after this call. If `guard` is null, new
// connections with TLS are not watched.
void WatchTls(std::shared_ptr<FloodGuard> guard);

// Stops watching sockets that gRPC has closed. This call is needed, because gRPC does not report that it has closed a
// socket.
void RemoveClosedSockets();

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_RPC_FLOOD_WATCHED_SOCKETS_H_
