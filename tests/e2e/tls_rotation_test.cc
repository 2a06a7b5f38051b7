// The real server while its certificates are replaced as Kubernetes does it, a few times a second and under load.
#include <grpcpp/grpcpp.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <atomic>
#include <filesystem>
#include <thread>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/time/clock.h"
#include "tests/e2e/calls.h"
#include "tests/e2e/programs.h"
#include "tests/testing/certificates.h"
#include "tests/testing/temporary_folder.h"

namespace cpsizer::e2e {
namespace {

namespace fs = std::filesystem;
using ::cpsizer::testing::CertificateAuthority;
using ::cpsizer::testing::CertifiedKey;
using ::cpsizer::testing::TemporaryFolder;

constexpr absl::Duration kPatience = absl::Seconds(60);
constexpr int kReloads = 3;

// A volume of a Secret: a link of each file into `..data`, and `..data` to the version of the hour.
class SecretVolume {
 public:
  explicit SecretVolume(const CertificateAuthority& authority) : authority_(authority) {
    for (const char* name : {"tls.crt", "tls.key", "ca.crt"}) {
      fs::create_symlink(absl::StrCat("..data/", name), folder_.PathOf(name));
    }
    Rotate();
  }

  void Rotate() {
    const std::string last = absl::StrCat("..", version_);
    const std::string version = absl::StrCat("..", ++version_);
    const CertifiedKey identity = authority_.IssueServer();
    folder_.Write(version + "/tls.crt", identity.certificate);
    folder_.Write(version + "/tls.key", identity.key);
    folder_.Write(version + "/ca.crt", authority_.pem());
    fs::create_directory_symlink(version, folder_.PathOf("..data_tmp"));
    fs::rename(folder_.PathOf("..data_tmp"), folder_.PathOf("..data"));
    fs::remove_all(folder_.PathOf(last));
  }

  std::vector<std::string> Flags() const {
    return {"--tls-cert-file=" + folder_.PathOf("tls.crt"), "--tls-private-key-file=" + folder_.PathOf("tls.key"),
            "--client-ca-file=" + folder_.PathOf("ca.crt"), "--allowed-clients=dns:client", "--drain-delay=0s"};
  }

 private:
  const CertificateAuthority& authority_;
  const TemporaryFolder folder_;
  int version_ = 0;
};

int ReloadsIn(const std::string& log) {
  int count = 0;
  for (const absl::string_view line : absl::StrSplit(log, '\n')) {
    if (absl::StrContains(line, "the TLS files changed; new connections use them")) ++count;
  }
  return count;
}

TEST(TlsRotationTest, NoCallAndNoNewConnectionFailsWhileSecretsAreSwapped) {
  const CertificateAuthority authority("authority");
  SecretVolume volume(authority);
  auto server = StartServer(volume.Flags());
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
  // Faster than the server looks: it meets them at any moment of a swap.
  const absl::Time end = absl::Now() + kPatience;
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
  EXPECT_EQ((*server)->process().Wait(kPatience), 0);
  RecordProperty("connections", connections);
  RecordProperty("calls", calls);
}

}  // namespace
}  // namespace cpsizer::e2e
