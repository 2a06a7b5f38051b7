#include "server/rpc/flood/watched_sockets.h"

#include <dlfcn.h>
#include <openssl/crypto.h>
#include <openssl/ssl.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <mutex>
#include <utility>

#include "absl/functional/function_ref.h"
#include "server/process/admin/open_connections.h"
#include "server/rpc/flood/watched_connection.h"

#ifdef CPSIZER_STATIC_DEPS
// With the option --wrap, the linker replaces calls of SSL_read() and SSL_write() in the static library of gRPC. It
// replaces them by calls of the functions __wrap_SSL_read() and __wrap_SSL_write() in this file.
#define CPSIZER_SSL_READ __wrap_SSL_read
#define CPSIZER_SSL_WRITE __wrap_SSL_write
extern "C" int __real_SSL_read(SSL* ssl, void* buffer, int size);         // NOLINT: the linker's name
extern "C" int __real_SSL_write(SSL* ssl, const void* buffer, int size);  // NOLINT: the linker's name
#else
// If the program and a shared library have a function with the same name, the dynamic linker uses the function of the
// program.
#define CPSIZER_SSL_READ SSL_read
#define CPSIZER_SSL_WRITE SSL_write
#endif

namespace cpsizer::server {
namespace {

// A connection without TLS. FindSocket() finds it by its descriptor.
struct WatchedSocket {
  std::atomic<bool> on{false};
  bool is_refused = false;  // a flood has ended the connection
  ino_t inode = 0;
  std::string address;
  absl::optional<WatchedConnection> connection;
};

// All entries, indexed by descriptor. A chunk of entries is allocated when it is first needed, and is never freed.
constexpr size_t kChunk = 1'024;
using Chunk = std::array<WatchedSocket, kChunk>;
std::array<std::atomic<Chunk*>, 1'024> g_chunks;  // NOLINT: every read and write uses it
// Protects the start and the end of watching. Reads and writes take no lock, because gRPC does not close the socket
// before they have returned.
std::mutex g_mutex;

// Returns the entry of a descriptor. Returns null if the chunk with this entry is not allocated.
WatchedSocket* FindSocket(int fd) {
  const auto place = static_cast<size_t>(fd);
  if (place / kChunk >= g_chunks.size()) return nullptr;
  Chunk* const chunk = g_chunks[place / kChunk].load(std::memory_order_acquire);
  return chunk == nullptr ? nullptr : &(*chunk)[place % kChunk];
}

// Returns the entry of a descriptor. Returns null if the descriptor is not watched now.
WatchedSocket* FindWatched(int fd) {
  WatchedSocket* const socket = FindSocket(fd);
  return socket != nullptr && socket->on.load(std::memory_order_acquire) ? socket : nullptr;
}

void StopWatching(WatchedSocket& socket) {
  if (socket.on.exchange(false, std::memory_order_acq_rel)) socket.connection->Close();
}

// Calls `visit` with each part of the first `bytes` bytes of a message. Stops when `visit` returns false.
void ForEachPart(const msghdr& message, size_t bytes, absl::FunctionRef<bool(absl::string_view)> visit) {
  for (size_t i = 0; i < message.msg_iovlen && bytes > 0; ++i) {
    const size_t size = std::min(bytes, message.msg_iov[i].iov_len);
    bytes -= size;
    if (!visit(absl::string_view(static_cast<const char*>(message.msg_iov[i].iov_base), size))) return;
  }
}

// Ends the connection on `fd`. gRPC ignores a failed recvmsg() if an earlier one of the same turn had bytes, so each
// later one must fail too. The shutdown makes gRPC read again, also if the client sends nothing more.
void Refuse(int fd, WatchedSocket& socket) {
  socket.is_refused = true;
  socket.connection->Close();
  shutdown(fd, SHUT_RDWR);
}

// Inspects the bytes that were read from `fd`. Returns false if recvmsg() must fail.
bool InspectReceived(int fd, const msghdr& message, size_t bytes) {
  WatchedSocket* const socket = FindWatched(fd);
  if (socket == nullptr) return true;
  bool good = true;
  ForEachPart(message, bytes, [&](absl::string_view part) {
    const absl::optional<Flood> flood = socket->is_refused ? absl::nullopt : socket->connection->Received(part);
    if (!flood.has_value() && !socket->is_refused) return true;
    // gRPC does not report that it has closed a connection, so the kernel may have reused the number `fd` for another
    // socket.
    if (InodeOf(fd) != socket->inode) {
      StopWatching(*socket);
      return false;
    }
    if (flood.has_value()) socket->connection->guard().OnFlood(*flood, socket->address);
    if (flood.has_value() && MustClose(*flood)) Refuse(fd, *socket);
    good = !socket->is_refused;
    return good;
  });
  return good;
}

// Ends the calls of the connection on `fd` if the connection has ended. `received` is the result of recvmsg(): 0 or -1.
// Does not change errno.
void StopWatchingIfClosed(int fd, ssize_t received) {
  if (received < 0 && (errno == EAGAIN || errno == EINTR)) return;
  const int error = errno;
  if (WatchedSocket* const socket = FindWatched(fd); socket != nullptr) StopWatching(*socket);
  errno = error;
}

void InspectSent(int fd, const msghdr& message, size_t bytes) {
  WatchedSocket* const socket = FindWatched(fd);
  if (socket == nullptr) return;
  ForEachPart(message, bytes, [&](absl::string_view part) {
    socket->connection->Sent(part);
    return true;
  });
}

// The guard for connections with TLS.
struct TlsWatch {
  std::mutex mutex;
  std::shared_ptr<FloodGuard> guard;  // guarded by mutex
};
TlsWatch& CurrentTlsWatch() {
  static TlsWatch& watch = *new TlsWatch;  // NOLINT: outlives every thread
  return watch;
}

// Threads of gRPC may free a connection while the process exits. By default, OpenSSL removes its callbacks earlier, and
// DeleteConnection() is then not called. Only the first initialization of OpenSSL can change this default.
const bool g_no_cleanup_at_exit = OPENSSL_init_crypto(OPENSSL_INIT_NO_ATEXIT, nullptr) == 1;

void DeleteConnection(void* /*ssl*/, void* connection, CRYPTO_EX_DATA* /*data*/, int /*index*/, long /*argument*/,
                      void* /*pointer*/) {
  delete static_cast<WatchedConnection*>(connection);  // NOLINT: OpenSSL owned it
}

// Returns the WatchedConnection of `ssl`, which OpenSSL stores with `ssl`. Creates it for a new `ssl`. Returns null if
// `ssl` belongs to a client or is not watched.
WatchedConnection* FindConnection(SSL* ssl) {
  if (SSL_is_server(ssl) == 0) return nullptr;
  static const int index = SSL_get_ex_new_index(0, nullptr, nullptr, nullptr, DeleteConnection);
  if (void* const found = SSL_get_ex_data(ssl, index); found != nullptr) return static_cast<WatchedConnection*>(found);
  TlsWatch& watch = CurrentTlsWatch();
  const std::lock_guard<std::mutex> lock(watch.mutex);
  if (watch.guard == nullptr) return nullptr;
  auto connection = std::make_unique<WatchedConnection>(watch.guard);
  return SSL_set_ex_data(ssl, index, connection.get()) == 1 ? connection.release() : nullptr;
}

// Inspects the bytes that were read from `ssl`. Returns false if SSL_read() must fail.
bool InspectReceived(SSL* ssl, absl::string_view bytes) {
  WatchedConnection* const connection = FindConnection(ssl);
  if (connection == nullptr) return true;
  const absl::optional<Flood> flood = connection->Received(bytes);
  if (flood.has_value()) connection->guard().OnFlood(*flood, /*address=*/"");
  return !flood.has_value() || !MustClose(*flood);
}

// Returns the function `name` of the shared library. This program defines a function with the same name, which hides
// the function of the library.
template <typename Function>
Function* NextNamed(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

#ifdef CPSIZER_STATIC_DEPS
constexpr auto* LibrarySslRead = __real_SSL_read;
constexpr auto* LibrarySslWrite = __real_SSL_write;
#else
int LibrarySslRead(SSL* ssl, void* buffer, int size) {
  static auto* const function = NextNamed<int(SSL*, void*, int)>("SSL_read");
  return function(ssl, buffer, size);
}
int LibrarySslWrite(SSL* ssl, const void* buffer, int size) {
  static auto* const function = NextNamed<int(SSL*, const void*, int)>("SSL_write");
  return function(ssl, buffer, size);
}
#endif

absl::string_view BytesAt(const void* buffer, int size) {
  return absl::string_view(static_cast<const char*>(buffer), static_cast<size_t>(size));
}

}  // namespace

void WatchSocket(int fd, std::string address, std::shared_ptr<FloodGuard> guard) {
  const size_t place = static_cast<size_t>(fd) / kChunk;
  if (place >= g_chunks.size()) return;
  const std::lock_guard<std::mutex> lock(g_mutex);
  if (g_chunks[place].load(std::memory_order_relaxed) == nullptr) {
    g_chunks[place].store(new Chunk, std::memory_order_release);  // NOLINT: outlives every thread
  }
  WatchedSocket& socket = *FindSocket(fd);
  StopWatching(socket);
  socket.is_refused = false;
  socket.inode = InodeOf(fd);
  socket.address = std::move(address);
  socket.connection.emplace(std::move(guard));
  socket.on.store(true, std::memory_order_release);
}

void WatchTls(std::shared_ptr<FloodGuard> guard) {
  TlsWatch& watch = CurrentTlsWatch();
  const std::lock_guard<std::mutex> lock(watch.mutex);
  watch.guard = std::move(guard);
}

void RemoveClosedSockets() {
  const std::lock_guard<std::mutex> lock(g_mutex);
  for (size_t fd = 0; fd < g_chunks.size() * kChunk; ++fd) {
    WatchedSocket* const socket = FindSocket(static_cast<int>(fd));
    if (socket == nullptr) {
      fd += kChunk - 1;
    } else if (socket->on.load(std::memory_order_acquire) && InodeOf(static_cast<int>(fd)) != socket->inode) {
      StopWatching(*socket);
    }
  }
}

}  // namespace cpsizer::server

extern "C" {

ssize_t recvmsg(int fd, msghdr* message, int flags) {
  static auto* const library = cpsizer::server::NextNamed<ssize_t(int, msghdr*, int)>("recvmsg");
  const ssize_t received = library(fd, message, flags);
  if ((flags & (MSG_PEEK | MSG_ERRQUEUE)) != 0) return received;
  if (received <= 0) {
    cpsizer::server::StopWatchingIfClosed(fd, received);
    return received;
  }
  if (cpsizer::server::InspectReceived(fd, *message, static_cast<size_t>(received))) return received;
  errno = ECONNRESET;
  return -1;
}

ssize_t sendmsg(int fd, const msghdr* message, int flags) {
  static auto* const library = cpsizer::server::NextNamed<ssize_t(int, const msghdr*, int)>("sendmsg");
  const ssize_t sent = library(fd, message, flags);
  if (sent > 0) cpsizer::server::InspectSent(fd, *message, static_cast<size_t>(sent));
  return sent;
}

int CPSIZER_SSL_READ(SSL* ssl, void* buf, int num) {
  const int received = cpsizer::server::LibrarySslRead(ssl, buf, num);
  if (received <= 0) return received;
  return cpsizer::server::InspectReceived(ssl, cpsizer::server::BytesAt(buf, received)) ? received : -1;
}

int CPSIZER_SSL_WRITE(SSL* ssl, const void* buf, int num) {
  const int sent = cpsizer::server::LibrarySslWrite(ssl, buf, num);
  if (sent <= 0) return sent;
  cpsizer::server::WatchedConnection* const connection = cpsizer::server::FindConnection(ssl);
  if (connection != nullptr) connection->Sent(cpsizer::server::BytesAt(buf, sent));
  return sent;
}

}  // extern "C"
