#include "tests/bench/call_goals.h"

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "absl/strings/str_format.h"
#include "absl/types/optional.h"

namespace cpsizer::bench {
namespace {

// The cases E and "E again" are the same measurement, so the ratio of their results must be within this range. If it is
// not, the machine was too busy, and the results are not valid.
constexpr double kNoiseLow = 0.97;
constexpr double kNoiseHigh = 1.03;

constexpr double kKibibyte = 1024;

struct Goal {
  int number;
  const char* text;
  absl::optional<double> seen;  // absent if the value was not measured
  double limit;
};

double Ratio(int64_t figure, int64_t base) {
  return static_cast<double>(figure) / static_cast<double>(base);
}

bool IsOurs(const Case& measured) {
  return measured.server == Server::kOurs || measured.server == Server::kOursOverMtls ||
         measured.server == Server::kOursDeployed || measured.server == Server::kOursWithoutCache;
}

std::vector<Goal> Goals(const CallResults& results, const MemoryFigures& memory) {
  double threads = 0;
  for (const Case& measured : Cases()) {
    if (IsOurs(measured)) threads = std::max(threads, Largest(results.Rounds(measured.id), Threads));
  }
  const auto cpu = [&](CaseId id, CaseId base) { return results.MedianRatio(id, base, ServerMicros); };
  const auto p50 = [&](CaseId id, CaseId base) { return results.MedianRatio(id, base, P50Micros); };
  return {
      {1, "RecommendSize: CPU, of E", cpu(CaseId::kOurs, CaseId::kEcho), 0.60},
      {1, "RecommendSize, new configurations: CPU, of E", cpu(CaseId::kOursNewConfigurations, CaseId::kEcho), 0.80},
      {1, "RecommendSize with a VPA: CPU, of E", cpu(CaseId::kOursWithVpa, CaseId::kEcho), 0.62},
      {2, "RecommendSize: CPU, of an echo built as ours", cpu(CaseId::kOurs, CaseId::kEchoBuiltAsOurs), 0.85},
      {2, "RecommendSize, new configurations: CPU, of an echo built as ours",
       cpu(CaseId::kOursNewConfigurations, CaseId::kEchoBuiltAsOurs), 1.15},
      {3, "CPU at 256 in flight, of at 64", cpu(CaseId::kOursAt256, CaseId::kOurs), 1.15},
      {3, "CPU at 8 in flight, of at 64", cpu(CaseId::kOursAt8, CaseId::kOurs), 1.15},
      {3, "Threads at any load", threads, 16},
      {4, "Item of 1,000 with its own configuration, FULL: CPU, of a call",
       cpu(CaseId::kBatchOwnFull, CaseId::kOursNewConfigurations), 0.33},
      {4, "Item of 1,000 under one configuration, BRIEF: CPU, of a call",
       cpu(CaseId::kBatchSharedBrief, CaseId::kOursNewConfigurations), 0.02},
      {4, "Item of 10,000, FULL: CPU, of one of 1,000", cpu(CaseId::kLargeBatchOwnFull, CaseId::kBatchOwnFull), 1.00},
      {4, "Item of 10,000, BRIEF: CPU, of one of 1,000", cpu(CaseId::kLargeBatchSharedBrief, CaseId::kBatchSharedBrief),
       1.00},
      {5, "p50 at 20,000/s, of E's", p50(CaseId::kOursAtRate, CaseId::kEchoAtRate), 1.10},
      {5, "CPU at 20,000/s, of E's", cpu(CaseId::kOursAtRate, CaseId::kEchoAtRate), 1.00},
      {5, "Failed and unfinished calls at 20,000/s", Largest(results.Rounds(CaseId::kOursAtRate), Failed), 0},
      {6, "CPU over mTLS, of plaintext", cpu(CaseId::kOursOverMtls, CaseId::kOurs), 1.30},
      {6, "CPU over mTLS with authorization and the admin port, of plaintext",
       cpu(CaseId::kOursDeployed, CaseId::kOurs), 1.30},
      {6, "Failed and unfinished mixed calls", Largest(results.Rounds(CaseId::kMixedDeployed), Failed), 0},
      {7, "Idle RSS, of E's", Ratio(memory.idle, memory.echo_idle), 1.20},
      {7, "RSS after 2,000,000 calls, of after 500,000", Ratio(memory.after_many, memory.after_few), 1.05},
      {7, "RSS for an idle connection, of 1,000: KiB", static_cast<double>(memory.for_connection) / kKibibyte, 19},
      {8, "RecommendSize: CPU, of grpc-go with the same decision", cpu(CaseId::kOurs, CaseId::kGoPeer), 0.45},
      {8, "RecommendSize, new configurations: CPU, of grpc-go with the same decision",
       cpu(CaseId::kOursNewConfigurations, CaseId::kGoPeer), 0.62},
      {9, "RecommendMachine with 100 samples, FULL: CPU, of RecommendSize",
       cpu(CaseId::kMachineFull, CaseId::kOursNewConfigurations), 2.00},
      {9, "RecommendMachine with 100 samples, BRIEF: CPU, of RecommendSize",
       cpu(CaseId::kMachineBrief, CaseId::kOursNewConfigurations), 2.00},
  };
}

void PrintGoal(const Goal& goal) {
  const char* verdict = "not measured";
  if (goal.seen.has_value()) verdict = *goal.seen <= goal.limit ? "reached" : "MISSED";
  const std::string seen = goal.seen.has_value() ? absl::StrFormat("%.3f", *goal.seen) : "";
  printf("| %d | %-66s | %8s | %7.2f | %-12s |\n", goal.number, goal.text, seen.c_str(), goal.limit, verdict);
}

}  // namespace

void PrintGoals(const CallResults& results, const MemoryFigures& memory) {
  printf("\n| # | %-66s | %8s | %7s | %-12s |\n", "Goal", "Seen", "At most", "");
  printf("| - | %s | %s: | %s: | %s |\n", std::string(66, '-').c_str(), std::string(7, '-').c_str(),
         std::string(6, '-').c_str(), std::string(12, '-').c_str());
  for (const Goal& goal : Goals(results, memory)) PrintGoal(goal);
  constexpr double kMebibyte = kKibibyte * kKibibyte;
  printf("\nRSS in MiB: idle %.1f, E idle %.1f, after 500,000 calls %.1f, after 2,000,000 %.1f\n",
         Ratio(memory.idle, 1) / kMebibyte, Ratio(memory.echo_idle, 1) / kMebibyte,
         Ratio(memory.after_few, 1) / kMebibyte, Ratio(memory.after_many, 1) / kMebibyte);
  const double noise = results.MedianRatio(CaseId::kEchoAgain, CaseId::kEcho, ServerMicros).value_or(0);
  const bool counts = kNoiseLow <= noise && noise <= kNoiseHigh;
  printf("E against itself: %.3f (%.2f to %.2f): this run %s\n", noise, kNoiseLow, kNoiseHigh,
         counts ? "counts" : "is NOT valid, the machine was too busy");
}

}  // namespace cpsizer::bench
