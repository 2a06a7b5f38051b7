#ifndef CPSIZER_TESTS_TESTING_TLS_TLS_FRONT_H_
#define CPSIZER_TESTS_TESTING_TLS_TLS_FRONT_H_

#include <openssl/types.h>

#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "tests/testing/tls/certificates.h"

namespace cpsizer::testing {

// A TLS proxy on a port of 127.0.0.1 for a server without TLS.
class TlsFront {
 public:
  // `server` is an address on 127.0.0.1, such as `127.0.0.1:40123`.
  TlsFront(const CertifiedKey& identity, std::string server);
  // Breaks open connections.
  ~TlsFront();
  TlsFront(const TlsFront&) = delete;
  TlsFront& operator=(const TlsFront&) = delete;

  int port() const { return port_; }

 private:
  void Accept();
  void Serve(int client);

  SSL_CTX* const context_;
  const std::string server_;
  int port_ = 0;
  int listener_ = -1;
  std::mutex mutex_;
  bool stopping_ = false;             // guarded by mutex_
  std::vector<int> clients_;          // guarded by mutex_; the open clients
  std::vector<std::thread> threads_;  // used by the acceptor thread, and then by the destructor
  std::thread acceptor_;
};

}  // namespace cpsizer::testing

#endif  // CPSIZER_TESTS_TESTING_TLS_TLS_FRONT_H_
