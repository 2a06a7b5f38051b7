#include "server/rpc/flood/watched_sockets.h"

#include <gtest/gtest.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <memory>
#include <string>

#include "server/rpc/flood/frame_limits.h"
#include "tests/testing/tls/certificates.h"

namespace cpsizer::server {
namespace {

using ::cpsizer::testing::CertificateAuthority;
using ::cpsizer::testing::CertifiedKey;

constexpr int kFreed = 42;
constexpr int kLeaked = 43;

struct Ends {
  SSL* server;
  SSL* client;
};

SSL* MakeServer(const CertifiedKey& key) {
  SSL_CTX* const context = SSL_CTX_new(TLS_server_method());
  BIO* const certificate_text = BIO_new_mem_buf(key.certificate.data(), static_cast<int>(key.certificate.size()));
  BIO* const key_text = BIO_new_mem_buf(key.key.data(), static_cast<int>(key.key.size()));
  SSL_CTX_use_certificate(context, PEM_read_bio_X509(certificate_text, nullptr, nullptr, nullptr));
  SSL_CTX_use_PrivateKey(context, PEM_read_bio_PrivateKey(key_text, nullptr, nullptr, nullptr));
  SSL* const server = SSL_new(context);
  SSL_set_accept_state(server);
  return server;
}

// Returns a connection in memory after its handshake. Nothing is freed, because the process ends.
Ends Connect() {
  const Ends ends = {MakeServer(CertificateAuthority("authority").IssueServer()),
                     SSL_new(SSL_CTX_new(TLS_client_method()))};
  SSL_set_connect_state(ends.client);
  BIO* of_server = nullptr;
  BIO* of_client = nullptr;
  BIO_new_bio_pair(&of_server, 0, &of_client, 0);
  SSL_set_bio(ends.server, of_server, of_server);
  SSL_set_bio(ends.client, of_client, of_client);
  while (SSL_do_handshake(ends.client) != 1 || SSL_do_handshake(ends.server) != 1) {
    if (SSL_get_error(ends.server, SSL_do_handshake(ends.server)) == SSL_ERROR_SSL) std::_Exit(1);
  }
  return ends;
}

SSL* g_server = nullptr;
std::weak_ptr<FloodGuard> g_guard;

// Ends the process without the leak check, which would report the TLS contexts as leaks.
void FreeServer() {
  SSL_free(g_server);
  std::_Exit(g_guard.expired() ? kFreed : kLeaked);
}

ssize_t Receive(int fd) {
  std::array<char, 1'024> bytes = {};
  iovec part = {bytes.data(), bytes.size()};
  msghdr message = {};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  return recvmsg(fd, &message, MSG_DONTWAIT);
}

// gRPC reads until there are no more bytes, and ignores a failure after the first bytes.
TEST(WatchedSocketsTest, EachReadAfterAFloodFailsAndTheClientSeesTheEnd) {
  std::array<int, 2> ends = {};
  ASSERT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data()), 0);
  WatchSocket(ends[0], "client", std::make_shared<FloodGuard>(size_t{10}, 10));
  std::string flood = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
  const std::string unknown_frame("\0\0\0\x7f\0\0\0\0\0", 9);
  for (int i = 0; i < 2 * FrameLimits::kControlBurst; ++i) flood += unknown_frame;
  ASSERT_EQ(send(ends[1], flood.data(), flood.size(), 0), static_cast<ssize_t>(flood.size()));
  ssize_t received = 0;
  size_t before = 0;
  while ((received = Receive(ends[0])) > 0) before += static_cast<size_t>(received);
  EXPECT_EQ(received, -1);
  EXPECT_LT(before, flood.size());
  for (int i = 0; i < 3; ++i) EXPECT_EQ(Receive(ends[0]), -1) << "bytes after the flood";
  char byte = 0;
  EXPECT_EQ(recv(ends[1], &byte, 1, MSG_DONTWAIT), 0) << "the connection is open";
  close(ends[0]);
  close(ends[1]);
}

TEST(WatchedSocketsTest, AConnectionThatGrpcFreesAtExitIsDeleted) {
  const auto end = [] {
    // FreeServer() runs after the exit functions of OpenSSL, as in a thread of gRPC that runs late.
    std::atexit(FreeServer);
    auto guard = std::make_shared<FloodGuard>(size_t{10}, 10);
    g_guard = guard;
    WatchTls(std::move(guard));
    const Ends ends = Connect();
    std::array<char, 1> byte = {'P'};
    if (SSL_write(ends.client, byte.data(), 1) != 1 || SSL_read(ends.server, byte.data(), 1) != 1) std::_Exit(1);
    WatchTls(nullptr);
    if (g_guard.expired()) std::_Exit(1);
    g_server = ends.server;
    std::exit(0);  // NOLINT: this is the subject of the test
  };
  EXPECT_EXIT(end(), ::testing::ExitedWithCode(kFreed), "");
}

}  // namespace
}  // namespace cpsizer::server
