#ifndef CPSIZER_TESTS_E2E_TLS_TLS_HANDSHAKE_H_
#define CPSIZER_TESTS_E2E_TLS_TLS_HANDSHAKE_H_

#include <openssl/ssl.h>

#include <string>

#include "tests/testing/tls/certificates.h"

namespace cpsizer::e2e {

// The context of a client of HTTP/2 that trusts everybody. Owned by the caller.
SSL_CTX* NewClientContext(const testing::CertifiedKey& client);

// For tests alone: a client that speaks one version of TLS, which gRPC's cannot be made to.
inline constexpr int kTls10 = TLS1_VERSION;
inline constexpr int kTls11 = TLS1_1_VERSION;
inline constexpr int kTls12 = TLS1_2_VERSION;
inline constexpr int kTls13 = TLS1_3_VERSION;

// Whether a connection of this version, and no other, comes about with 127.0.0.1:PORT.
bool HandshakeWorks(const std::string& address, int version, const testing::CertifiedKey& client);

// Shakes hands as a client that knows no authority, and says so as it leaves, which gRPC's does not.
void RefuseServer(const std::string& address, const testing::CertifiedKey& client);

}  // namespace cpsizer::e2e

#endif  // CPSIZER_TESTS_E2E_TLS_TLS_HANDSHAKE_H_
