#include "tests/bench/overload.h"

#include <cstdio>
#include <utility>

#include "absl/strings/str_cat.h"
#include "tests/bench/replica_requests.h"
#include "tests/bench/requests.h"

namespace cpsizer::bench {
namespace {

constexpr int kPods = 500;
constexpr int kManySizes = 100;
constexpr absl::Duration kDeadline = absl::Milliseconds(250);
constexpr int kOutstanding = 64;

struct OverloadCase {
  const char* name;
  const char* method;
  std::string request;
  bool new_configurations;
};

std::vector<OverloadCase> OverloadCases() {
  return {{"RecommendReplicas, 500 pods", "RecommendReplicas",
           MakeReplicasRequest(Measured::kResource, kPods, 1).SerializeAsString(), false},
          {"RecommendSize, 100 sizes", "RecommendSize", MakeRequest(kManySizes, v1::DETAIL_FULL).SerializeAsString(),
           true}};
}

// Sends calls to a new server. Without a rate, measures the capacity.
absl::StatusOr<Measurement> MeasureRate(const MeasuredServers& servers, Load load, double rate) {
  const auto server = servers.Start(Server::kOurs);
  if (!server.ok()) return server.status();
  load.calls_per_second = rate;
  load.outstanding = kOutstanding;
  if (rate > 0) load.deadline = kDeadline;
  return PutLoad((*server)->address(), (*server)->process().pid(), load);
}

absl::StatusOr<OverloadResult> MeasureCase(const MeasuredServers& servers, const OverloadCase& measured,
                                           int connections, absl::Duration window) {
  Load load;
  load.method = absl::StrCat("/cpsizer.v1.SizingService/", measured.method);
  load.request = measured.request;
  load.new_configurations = measured.new_configurations;
  load.connections = connections;
  load.warm_up = window / 2;
  load.window = window;
  OverloadResult result;
  result.name = absl::StrCat(measured.name, ", ", connections, " connections");
  const absl::StatusOr<Measurement> alone = MeasureRate(servers, load, 0);
  if (!alone.ok()) return alone.status();
  result.capacity = alone->calls_per_second;
  const std::pair<double, Measurement*> rates[] = {{0.5, &result.half}, {1.5, &result.more}, {4, &result.most}};
  for (const auto& [times, figures] : rates) {
    const absl::StatusOr<Measurement> measurement = MeasureRate(servers, load, times * result.capacity);
    if (!measurement.ok()) return measurement.status();
    *figures = *measurement;
  }
  return result;
}

}  // namespace

absl::StatusOr<std::vector<OverloadResult>> MeasureOverload(const MeasuredServers& servers, absl::Duration window) {
  std::vector<OverloadResult> results;
  for (const OverloadCase& measured : OverloadCases()) {
    for (const int connections : {8, 64}) {
      absl::StatusOr<OverloadResult> result = MeasureCase(servers, measured, connections, window);
      if (!result.ok()) return result.status();
      results.push_back(*std::move(result));
    }
  }
  return results;
}

void PrintOverload(const std::vector<OverloadResult>& results) {
  printf(
      "\n| Unary overload, deadline 250 ms | capacity/s | goodput at 1.5x | at 4x | p99 at half | p99 at 4x / at half "
      "| "
      "refused, late at 4x | refusal p50, p99 |\n| - | -: | -: | -: | -: | -: | -: | -: |\n");
  for (const OverloadResult& result : results) {
    printf("| %s | %.0f | %.2f | %.2f | %.1f ms | %.1f | %lld, %lld | %.1f, %.1f ms |\n", result.name.c_str(),
           result.capacity, result.more.calls_per_second / result.capacity,
           result.most.calls_per_second / result.capacity, result.half.p99_micros / 1e3,
           result.most.p99_micros / result.half.p99_micros, static_cast<long long>(result.most.refused),
           static_cast<long long>(result.most.late), result.most.refusal_p50_micros / 1e3,
           result.most.refusal_p99_micros / 1e3);
  }
}

}  // namespace cpsizer::bench
