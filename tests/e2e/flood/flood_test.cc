// Floods the server with HTTP/2 frames while other clients make usual calls.
#include <gtest/gtest.h>
#include <signal.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <iostream>
#include <thread>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "absl/types/optional.h"
#include "tests/bench/machine.h"
#include "tests/e2e/admin_port.h"
#include "tests/e2e/calls.h"
#include "tests/e2e/flood/flood_client.h"
#include "tests/e2e/programs.h"
#include "tests/testing/temporary_folder.h"

namespace cpsizer::e2e {
namespace {

constexpr int64_t kMebibyte = int64_t{1} << 20;
constexpr int64_t kMaxPeak = 400 * kMebibyte;
constexpr size_t kRegularCallers = 4;
constexpr absl::Duration kRegularPause = absl::Milliseconds(5);
constexpr absl::Duration kRegularP99 = absl::Milliseconds(200);
constexpr absl::Duration kFloodTimeout = absl::Seconds(60);

struct NamedAttack {
  const char* name;
  Attack attack;
  const char* flood;  // value of the label `flood` of the metric
};
// Without this function the names of the tests would contain addresses.
void PrintTo(const NamedAttack& attack, std::ostream* out) {
  *out << attack.name;
}
constexpr NamedAttack kAttacks[] = {
    {"Continuations", Attack::kContinuations, "headers"},
    {"UnacknowledgedStreams", Attack::kUnacknowledgedStreams, "unacknowledged_settings"},
    {"WatchResets", Attack::kWatchResets, "resets"},
    {"Resets", Attack::kResets, "resets"},
    {"Pings", Attack::kPings, "pings"},
    {"WindowUpdates", Attack::kWindowUpdates, "control_frames"},
    {"OpenCalls", Attack::kOpenCalls, "open_calls"}};

// Returns how long each attack lasts.
absl::Duration FloodTime() {
  const char* const text = getenv("CPSIZER_FLOOD_SECONDS");
  int seconds = 0;
  return absl::Seconds(text != nullptr && absl::SimpleAtoi(text, &seconds) ? seconds : 2);
}

// Makes calls on one connection, one after the other.
class WellBehavedCaller {
 public:
  explicit WellBehavedCaller(std::shared_ptr<grpc::Channel> channel)
      : channel_(std::move(channel)), thread_([this] { Run(); }) {}
  ~WellBehavedCaller() { Stop(); }

  // Waits for the last call. Returns the durations of all calls. If a call failed, its error is in error().
  const std::vector<absl::Duration>& Stop() {
    done_ = true;
    if (thread_.joinable()) thread_.join();
    return times_;
  }
  const std::string& error() const { return error_; }

 private:
  void Run() {
    while (!done_) {
      const absl::Time begin = absl::Now();
      const grpc::Status status = Recommend(channel_);
      times_.push_back(absl::Now() - begin);
      if (!status.ok()) error_ = absl::StrCat(status.error_code(), " ", status.error_message());
      absl::SleepFor(kRegularPause);
    }
  }

  const std::shared_ptr<grpc::Channel> channel_;
  std::atomic<bool> done_ = false;
  std::vector<absl::Duration> times_;
  std::string error_;
  std::thread thread_;
};

class FloodTest : public ::testing::TestWithParam<NamedAttack> {
 protected:
  void Start(const std::vector<std::string>& more_flags) {
    const char* const other = getenv("CPSIZER_SERVER");
    std::vector<std::string> command = {other == nullptr ? ServerProgram() : other, "--grpc-addr=127.0.0.1:0",
                                        "--admin-addr=127.0.0.1:0", "--drain-delay=0s"};
    command.insert(command.end(), more_flags.begin(), more_flags.end());
    auto server = testing::ServerProcess::Start(command);
    ASSERT_TRUE(server.ok()) << server.status();
    server_ = *std::move(server);
    admin_.emplace(*server_);
  }

  // Attacks the server while well-behaved callers call it. Expects that the attack does not affect these callers.
  void Flood(const std::shared_ptr<grpc::ChannelCredentials>& credentials, const testing::CertifiedKey* identity) {
    std::vector<std::unique_ptr<WellBehavedCaller>> callers;
    for (size_t i = 0; i < kRegularCallers; ++i) {
      // The callers connect before the attack. They have the same address as the attacker, so the server may refuse new
      // connections from them during the attack.
      const auto first = OwnConnection(server_->address(), credentials);
      ASSERT_TRUE(Recommend(first).ok());
      callers.push_back(std::make_unique<WellBehavedCaller>(first));
    }
    {
      const FloodClient attacker(server_->address(), GetParam().attack, identity);
      absl::SleepFor(FloodTime());
      std::cout << GetParam().name << ": " << attacker.connections() << " connections, " << attacker.bytes() / kMebibyte
                << " MiB sent";
    }
    std::vector<absl::Duration> times;
    for (const auto& caller : callers) {
      const std::vector<absl::Duration>& all = caller->Stop();
      times.insert(times.end(), all.begin(), all.end());
      EXPECT_EQ(caller->error(), "");
    }
    std::sort(times.begin(), times.end());
    const absl::Duration p99 = times[times.size() * 99 / 100];
    const int64_t peak = bench::ResidentMemoryOf(server_->process().pid()).peak;
    std::cout << "; peak " << peak / kMebibyte << " MiB; " << times.size() << " calls, p99 " << p99 << ", longest "
              << times.back() << "\n";
    EXPECT_LE(peak, kMaxPeak);
    EXPECT_GT(admin_->Metric(absl::StrCat("cpsizer_floods_total{flood=\"", GetParam().flood, "\"}")).value_or(-1), 0);
    // The durations are meaningful only on an idle machine, so only the long form of the test checks them.
    if (getenv("CPSIZER_FLOOD_SECONDS") != nullptr) {
      EXPECT_LT(p99, kRegularP99);
    }
    callers.clear();
    server_->process().Signal(SIGTERM);
    EXPECT_EQ(server_->process().Wait(kFloodTimeout), 0) << server_->process().standard_error();
  }

  std::unique_ptr<testing::ServerProcess> server_;
  absl::optional<AdminPort> admin_;
};

TEST_P(FloodTest, OthersAreServedAndMemoryIsBounded) {
  Start({});
  Flood(grpc::InsecureChannelCredentials(), nullptr);
}

TEST_P(FloodTest, OthersAreServedAndMemoryIsBoundedWithTls) {
  const testing::CertificateAuthority authority("authority");
  const testing::TemporaryFolder folder;
  const testing::CertifiedKey identity = authority.IssueServer();
  const testing::CertifiedKey client = authority.Issue({.names = "DNS:client"});
  Start({"--tls-cert-file=" + folder.Write("crt", identity.certificate),
         "--tls-private-key-file=" + folder.Write("key", identity.key),
         "--client-ca-file=" + folder.Write("ca", authority.pem()), "--allowed-clients=dns:client"});
  Flood(grpc::SslCredentials({authority.pem(), client.key, client.certificate}), &client);
}

INSTANTIATE_TEST_SUITE_P(Attacks, FloodTest, ::testing::ValuesIn(kAttacks),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace cpsizer::e2e
