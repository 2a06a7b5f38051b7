// Tests of certificates that change continuously under load.
#include <gtest/gtest.h>
#include <stdio.h>

#include <atomic>
#include <functional>
#include <thread>
#include <vector>

#include "tests/rpc/polling_thread.h"
#include "tests/rpc/running_server.h"
#include "tests/rpc/security/tls_calls.h"
#include "tests/testing/temporary_folder.h"

namespace cpsizer::server {
namespace {

using ::cpsizer::testing::CertificateAuthority;
using ::cpsizer::testing::CertifiedKey;
using ::cpsizer::testing::PollingThread;
using ::cpsizer::testing::Recommend;
using ::cpsizer::testing::RecommendOverTls;
using ::cpsizer::testing::TemporaryFolder;
using ::cpsizer::testing::TlsChannel;

constexpr int kRotations = 20;
constexpr int kCallers = 2;

// Writes each file separately, as a careless tool does, so that the files do not match for some time.
using Write = std::function<void(const char* name, const std::string& text)>;
void WriteSlowly(const CertifiedKey& identity, const Write& write_and_wait, const Write& write) {
  write_and_wait("crt", identity.certificate.substr(0, 200));
  write_and_wait("crt", identity.certificate);
  write_and_wait("key", "");
  write("key", identity.key);
}

TEST(RotationTest, NoNewConnectionFailsWhileCertificatesChange) {
  const CertificateAuthority authority("authority");
  const TemporaryFolder folder;
  const CertifiedKey first = authority.IssueServer();
  ServerSetup setup = cpsizer::testing::TestSetup();
  setup.options.security.tls = {folder.Write("crt", first.certificate), folder.Write("key", first.key),
                                folder.Write("ca", authority.pem())};
  auto started = Server::Start(setup);
  ASSERT_TRUE(started.ok()) << started.status();
  Server& server = **started;
  const PollingThread polling(server);
  const CertifiedKey client = authority.Issue({.names = "DNS:client"});
  const auto kept = TlsChannel(server.address(), authority.pem(), client);
  ASSERT_TRUE(Recommend(*v1::SizingService::NewStub(kept)).ok());

  std::atomic<bool> done = false;
  std::atomic<int> connections = 0;
  std::vector<std::thread> callers;
  callers.reserve(kCallers);
  for (int i = 0; i < kCallers; ++i) {
    callers.emplace_back([&] {
      while (!done) {
        const grpc::Status status = RecommendOverTls(server.address(), authority.pem(), client);
        EXPECT_TRUE(status.ok()) << status.error_message();
        ++connections;
      }
    });
  }
  const Write write = [&](const char* name, const std::string& text) { folder.Write(name, text); };
  // Writes a file. Then waits until the server has refused the file and a client has connected again.
  const Write write_and_wait = [&](const char* name, const std::string& text) {
    const int64_t refused = server.tls_status()->refused;
    const int count = connections;
    folder.Write(name, text);
    while (server.tls_status()->refused == refused || connections == count) std::this_thread::yield();
  };
  for (int i = 1; i <= kRotations; ++i) {
    WriteSlowly(authority.IssueServer(), write_and_wait, write);
    while (server.tls_status()->taken < i) std::this_thread::yield();
  }
  done = true;
  for (std::thread& caller : callers) caller.join();
  EXPECT_TRUE(Recommend(*v1::SizingService::NewStub(kept)).ok()) << "a connection from before the first change";
  EXPECT_EQ(server.tls_status()->error, "");
  EXPECT_GE(connections, 3 * kRotations);
}

TEST(RotationTest, ARemovedAuthorityKeepsConnectionsButAllowsNoNewOnes) {
  const CertificateAuthority old_authority("old");
  const CertificateAuthority new_authority("new");
  const TemporaryFolder folder;
  const CertifiedKey identity = old_authority.IssueServer();
  ServerSetup setup = cpsizer::testing::TestSetup();
  setup.options.security.tls = {folder.Write("crt", identity.certificate), folder.Write("key", identity.key),
                                folder.Write("ca", old_authority.pem())};
  auto started = Server::Start(setup);
  ASSERT_TRUE(started.ok()) << started.status();
  Server& server = **started;
  const PollingThread polling(server);
  const CertifiedKey old_client = old_authority.Issue({.names = "DNS:client"});
  const CertifiedKey new_client = new_authority.Issue({.names = "DNS:client"});
  const auto kept = TlsChannel(server.address(), old_authority.pem(), old_client);
  ASSERT_TRUE(Recommend(*v1::SizingService::NewStub(kept)).ok());
  EXPECT_FALSE(RecommendOverTls(server.address(), old_authority.pem(), new_client).ok());
  const auto replace_authorities = [&](const std::string& pem) {
    const int64_t taken = server.tls_status()->taken;
    folder.Write("next", pem);
    ASSERT_EQ(rename(folder.PathOf("next").c_str(), folder.PathOf("ca").c_str()), 0);
    while (server.tls_status()->taken == taken) std::this_thread::yield();
  };

  replace_authorities(old_authority.pem() + new_authority.pem());
  EXPECT_TRUE(RecommendOverTls(server.address(), old_authority.pem(), old_client).ok());
  EXPECT_TRUE(RecommendOverTls(server.address(), old_authority.pem(), new_client).ok());

  replace_authorities(new_authority.pem());
  EXPECT_EQ(RecommendOverTls(server.address(), old_authority.pem(), old_client).error_code(),
            grpc::StatusCode::UNAVAILABLE);
  EXPECT_TRUE(RecommendOverTls(server.address(), old_authority.pem(), new_client).ok());
  EXPECT_TRUE(Recommend(*v1::SizingService::NewStub(kept)).ok());
}

}  // namespace
}  // namespace cpsizer::server
