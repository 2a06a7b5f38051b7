// What a call costs over loopback, beside an echo server of the same bytes. Server on one core, generator on another, a
// fresh server for every measurement, cases in random order in every round; ratios are taken within a round.
#include <stdlib.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <fstream>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/synchronization/mutex.h"
#include "tests/bench/call_cases.h"
#include "tests/bench/call_results.h"
#include "tests/bench/load_generator.h"
#include "tests/bench/machine.h"
#include "tests/testing/server_process.h"

namespace cpsizer::bench {
namespace {

constexpr int kServerCore = 0;
// A measurement during which others used more than this share of the machine is taken again.
constexpr double kDisturbed = 0.04;
constexpr int kMostTries = 3;

struct Options {
  Programs programs;
  int rounds = 9;
  int warm_up_millis = 400;
  int window_millis = 1'200;
};

// A file with `content` that is removed with its scope.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& content) {
    close(mkstemp(path_));
    std::ofstream(path_, std::ios::binary) << content;
  }
  ~TemporaryFile() { unlink(path_); }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  std::string path() const { return path_; }

 private:
  char path_[64] = "/tmp/cpsizer-bench.XXXXXX";
};

class CallBench {
 public:
  CallBench(const Options& options, std::vector<Payload> payloads)
      : options_(options),
        payloads_(std::move(payloads)),
        response_(payloads_[static_cast<size_t>(Message::kOne)].response) {}

  absl::Status Run() {
    std::mt19937 random;  // the same order every time
    std::vector<Case> order(Cases().begin(), Cases().end());
    for (int round = 1; round <= options_.rounds; ++round) {
      fprintf(stderr, "\rround %d of %d", round, options_.rounds);
      std::shuffle(order.begin(), order.end(), random);
      for (const Case& measured : order) {
        const absl::StatusOr<Measurement> measurement = MeasureUndisturbed(measured);
        if (!measurement.ok()) return measurement.status();
        results_.Add(measured.id, *measurement);
      }
    }
    fprintf(stderr, "\n");
    return absl::OkStatus();
  }

  void Print() const {
    const Payload& one = payloads_[static_cast<size_t>(Message::kOne)];
    printf("request %zu bytes, response %zu bytes, %d rounds\n", one.request_bytes, one.response.size(),
           options_.rounds);
    PrintTable(results_);
    PrintGoals(results_);
  }

  // Calls that failed, in any case and round.
  int64_t failed() const {
    int64_t failed = 0;
    for (const Case& measured : Cases()) {
      for (const Measurement& round : results_.Rounds(measured.id)) failed += round.errors + round.unfinished;
    }
    return failed;
  }

 private:
  absl::StatusOr<Measurement> MeasureUndisturbed(const Case& measured) {
    absl::StatusOr<Measurement> best = Measure(measured);
    for (int tries = 1; best.ok() && best->foreign_cpu > kDisturbed && tries < kMostTries; ++tries) {
      absl::StatusOr<Measurement> next = Measure(measured);
      if (!next.ok() || next->foreign_cpu < best->foreign_cpu) best = std::move(next);
    }
    return best;
  }

  absl::StatusOr<Measurement> Measure(const Case& measured) {
    absl::StatusOr<std::unique_ptr<testing::ServerProcess>> server =
        testing::ServerProcess::Start(PinnedCommand(kServerCore, Command(measured.server)));
    if (!server.ok()) return server.status();
    const Payload& payload = payloads_[static_cast<size_t>(measured.message)];
    Load load;
    load.method = payload.method;
    load.request = payload.request;
    load.response_bytes = payload.response.size();
    load.outstanding = measured.outstanding;
    load.calls_per_second = measured.calls_per_second;
    load.warm_up = absl::Milliseconds(options_.warm_up_millis);
    load.window = absl::Milliseconds(options_.window_millis);
    return PutLoad((*server)->address(), (*server)->process().pid(), load);
  }

  std::vector<std::string> Command(Server server) const {
    switch (server) {
      case Server::kOurs:
        break;
      case Server::kEcho:
        return {options_.programs.echo, "--response=" + response_.path()};
      case Server::kEchoBuiltAsOurs:
        return {options_.programs.echo_built_as_ours, "--response=" + response_.path(), "--deadlock-detection=false"};
    }
    return {options_.programs.server, "--grpc-addr=127.0.0.1:0"};
  }

  const Options options_;
  const std::vector<Payload> payloads_;
  const TemporaryFile response_;
  CallResults results_;
};

absl::StatusOr<std::vector<Payload>> AskServer(const std::string& program) {
  absl::StatusOr<std::unique_ptr<testing::ServerProcess>> server =
      testing::ServerProcess::Start({program, "--grpc-addr=127.0.0.1:0"});
  if (!server.ok()) return server.status();
  return AskForPayloads((*server)->address());
}

int Fail(const absl::Status& status) {
  fprintf(stderr, "cpsizer_call_bench: %s\n", std::string(status.message()).c_str());
  return 1;
}

int Run(const Options& options) {
  PinThisProcess(std::min(kServerCore + 1, CoreCount() - 1));
  if (CoreCount() == 1) fprintf(stderr, "one core only: server and generator share it, the figures mean little\n");
  absl::StatusOr<std::vector<Payload>> payloads = AskServer(options.programs.server);
  if (!payloads.ok()) return Fail(payloads.status());
  CallBench bench(options, *std::move(payloads));
  const absl::Status status = bench.Run();
  if (!status.ok()) return Fail(status);
  bench.Print();
  return bench.failed() == 0 ? 0 : 1;
}

}  // namespace
}  // namespace cpsizer::bench

int main(int argc, char** argv) {
  absl::SetMutexDeadlockDetectionMode(absl::OnDeadlockCycle::kIgnore);
  CLI::App app("Measures calls to cpsizer-server beside an echo server.", "cpsizer_call_bench");
  cpsizer::bench::Options options;
  app.add_option("--server", options.programs.server, "cpsizer-server, release build")->required();
  app.add_option("--echo", options.programs.echo, "echo server, shared libraries")->required();
  app.add_option("--echo-built-as-ours", options.programs.echo_built_as_ours, "echo server, release build")->required();
  app.add_option("--rounds", options.rounds, "measurements of each case")->check(CLI::Range(1, 1'000));
  app.add_option("--warm-up-millis", options.warm_up_millis, "before each measurement")->check(CLI::Range(0, 60'000));
  app.add_option("--window-millis", options.window_millis, "of each measurement")->check(CLI::Range(1, 60'000));
  CLI11_PARSE(app, argc, argv);
  return cpsizer::bench::Run(options);
}
