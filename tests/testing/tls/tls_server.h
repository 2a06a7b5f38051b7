#ifndef CPSIZER_TESTS_TESTING_TLS_TLS_SERVER_H_
#define CPSIZER_TESTS_TESTING_TLS_TLS_SERVER_H_

#include <openssl/types.h>

#include <string>
#include <thread>

#include "tests/testing/tls/certificates.h"

namespace cpsizer::testing {

// Returns the TLS context of a server with this certificate. The caller frees it.
SSL_CTX* NewServerContext(const CertifiedKey& identity);

// Blocks SIGPIPE on the current thread. Each thread that serves TLS must call this function, because OpenSSL may write
// to a closed connection and SIGPIPE would terminate this process. The signal is blocked and not ignored: programs that
// tests start would inherit an ignored signal.
void BlockBrokenPipe();

// A server on a port of 127.0.0.1 that presents a certificate and then closes each connection. It is used for clients
// that must reject the certificate.
class TlsServer {
 public:
  explicit TlsServer(const CertifiedKey& identity);
  ~TlsServer();
  TlsServer(const TlsServer&) = delete;
  TlsServer& operator=(const TlsServer&) = delete;

  std::string url() const;

 private:
  void Serve();

  SSL_CTX* const context_;
  int port_ = 0;
  int listener_ = -1;
  std::thread thread_;
};

}  // namespace cpsizer::testing

#endif  // CPSIZER_TESTS_TESTING_TLS_TLS_SERVER_H_
