// Restarts three replicas of the server one after another, as in a rolling update. During this time, clients call the
// replicas and the certificates of the replicas change. No call may fail.
#include <grpcpp/grpcpp.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <condition_variable>
#include <iostream>
#include <mutex>
#include <thread>
#include <vector>

#include "absl/strings/str_join.h"
#include "client/service/service_channel.h"
#include "tests/e2e/load/steady_callers.h"
#include "tests/e2e/programs.h"
#include "tests/e2e/secret_volume.h"
#include "tests/testing/environment.h"
#include "tests/testing/net/reserved_port.h"
#include "tests/testing/tls/certificates.h"

namespace cpsizer::e2e {
namespace {

using ::cpsizer::testing::CertificateAuthority;
using ::cpsizer::testing::CertifiedKey;
using ::cpsizer::testing::NumberOf;
using ::cpsizer::testing::ReservedPort;
using ::cpsizer::testing::ServerProcess;

constexpr absl::Duration kReplicasTimeout = absl::Seconds(60);
constexpr int kReplicas = 3;
constexpr int kClients = 3;
constexpr int kThreadsPerClient = 3;
// The number of rounds of the short form; `./dev soak replicas` runs the long form.
constexpr int kReplicasRounds = 3;
constexpr int kCalls = 10'000;
constexpr std::chrono::seconds kBetweenRotations(1);

// One replica of the server. Its address does not change.
class Replica {
 public:
  explicit Replica(const SecretVolume& volume) : flags_(volume.Flags()) {
    flags_.emplace_back("--drain-delay=1s");
    Start();
  }

  const std::string& address() const { return port_.address(); }

  // Restarts the server as Kubernetes does: sends SIGTERM, and starts the next server when the previous server has
  // exited.
  void Restart() {
    server_->process().Signal(SIGTERM);
    ASSERT_EQ(server_->process().Wait(kReplicasTimeout), 0) << server_->process().standard_error();
    reloads_ += ReloadsIn(server_->process().standard_error());
    Start();
  }

  // Returns how often the stopped servers of this replica have reloaded certificates.
  int reloads() const { return reloads_; }

 private:
  void Start() {
    auto server = StartServer(flags_, port_.address());
    ASSERT_TRUE(server.ok()) << server.status();
    server_ = *std::move(server);
  }

  const ReservedPort port_;
  std::vector<std::string> flags_;
  std::unique_ptr<ServerProcess> server_;
  int reloads_ = 0;
};

// Repeatedly replaces the certificates in a volume.
class Rotation {
 public:
  explicit Rotation(SecretVolume& volume) : thread_([this, &volume] { Run(volume); }) {}
  ~Rotation() {
    {
      const std::lock_guard lock(mutex_);
      done_ = true;
    }
    changed_.notify_all();
    thread_.join();
  }
  Rotation(const Rotation&) = delete;
  Rotation& operator=(const Rotation&) = delete;

  int count() {
    const std::lock_guard lock(mutex_);
    return count_;
  }

 private:
  void Run(SecretVolume& volume) {
    std::unique_lock lock(mutex_);
    while (!changed_.wait_for(lock, kBetweenRotations, [this] { return done_; })) {
      volume.Rotate();
      ++count_;
    }
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  bool done_ = false;
  int count_ = 0;
  std::thread thread_;
};

std::vector<std::shared_ptr<grpc::Channel>> Connect(const CertificateAuthority& authority,
                                                    const std::vector<std::string>& addresses) {
  const CertifiedKey client = authority.Issue({.names = "DNS:client"});
  const grpc::SslCredentialsOptions tls = {authority.pem(), client.key, client.certificate};
  std::vector<std::shared_ptr<grpc::Channel>> channels(kClients);
  for (auto& channel : channels) {
    channel = MakeServiceChannel("ipv4:" + absl::StrJoin(addresses, ","), &tls, "localhost");
  }
  return channels;
}

TEST(ReplicasTest, ARollingRestartUnderLoadLosesNoCallWhileCertificatesChange) {
  const int rounds = NumberOf("CPSIZER_ROUNDS", kReplicasRounds);
  const int calls = NumberOf("CPSIZER_CALLS", kCalls);
  const CertificateAuthority authority("authority");
  SecretVolume volume(authority);
  std::vector<std::unique_ptr<Replica>> replicas;
  std::vector<std::string> addresses;
  for (int i = 0; i < kReplicas; ++i) {
    replicas.push_back(std::make_unique<Replica>(volume));
    if (HasFatalFailure()) return;
    addresses.push_back(replicas.back()->address());
  }
  SteadyCallers callers(Connect(authority, addresses), kThreadsPerClient);
  for (const std::string& address : addresses) ASSERT_TRUE(callers.WaitForAnswersOf(address, kReplicasTimeout));
  int restarts = 0;
  int rotations = 0;
  {
    Rotation rotation(volume);
    for (int round = 0; round < rounds || callers.calls() < calls; ++round) {
      for (const auto& replica : replicas) {
        replica->Restart();
        if (HasFatalFailure()) return;
        ++restarts;
        // Waits as a rollout with `minReadySeconds` does. A client whose connection was refused waits a second before
        // it connects again.
        ASSERT_TRUE(callers.WaitForAnswersOf(replica->address(), kReplicasTimeout)) << callers.FirstFailures();
      }
    }
    rotations = rotation.count();
  }
  EXPECT_EQ(callers.failures(), 0) << callers.FirstFailures();
  EXPECT_GT(rotations, 0);
  for (const auto& replica : replicas) EXPECT_GT(replica->reloads(), 0) << replica->address();
  std::cout << callers.calls() << " calls, " << restarts << " restarts, " << rotations << " rotations, "
            << callers.failures() << " failures" << std::endl;
}

}  // namespace
}  // namespace cpsizer::e2e
