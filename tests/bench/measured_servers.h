#ifndef CPSIZER_TESTS_BENCH_MEASURED_SERVERS_H_
#define CPSIZER_TESTS_BENCH_MEASURED_SERVERS_H_

#include <grpcpp/security/credentials.h>

#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "tests/bench/call_cases.h"
#include "tests/testing/server_process.h"
#include "tests/testing/temporary_folder.h"
#include "tests/testing/tls/certificates.h"

namespace cpsizer::bench {

// The programs to measure.
struct Programs {
  std::string server;
  std::string echo;
  std::string echo_built_as_ours;
  std::string go_peer;  // empty if there is no Go peer
};

// Starts the measured servers. Each server is pinned to the same core, which the load generator does not use.
class MeasuredServers {
 public:
  explicit MeasuredServers(const Programs& programs);

  // Sets the response of the echo servers that are started after this call.
  void SetEchoResponse(const std::string& response) { folder_.Write(kResponseFile, response); }

  bool Has(Server server) const { return server != Server::kGoPeer || !programs_.go_peer.empty(); }
  // Starts a new server. Errors: the errors of ServerProcess::Start().
  absl::StatusOr<std::unique_ptr<testing::ServerProcess>> Start(Server server) const;
  // Returns the credentials for clients of `server`.
  std::shared_ptr<grpc::ChannelCredentials> CredentialsFor(Server server) const;

 private:
  static constexpr char kResponseFile[] = "response";

  std::vector<std::string> Command(Server server) const;
  // Returns the command of cpsizer-server with `flags`.
  std::vector<std::string> OurCommand(const std::vector<std::string>& flags) const;
  std::vector<std::string> MtlsFlags() const;

  const Programs programs_;
  const testing::TemporaryFolder folder_;
  const testing::CertificateAuthority authority_{"bench authority"};
  const testing::CertifiedKey client_;
};

}  // namespace cpsizer::bench

#endif  // CPSIZER_TESTS_BENCH_MEASURED_SERVERS_H_
