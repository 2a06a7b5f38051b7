#include "tests/e2e/hostile/watched_server.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <utility>

#include "absl/functional/function_ref.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/time/clock.h"
#include "tests/e2e/calls.h"
#include "tests/e2e/programs.h"
#include "tests/rpc/running_server.h"
#include "tests/testing/net/raw_http_client.h"
#include "tests/testing/sanitizers.h"

namespace cpsizer::e2e {
namespace {

using ::cpsizer::testing::kTimeout;

constexpr int kWarmUpConnections = 4;
constexpr int kWarmUpCalls = 50;
constexpr int kWarmUpItems = 1'000;
// The number of additional descriptors that may be open for a short time, such as sockets of the last call or of a
// probe.
constexpr size_t kDescriptorSlack = 8;
constexpr size_t kThreadSlack = 4;  // gRPC has its own threads, and their number varies

size_t ResidentBytes(pid_t pid) {
  std::ifstream file(absl::StrCat("/proc/", pid, "/statm"));
  size_t pages = 0;
  file >> pages >> pages;
  return pages * static_cast<size_t>(sysconf(_SC_PAGESIZE));
}

size_t Entries(pid_t pid, absl::string_view folder) {
  std::error_code ignored;
  const std::filesystem::directory_iterator entries(absl::StrCat("/proc/", pid, "/", folder), ignored);
  return static_cast<size_t>(std::distance(begin(entries), end(entries)));
}

bool Becomes(absl::FunctionRef<bool()> true_now) {
  for (const absl::Time end = absl::Now() + kTimeout; !true_now(); absl::SleepFor(absl::Milliseconds(20))) {
    if (absl::Now() > end) return false;
  }
  return true;
}

}  // namespace

std::vector<std::string> WatchedServer::Command(const std::vector<std::string>& more_flags) {
  std::vector<std::string> command = {ServerProgram(), "--grpc-addr=127.0.0.1:0", "--admin-addr=127.0.0.1:0",
                                      "--drain-delay=0s"};
  command.insert(command.end(), more_flags.begin(), more_flags.end());
  return command;
}

WatchedServer::WatchedServer(const std::vector<std::string>& command,
                             std::shared_ptr<grpc::ChannelCredentials> credentials)
    : credentials_(std::move(credentials)) {
  auto process = testing::ServerProcess::Start(command);
  EXPECT_TRUE(process.ok()) << process.status();
  process_ = std::move(process).value();
  const auto serving = process_->process().WaitForLine(
      [](absl::string_view line) { return absl::StrContains(line, "adminAddress"); }, kTimeout);
  const std::string log = process_->process().standard_error();
  constexpr absl::string_view kAdmin = "adminAddress";
  const size_t at = log.find("127.0.0.1:", log.find(kAdmin.data(), 0, kAdmin.size()));
  if (serving.has_value()) admin_address_ = log.substr(at, log.find_first_of("\" ", at) - at);
  WarmUp();
  SetBaseline();
}

void WatchedServer::SetBaseline() {
  const pid_t pid = process_->process().pid();
  memory_before_ = ResidentBytes(pid);
  descriptors_before_ = Entries(pid, "fd");
  threads_before_ = Entries(pid, "task");
  log_seen_ = process_->process().standard_error().size();
}

std::shared_ptr<grpc::Channel> WatchedServer::Connect() const {
  return OwnConnection(address(), credentials_);
}

// Makes usual calls, so that one-time costs, such as thread pools and their memory, are part of the initial state and
// are not attributed to an attack.
void WatchedServer::WarmUp() const {
  v1::BatchRecommendSizeRequest batch;
  *batch.mutable_cluster_sizing_configuration() = testing::SmallRequest().cluster_sizing_configuration();
  for (int i = 0; i < kWarmUpItems; ++i) batch.add_items()->mutable_demand()->set_memory("20Gi");
  for (int i = 0; i < kWarmUpConnections; ++i) {
    const auto channel = Connect();
    for (int call = 0; call < kWarmUpCalls; ++call) EXPECT_TRUE(Recommend(channel).ok());
    grpc::ClientContext context;
    testing::SetTimeout(context);
    v1::BatchRecommendSizeResponse response;
    const grpc::Status status = v1::SizingService::NewStub(channel)->BatchRecommendSize(&context, batch, &response);
    EXPECT_TRUE(status.ok()) << status.error_message();
  }
}

std::string WatchedServer::MetricsPage() const {
  testing::RawHttpClient client(admin_address_);
  client.Begin("GET", "/metrics");
  return client.Read().body;
}

double WatchedServer::Metric(absl::string_view name) const {
  const std::string page = MetricsPage();
  double value = -1;
  for (const absl::string_view line : absl::StrSplit(page, '\n')) {
    if (!absl::StartsWith(line, absl::StrCat(name, " "))) continue;
    EXPECT_TRUE(absl::SimpleAtod(line.substr(name.size() + 1), &value)) << line;
  }
  return value;
}

bool WatchedServer::AwaitMetric(absl::string_view name, double least, double most) const {
  return Becomes([&] {
    const double value = Metric(name);
    return least <= value && value <= most;
  });
}

bool WatchedServer::AwaitNewConnection() const {
  return Becomes([&] { return Recommend(Connect()).ok(); });
}

void WatchedServer::ExpectUnchanged(const Trace& trace) {
  const pid_t pid = process_->process().pid();
  EXPECT_TRUE(Becomes([&] { return Entries(pid, "fd") <= descriptors_before_ + kDescriptorSlack; }))
      << Entries(pid, "fd") << " descriptors, at first " << descriptors_before_;
  EXPECT_TRUE(Becomes([&] { return Entries(pid, "task") <= threads_before_ + kThreadSlack; }))
      << Entries(pid, "task") << " threads, at first " << threads_before_;
  const grpc::Status status = Recommend(Connect());
  EXPECT_TRUE(status.ok()) << "the next ordinary call: " << status.error_message();
  EXPECT_FALSE(process_->process().Wait(absl::ZeroDuration()).has_value())
      << "it ended: " << process_->process().standard_error();
  const size_t allowed = memory_before_ + memory_before_ / 5 + trace.memory_bytes;
  if (cpsizer::testing::kSanitizersAllocator) {
    std::cout << "memory is not checked: AddressSanitizer keeps freed memory" << std::endl;
  } else {
    EXPECT_TRUE(Becomes([&] { return ResidentBytes(pid) <= allowed; }))
        << ResidentBytes(pid) << " bytes in memory, at first " << memory_before_;
  }
  for (const absl::string_view line : absl::StrSplit(MetricsPage(), '\n')) {
    const bool ours = absl::StartsWith(line, "grpc_server_handled_total{") && absl::StrContains(line, "_code=\"");
    if (ours && (absl::StrContains(line, "\"Internal\"") || absl::StrContains(line, "\"Unknown\""))) {
      EXPECT_TRUE(absl::EndsWith(line, " 0")) << line;
    }
  }
  ExpectCleanLog(trace.log_bytes);
}

void WatchedServer::ExpectCleanLog(size_t may_grow) {
  std::string log = process_->process().standard_error();
  log.resize(log.rfind('\n') + 1);  // only complete lines
  const std::string grown = log.substr(log_seen_);
  log_seen_ = log.size();
  EXPECT_LE(grown.size(), may_grow) << grown.substr(0, 2'000);
  for (const absl::string_view line : absl::StrSplit(grown, '\n', absl::SkipEmpty())) {
    EXPECT_TRUE(std::all_of(line.begin(), line.end(), [](unsigned char c) { return absl::ascii_isprint(c); })) << line;
    EXPECT_TRUE(nlohmann::json::accept(line.begin(), line.end())) << line;
  }
}

}  // namespace cpsizer::e2e
