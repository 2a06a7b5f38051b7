// Sends reviews at a fixed rate to the webhook, which runs on one core. Prints the latencies and the CPU time of a
// review. Measures two reviews: a configuration with many sizes, and an object of a kind that is not validated. Then
// measures both reviews with a webhook in Go.
#include <sched.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "tests/testing/paths.h"
#include "tests/testing/server_process.h"
#include "tests/testing/temporary_folder.h"
#include "tests/testing/tls/certificates.h"
#include "tests/testing/tls/tls_client.h"
#include "tests/webhook/review_bodies.h"

namespace cpsizer::bench {
namespace {

using testing::ServerProcess;
using testing::TlsClient;
using Clock = std::chrono::steady_clock;

struct Load {
  int rate = 500;  // reviews per second
  int seconds = 10;
  int connections = 8;
  int sizes = 100;
};

struct Result {
  std::vector<double> milliseconds;  // the duration of each review since its scheduled time, ascending
  int failed = 0;
  double cpu_milliseconds = 0;  // per review

  double Quantile(double part) const {
    if (milliseconds.empty()) return 0;
    return milliseconds[static_cast<size_t>(part * static_cast<double>(milliseconds.size() - 1))];
  }
};

// Returns the user and system time of a process, in seconds.
double CpuSeconds(pid_t pid) {
  std::ifstream file(absl::StrCat("/proc/", pid, "/stat"));
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  // The times are the fields 14 and 15. The second field is a name in parentheses, so the fields are counted after it.
  const std::vector<std::string> fields = absl::StrSplit(text.substr(text.rfind(')') + 2), ' ');
  int64_t user = 0;
  int64_t system = 0;
  if (fields.size() < 13 || !absl::SimpleAtoi(fields[11], &user) || !absl::SimpleAtoi(fields[12], &system)) return 0;
  return static_cast<double>(user + system) / static_cast<double>(sysconf(_SC_CLK_TCK));
}

// A webhook on the first core. It has a certificate for localhost.
class Webhook {
 public:
  explicit Webhook(std::vector<std::string> command) {
    const testing::CertifiedKey identity = authority_.IssueServer();
    command.push_back(absl::StrCat("--tls-cert-file=", folder_.Write("tls.crt", identity.certificate)));
    command.push_back(absl::StrCat("--tls-private-key-file=", folder_.Write("tls.key", identity.key)));
    // The new process inherits the affinity of this process.
    cpu_set_t all;
    sched_getaffinity(0, sizeof all, &all);
    cpu_set_t first;
    CPU_ZERO(&first);
    CPU_SET(0, &first);
    sched_setaffinity(0, sizeof first, &first);
    absl::StatusOr<std::unique_ptr<ServerProcess>> server = ServerProcess::Start(command);
    sched_setaffinity(0, sizeof all, &all);
    if (!server.ok()) {
      std::cerr << std::string(server.status().message()) << std::endl;
      std::exit(1);
    }
    server_ = *std::move(server);
  }

  pid_t pid() const { return server_->process().pid(); }
  std::unique_ptr<TlsClient> Connect() const {
    return std::make_unique<TlsClient>(server_->address(), authority_.pem());
  }

 private:
  const testing::CertificateAuthority authority_{"webhook authority"};
  const testing::TemporaryFolder folder_;
  std::unique_ptr<ServerProcess> server_;
};

Result Run(const Webhook& webhook, const std::string& body, const Load& load) {
  Result result;
  std::mutex mutex;
  const int reviews = load.rate * load.seconds;
  const double cpu_before = CpuSeconds(webhook.pid());
  const Clock::time_point start = Clock::now() + std::chrono::milliseconds(200);
  std::vector<std::thread> callers;
  callers.reserve(static_cast<size_t>(load.connections));
  for (int caller = 0; caller < load.connections; ++caller) {
    callers.emplace_back([&, caller] {
      const auto client = webhook.Connect();
      std::vector<double> own;
      int failed = 0;
      for (int i = caller; i < reviews; i += load.connections) {
        const Clock::time_point due = start + std::chrono::nanoseconds(int64_t{1'000'000'000} * i / load.rate);
        std::this_thread::sleep_until(due);
        failed += client->Post("/validate?timeout=5s", body).code == 200 ? 0 : 1;
        own.push_back(std::chrono::duration<double, std::milli>(Clock::now() - due).count());
      }
      const std::lock_guard<std::mutex> lock(mutex);
      result.milliseconds.insert(result.milliseconds.end(), own.begin(), own.end());
      result.failed += failed;
    });
  }
  for (std::thread& caller : callers) caller.join();
  result.cpu_milliseconds = (CpuSeconds(webhook.pid()) - cpu_before) * 1'000 / reviews;
  std::sort(result.milliseconds.begin(), result.milliseconds.end());
  return result;
}

void Print(const std::string& name, size_t bytes, const Result& result) {
  std::printf("%-28s %8zu %7d %7.2f %7.2f %7.2f %11.3f\n", name.c_str(), bytes, result.failed, result.Quantile(0.5),
              result.Quantile(0.99), result.Quantile(1), result.cpu_milliseconds);
}

void Measure(const std::string& name, const std::vector<std::string>& command, const Load& load) {
  const Webhook webhook(command);
  nlohmann::json review = testing::ReviewOf("CREATE", testing::SizesOf(load.sizes, "0.6"));
  const std::string sizes = review.dump();
  review["request"]["kind"]["kind"] = "Other";
  const std::string other = review.dump();
  Print(absl::StrCat(name, ", not validated"), other.size(), Run(webhook, other, load));
  Print(absl::StrCat(name, ", validated"), sizes.size(), Run(webhook, sizes, load));
}

int Main(int argc, char** argv) {
  Load load;
  std::string peer;
  CLI::App app("Measures cpsizer-webhook at a fixed rate");
  app.add_option("--rate", load.rate, "reviews a second")->capture_default_str();
  app.add_option("--seconds", load.seconds, "of each run")->capture_default_str();
  app.add_option("--connections", load.connections, "kept open")->capture_default_str();
  app.add_option("--sizes", load.sizes, "of the configuration")->capture_default_str();
  app.add_option("--go-peer", peer, "the webhook in Go to compare with");
  CLI11_PARSE(app, argc, argv);
  std::printf("%d reviews a second for %d s on %d connections; latencies in ms from the time at which each is due\n\n",
              load.rate, load.seconds, load.connections);
  std::printf("%-28s %8s %7s %7s %7s %7s %11s\n", "webhook", "bytes", "failed", "p50", "p99", "max", "CPU/review");
  Measure("ours", {testing::ProgramPath("cpsizer-webhook"), "--https-addr=127.0.0.1:0"}, load);
  if (!peer.empty()) Measure("Go", {peer}, load);
  return 0;
}

}  // namespace
}  // namespace cpsizer::bench

int main(int argc, char** argv) {
  return cpsizer::bench::Main(argc, argv);
}
