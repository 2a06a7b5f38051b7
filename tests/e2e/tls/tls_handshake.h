#ifndef CPSIZER_TESTS_E2E_TLS_TLS_HANDSHAKE_H_
#define CPSIZER_TESTS_E2E_TLS_TLS_HANDSHAKE_H_

#include <openssl/ssl.h>

#include <string>

#include "tests/testing/tls/certificates.h"

namespace cpsizer::e2e {

// Returns the context of an HTTP/2 client that trusts each server. The caller owns the context.
SSL_CTX* NewClientContext(const testing::CertifiedKey& client);

// TLS versions. The test client can use exactly one version, which the client of gRPC cannot do.
inline constexpr int kTls10 = TLS1_VERSION;
inline constexpr int kTls11 = TLS1_1_VERSION;
inline constexpr int kTls12 = TLS1_2_VERSION;
inline constexpr int kTls13 = TLS1_3_VERSION;

// Returns whether a TLS handshake with exactly this version succeeds. `address` is 127.0.0.1:PORT.
bool HandshakeWorks(const std::string& address, int version, const testing::CertifiedKey& client);

// Performs a handshake as a client that trusts no authority. This client sends an alert before it disconnects, unlike
// the client of gRPC.
void RefuseServer(const std::string& address, const testing::CertifiedKey& client);

}  // namespace cpsizer::e2e

#endif  // CPSIZER_TESTS_E2E_TLS_TLS_HANDSHAKE_H_
