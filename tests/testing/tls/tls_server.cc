#include "tests/testing/tls/tls_server.h"

#include <openssl/bio.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

#include "absl/strings/str_cat.h"
#include "tests/testing/net/bind_loopback.h"

namespace cpsizer::testing {

SSL_CTX* NewServerContext(const CertifiedKey& identity) {
  SSL_CTX* const context = SSL_CTX_new(TLS_server_method());
  BIO* const certificate_text =
      BIO_new_mem_buf(identity.certificate.data(), static_cast<int>(identity.certificate.size()));
  BIO* const key_text = BIO_new_mem_buf(identity.key.data(), static_cast<int>(identity.key.size()));
  X509* const certificate = PEM_read_bio_X509(certificate_text, nullptr, nullptr, nullptr);
  EVP_PKEY* const key = PEM_read_bio_PrivateKey(key_text, nullptr, nullptr, nullptr);
  SSL_CTX_use_certificate(context, certificate);
  SSL_CTX_use_PrivateKey(context, key);
  EVP_PKEY_free(key);
  X509_free(certificate);
  BIO_free(key_text);
  BIO_free(certificate_text);
  return context;
}

void BlockBrokenPipe() {
  sigset_t broken_pipe;
  sigemptyset(&broken_pipe);
  sigaddset(&broken_pipe, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &broken_pipe, nullptr);
}

TlsServer::TlsServer(const CertifiedKey& identity)
    : context_(NewServerContext(identity)), listener_(BindLoopback(port_)) {
  listen(listener_, SOMAXCONN);
  thread_ = std::thread([this] { Serve(); });
}

TlsServer::~TlsServer() {
  shutdown(listener_, SHUT_RDWR);
  thread_.join();
  close(listener_);
  SSL_CTX_free(context_);
}

std::string TlsServer::url() const {
  return absl::StrCat("https://127.0.0.1:", port_);
}

// Serves one connection at a time. This is sufficient because a handshake is short.
void TlsServer::Serve() {
  BlockBrokenPipe();
  while (true) {
    const int connection = accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
    if (connection < 0) return;
    SSL* const tls = SSL_new(context_);
    SSL_set_fd(tls, connection);
    SSL_accept(tls);
    SSL_free(tls);
    close(connection);
  }
}

}  // namespace cpsizer::testing
