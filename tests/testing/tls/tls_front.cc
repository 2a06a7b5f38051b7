#include "tests/testing/tls/tls_front.h"

#include <openssl/ssl.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

#include "tests/testing/net/bind_loopback.h"
#include "tests/testing/net/loopback_socket.h"
#include "tests/testing/tls/tls_server.h"

namespace cpsizer::testing {
namespace {

// Forwards the available bytes of both sides. Returns false if one side has ended. Both sides send so little that
// forwarding does not block.
bool PassOn(SSL* tls, int client, const LoopbackSocket& server) {
  pollfd waits[] = {{client, POLLIN, 0}, {server.fd(), POLLIN, 0}};
  const bool decrypted = SSL_pending(tls) > 0;
  if (!decrypted && poll(waits, std::size(waits), -1) < 0) return false;
  char bytes[16'384];
  if (decrypted || waits[0].revents != 0) {
    const int count = SSL_read(tls, bytes, sizeof bytes);
    if (count <= 0 || !server.Send({bytes, static_cast<size_t>(count)})) return false;
  }
  if (waits[1].revents == 0) return true;
  const ssize_t count = recv(server.fd(), bytes, sizeof bytes, 0);
  return count > 0 && SSL_write(tls, bytes, static_cast<int>(count)) > 0;
}

}  // namespace

TlsFront::TlsFront(const CertifiedKey& identity, std::string server)
    : context_(NewServerContext(identity)), server_(std::move(server)), listener_(BindLoopback(port_)) {
  listen(listener_, SOMAXCONN);
  acceptor_ = std::thread([this] { Accept(); });
}

TlsFront::~TlsFront() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
    for (const int client : clients_) shutdown(client, SHUT_RDWR);
  }
  shutdown(listener_, SHUT_RDWR);
  acceptor_.join();
  close(listener_);
  // The acceptor has ended, so no more threads are added.
  for (std::thread& thread : threads_) thread.join();
  SSL_CTX_free(context_);
}

void TlsFront::Accept() {
  while (true) {
    const int client = accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
    if (client < 0) return;
    const std::lock_guard lock(mutex_);
    if (stopping_) {
      close(client);
      continue;
    }
    clients_.push_back(client);
    threads_.emplace_back([this, client] { Serve(client); });
  }
}

void TlsFront::Serve(int client) {
  BlockBrokenPipe();
  SSL* const tls = SSL_new(context_);
  SSL_set_fd(tls, client);
  {
    const LoopbackSocket server(server_);
    bool open = server.connected() && SSL_accept(tls) == 1;
    while (open) open = PassOn(tls, client, server);
  }
  SSL_free(tls);
  const std::lock_guard lock(mutex_);
  clients_.erase(std::find(clients_.begin(), clients_.end(), client));
  close(client);
}

}  // namespace cpsizer::testing
