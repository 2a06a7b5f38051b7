// Tests the real server under load. During the load, the certificates of the server are replaced a few times per
// second, as Kubernetes replaces them.
#include <grpcpp/grpcpp.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <atomic>
#include <thread>
#include <vector>

#include "absl/time/clock.h"
#include "tests/e2e/calls.h"
#include "tests/e2e/programs.h"
#include "tests/e2e/secret_volume.h"
#include "tests/testing/tls/certificates.h"

namespace cpsizer::e2e {
namespace {

using ::cpsizer::testing::CertificateAuthority;
using ::cpsizer::testing::CertifiedKey;

constexpr absl::Duration kTlsRotationTimeout = absl::Seconds(60);
constexpr int kReloads = 3;

TEST(TlsRotationTest, NoCallAndNoNewConnectionFailsWhileSecretsAreReplaced) {
  const CertificateAuthority authority("authority");
  SecretVolume volume(authority);
  std::vector<std::string> flags = volume.Flags();
  flags.emplace_back("--drain-delay=0s");
  auto server = StartServer(flags);
  ASSERT_TRUE(server.ok()) << server.status();
  const CertifiedKey client = authority.Issue({.names = "DNS:client"});
  const auto connect = [&] {
    return OwnConnection((*server)->address(), grpc::SslCredentials({authority.pem(), client.key, client.certificate}));
  };

  std::atomic<bool> done = false;
  std::atomic<int> calls = 0;
  std::atomic<int> connections = 0;
  std::thread caller([&, kept = connect()] {
    for (; !done; ++calls) {
      const grpc::Status status = Recommend(kept);
      ASSERT_TRUE(status.ok()) << status.error_message();
    }
  });
  std::thread newcomer([&] {
    for (; !done; ++connections) {
      const grpc::Status status = Recommend(connect());
      ASSERT_TRUE(status.ok()) << status.error_message();
    }
  });
  // Replaces the certificates more often than the server polls. Therefore the server also reads the files in the middle
  // of a replacement.
  const absl::Time end = absl::Now() + kTlsRotationTimeout;
  while (ReloadsIn((*server)->process().standard_error()) < kReloads && absl::Now() < end) {
    volume.Rotate();
    const int before = connections;
    while (connections < before + 20 && absl::Now() < end) std::this_thread::yield();
  }
  done = true;
  caller.join();
  newcomer.join();
  EXPECT_GE(ReloadsIn((*server)->process().standard_error()), kReloads);
  EXPECT_GT(calls, 0);
  (*server)->process().Signal(SIGTERM);
  EXPECT_EQ((*server)->process().Wait(kTlsRotationTimeout), 0);
  RecordProperty("connections", connections);
  RecordProperty("calls", calls);
}

}  // namespace
}  // namespace cpsizer::e2e
