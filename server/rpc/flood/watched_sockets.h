#ifndef CPSIZER_SERVER_RPC_FLOOD_WATCHED_SOCKETS_H_
#define CPSIZER_SERVER_RPC_FLOOD_WATCHED_SOCKETS_H_

#include <memory>
#include <string>

#include "server/rpc/flood/flood_guard.h"

// gRPC does not expose the frames that it reads and writes. For this reason the program defines the functions that gRPC
// uses to read and write: recvmsg() and sendmsg(), and SSL_read() and SSL_write() for connections with TLS. Each of
// these functions calls the function of the library, and passes the bytes to a WatchedConnection. If the
// WatchedConnection reports a flood in a read, the function makes the read fail. gRPC then closes the connection and
// frees its memory.
namespace cpsizer::server {

// Watches the socket `fd` until it is closed. `fd` must be a connection without TLS from which nothing was read.
// `address` is the address of the client.
void WatchSocket(int fd, std::string address, std::shared_ptr<FloodGuard> guard);

// Watches the connections with TLS that servers of this process accept after this call. If `guard` is null, connections
// that are accepted after this call are not watched.
void WatchTls(std::shared_ptr<FloodGuard> guard);

// Stops watching the sockets that gRPC has closed: gRPC does not report that it has closed a socket.
void RemoveClosedSockets();

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_RPC_FLOOD_WATCHED_SOCKETS_H_
