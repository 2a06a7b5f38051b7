#ifndef CPSIZER_CLIENT_CLI_HISTORY_FIT_RESULT_H_
#define CPSIZER_CLIENT_CLI_HISTORY_FIT_RESULT_H_

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "absl/time/time.h"
#include "absl/types/optional.h"
#include "client/cli/base/screen.h"
#include "client/cli/history/replay_result.h"
#include "client/history/fit/evaluator.h"
#include "client/history/fit/resource.h"
#include "client/history/fit/search.h"
#include "client/history/fit/setting.h"
#include "client/history/fit/share_evidence.h"
#include "cpsizer/v1/cluster_sizing_configuration.pb.h"

namespace cpsizer::cli {

// The evidence about a size and a resource.
struct FitEvidenceRow {
  std::string size;
  history::Resource resource;
  int present_percent;  // the fraction of the present configuration
  history::ShareEvidence evidence;
};

enum class FitMark {
  kNone,      // a point of the search
  kPresent,   // the configuration of -f
  kShares,    // the fractions from the shares, shown with the result of a search
  kProposed,  // the proposal
  kNearest,   // the point of the search that misses the targets least, if none meets them
};

// A configuration with its figures.
struct FitChoice {
  FitMark mark = FitMark::kNone;
  // The values of the sizes in percent, in the order of sizes, for each resource; empty if it takes no part.
  history::PerResource<std::vector<int>> percents;
  history::FitFigures figures;
};

// The result of the verb, for its outputs.
struct FitResult {
  absl::Time begin;
  absl::Time end;
  size_t clusters = 0;
  SampleCounts samples;
  history::FitKind kind = history::FitKind::kFractions;
  history::FitTargets targets;
  bool has_prices = false;
  std::vector<std::pair<std::string, double>> prices;  // of the sizes, in their order
  std::vector<FitEvidenceRow> evidence;                // empty without --node-history
  int64_t unmatched = 0;                               // ShareCollector::unmatched()
  int64_t below_usage = 0;                             // ShareCollector::below_usage()
  size_t evaluated = 0;                                // the configurations that were replayed
  bool is_complete = true;                             // all points of the grid were evaluated
  std::vector<FitChoice> choices;                      // from the cheapest one
  // The configuration with the proposed values, or nothing if no change is proposed.
  absl::optional<v1::ClusterSizingConfiguration> proposal;
  bool failed = false;  // there is neither a proposal, nor does the present configuration meet the targets
  std::string summary;  // one sentence about the proposal, or why there is none
};

// Returns why there is too little evidence about a size, or an empty text if there is enough.
std::string MissingEvidence(int64_t clusters, absl::Duration span);

// Returns the word for a mark, or an empty text.
std::string MarkWord(FitMark mark);

// Returns the values of a choice, such as `memory 0.55/0.65, cpu 0.50`; values that all sizes share are written once.
std::string ValuesText(const FitChoice& choice, history::FitKind kind);

// Prints the evidence, the choices with their figures, and the proposal.
void PrintFit(const FitResult& result, Screen& out);

// Returns `{"begin", "end", "clusters", "samples", "evaluated", "isComplete", "targets", "prices", "evidence",
// "leftOut", "choices", "summary", "proposal"}`. `proposal` is the configuration with the proposed values, and is
// absent if no change is proposed. Durations are in seconds.
nlohmann::ordered_json FitJson(const FitResult& result);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_HISTORY_FIT_RESULT_H_
