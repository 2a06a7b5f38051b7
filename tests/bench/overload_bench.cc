// Measures unary calls at several times the rate that cpsizer-server can answer. The server runs on one core, and the
// load generator on another core. Each measurement starts a new server.
#include <google/protobuf/message_lite.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/synchronization/mutex.h"
#include "tests/bench/load_generator.h"
#include "tests/bench/machine.h"
#include "tests/bench/measured_servers.h"
#include "tests/bench/replica_requests.h"
#include "tests/bench/requests.h"

namespace cpsizer::bench {
namespace {

constexpr int kPods = 500;
constexpr int kManySizes = 500;
constexpr int kFewSizes = 10;
constexpr int kBatch = 1'000;
constexpr int kConnections[] = {8, 64};
constexpr absl::Duration kDeadline = absl::Milliseconds(250);
constexpr int kOutstanding = 64;
constexpr std::pair<Server, const char*> kServers[] = {{Server::kOurs, "plaintext"},
                                                       {Server::kOursDeployed, "mTLS with rules"}};

struct OverloadCase {
  const char* name;
  std::vector<LoadRequest> requests;
  bool new_configurations = false;
};

struct OverloadResult {
  std::string name;
  double capacity = 0;  // responses per second, without a limit of the rate
  Measurement half;     // at half of the capacity
  Measurement more;     // at 1.5 times the capacity
  Measurement most;     // at 4 times the capacity
  int threads = 0;      // the largest number of threads in all measurements
};

LoadRequest RequestOf(absl::string_view method, const google::protobuf::MessageLite& request) {
  return {absl::StrCat("/cpsizer.v1.SizingService/", method), request.SerializeAsString()};
}

std::vector<OverloadCase> OverloadCases() {
  const LoadRequest replicas = RequestOf("RecommendReplicas", MakeReplicasRequest(Measured::kResource, kPods, 1));
  return {{"RecommendReplicas, 500 pods", {replicas}},
          {"RecommendSize, 500 sizes", {RequestOf("RecommendSize", MakeRequest(kManySizes, v1::DETAIL_FULL))}, true},
          {"these replicas, 10 sizes and batches in turn",
           {replicas, RequestOf("RecommendSize", MakeRequest(kFewSizes, v1::DETAIL_FULL)),
            RequestOf("BatchRecommendSize", MakeBatch(kBatch, kFewSizes, Configuration::kShared, v1::DETAIL_BRIEF))}}};
}

class OverloadBench {
 public:
  OverloadBench(const std::string& server, absl::Duration window) : servers_({server, "", "", ""}), window_(window) {}

  absl::Status Run() {
    for (const auto& [server, server_name] : kServers) {
      for (const OverloadCase& measured : OverloadCases()) {
        for (const int connections : kConnections) {
          OverloadResult result;
          result.name = absl::StrCat(measured.name, ", ", connections, " connections, ", server_name);
          fprintf(stderr, "%s\n", result.name.c_str());
          if (absl::Status status = MeasureCase(server, measured, connections, result); !status.ok()) return status;
          results_.push_back(std::move(result));
        }
      }
    }
    return absl::OkStatus();
  }

  void Print() const {
    printf(
        "| calls with a deadline of 250 ms | capacity/s | goodput at 1.5x | at 4x | p99 at half | p99 at 4x, of at "
        "half "
        "| late at 1.5x, at 4x | refusal p50, p99 | threads |\n| - | -: | -: | -: | -: | -: | -: | -: | -: |\n");
    for (const OverloadResult& result : results_) {
      const Measurement& most = result.most;
      printf("| %s | %.0f | %.2f | %.2f | %.1f ms | %.1f | %.1f %%, %.1f %% | %.1f, %.1f ms | %d |\n",
             result.name.c_str(), result.capacity, result.more.calls_per_second / result.capacity,
             most.calls_per_second / result.capacity, result.half.p99_micros / 1e3,
             most.p99_micros / result.half.p99_micros, LatePercent(result.more), LatePercent(most),
             most.refusal_p50_micros / 1e3, most.refusal_p99_micros / 1e3, result.threads);
    }
  }

 private:
  // Returns the percentage of the calls that ended with DEADLINE_EXCEEDED.
  static double LatePercent(const Measurement& measurement) {
    const int64_t all = measurement.calls + measurement.refused + measurement.late;
    return 100 * static_cast<double>(measurement.late) / static_cast<double>(all);
  }

  absl::Status MeasureCase(Server server, const OverloadCase& measured, int connections, OverloadResult& result) const {
    Load load;
    load.requests = measured.requests;
    load.new_configurations = measured.new_configurations;
    load.connections = connections;
    load.credentials = servers_.CredentialsFor(server);
    load.warm_up = window_ / 2;
    load.window = window_;
    load.outstanding = kOutstanding;
    const absl::StatusOr<Measurement> alone = Measure(server, load);
    if (!alone.ok()) return alone.status();
    result.capacity = alone->calls_per_second;
    result.threads = alone->server_threads;
    load.deadline = kDeadline;
    const std::pair<double, Measurement*> rates[] = {{0.5, &result.half}, {1.5, &result.more}, {4, &result.most}};
    for (const auto& [times, figures] : rates) {
      load.calls_per_second = times * result.capacity;
      const absl::StatusOr<Measurement> measurement = Measure(server, load);
      if (!measurement.ok()) return measurement.status();
      *figures = *measurement;
      result.threads = std::max(result.threads, measurement->server_threads);
    }
    return absl::OkStatus();
  }

  absl::StatusOr<Measurement> Measure(Server server, const Load& load) const {
    const auto process = servers_.Start(server);
    if (!process.ok()) return process.status();
    Measurement measurement = PutLoad((*process)->address(), (*process)->process().pid(), load);
    if (measurement.errors > 0) return absl::InternalError(measurement.first_error);
    return measurement;
  }

  const MeasuredServers servers_;
  const absl::Duration window_;
  std::vector<OverloadResult> results_;
};

}  // namespace
}  // namespace cpsizer::bench

int main(int argc, char** argv) {
  absl::SetMutexDeadlockDetectionMode(absl::OnDeadlockCycle::kIgnore);
  CLI::App app("Measures unary calls above the capacity of cpsizer-server.", "cpsizer_overload_bench");
  std::string server;
  int window_millis = 4'000;
  app.add_option("--server", server, "cpsizer-server, release build")->required();
  app.add_option("--window-millis", window_millis, "of each measurement")->check(CLI::Range(1, 60'000));
  CLI11_PARSE(app, argc, argv);
  cpsizer::bench::PinLoadGenerator();
  cpsizer::bench::OverloadBench bench(server, absl::Milliseconds(window_millis));
  const absl::Status status = bench.Run();
  bench.Print();
  if (status.ok()) return 0;
  fprintf(stderr, "cpsizer_overload_bench: %s\n", std::string(status.message()).c_str());
  return 1;
}
