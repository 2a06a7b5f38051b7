#ifndef CPSIZER_TESTS_RPC_SECURITY_TLS_CALLS_H_
#define CPSIZER_TESTS_RPC_SECURITY_TLS_CALLS_H_

#include <grpcpp/grpcpp.h>

#include <memory>
#include <string>

#include "tests/testing/tls/certificates.h"

namespace cpsizer::testing {

// Returns a new channel with its own connection. The server must use a certificate from IssueServer(). If `client` is
// empty, the client presents no certificate.
std::shared_ptr<grpc::Channel> TlsChannel(const std::string& address, const std::string& server_ca,
                                          const CertifiedKey& client);

// Makes one call of RecommendSize over a new connection.
grpc::Status RecommendOverTls(const std::string& address, const std::string& server_ca, const CertifiedKey& client);

}  // namespace cpsizer::testing

#endif  // CPSIZER_TESTS_RPC_SECURITY_TLS_CALLS_H_
