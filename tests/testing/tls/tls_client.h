#ifndef CPSIZER_TESTS_TESTING_TLS_TLS_CLIENT_H_
#define CPSIZER_TESTS_TESTING_TLS_TLS_CLIENT_H_

#include <openssl/types.h>

#include <memory>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "tests/testing/net/loopback_socket.h"
#include "tests/testing/tls/certificates.h"

namespace cpsizer::testing {

// One HTTPS connection to a server on 127.0.0.1. The test controls every byte. Waits at most a minute for each
// response.
class TlsClient {
 public:
  struct Reply {
    int code = 0;  // 0 if the connection ended before the response was complete
    absl::flat_hash_map<std::string, std::string> headers;  // names in lower case
    std::string body;
  };

  // Trusts `authority`, which is in PEM, for the name localhost. Presents `identity` if its certificate is not empty.
  TlsClient(absl::string_view address, const std::string& authority, const CertifiedKey& identity = {});
  ~TlsClient();
  TlsClient(const TlsClient&) = delete;
  TlsClient& operator=(const TlsClient&) = delete;

  // Returns whether the handshake succeeded.
  bool connected() const { return connected_; }
  // The certificate of the server, in PEM.
  std::string certificate() const;

  // Returns false if the server has ended the connection.
  bool Send(absl::string_view bytes);
  Reply Read();
  // Sends a POST request with a Content-Length and reads the response.
  Reply Post(absl::string_view target, absl::string_view body,
             const std::vector<std::string>& headers = {"Content-Type: application/json"});
  // Reads until the connection ends. Returns the bytes that were read.
  std::string ReadAll();

 private:
  bool Fill();

  const LoopbackSocket socket_;
  const std::unique_ptr<SSL_CTX, void (*)(SSL_CTX*)> context_;
  const std::unique_ptr<SSL, void (*)(SSL*)> tls_;
  bool connected_ = false;
  std::string buffer_;
};

}  // namespace cpsizer::testing

#endif  // CPSIZER_TESTS_TESTING_TLS_TLS_CLIENT_H_
