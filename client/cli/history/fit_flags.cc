#include "client/cli/history/fit_flags.h"

#include <CLI/CLI.hpp>
#include <cmath>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "client/cli/base/flag_checks.h"
#include "client/cli/history/replay_result.h"
#include "client/objects/escape.h"

namespace cpsizer::cli {
namespace {

using history::Resource;

constexpr double kMaxReversals = 1'000;

constexpr Choice<ResourceChoice> kResourceChoices[] = {
    {"both", ResourceChoice::kBoth}, {"memory", ResourceChoice::kMemory}, {"cpu", ResourceChoice::kCpu}};
constexpr Choice<SearchChoice> kSearchChoices[] = {{"fractions", SearchChoice::kFractions},
                                                   {"capacities", SearchChoice::kCapacities}};
constexpr Choice<OutputFormat> kFitFormats[] = {
    {"table", OutputFormat::kTable}, {"json", OutputFormat::kJson}, {"yaml", OutputFormat::kYaml}};

// Reads a number from 0 to `most`.
bool ReadAmount(absl::string_view text, double most, double& amount) {
  return absl::SimpleAtod(text, &amount) && std::isfinite(amount) && amount >= 0 && amount <= most;
}

// Reads a part of a whole, such as `0.1%` or `0.001`.
bool ReadPart(absl::string_view text, double& part) {
  const bool is_percentage = absl::ConsumeSuffix(&text, "%");
  if (!ReadAmount(text, is_percentage ? 100 : 1, part)) return false;
  if (is_percentage) part /= 100;
  return true;
}

// Reads a number of reversals per week or day, such as `1/week`.
bool ReadRate(absl::string_view text, double& per_week) {
  const std::pair<absl::string_view, absl::string_view> parts = absl::StrSplit(text, absl::MaxSplits('/', 1));
  if ((parts.second != "week" && parts.second != "day") || !ReadAmount(parts.first, kMaxReversals, per_week)) {
    return false;
  }
  if (parts.second == "day") per_week *= kDaysOfAWeek;
  return true;
}

std::string BadValue(absl::string_view flag, absl::string_view value, absl::string_view remedy) {
  return absl::StrCat(FlagWithSource(flag, value), ": ", objects::QuotedValue(value), " is not ", remedy);
}

// Returns why the flags cannot be used together, or an empty text.
std::string ConflictOf(const FitFlags& flags) {
  const auto count = [](const std::vector<std::string>& paths) { return absl::c_count(paths, "-"); };
  if (count(flags.replay.files) + count(flags.replay.history) + count(flags.node_history) > 1) {
    return "standard input (-) can be read only once; write files for the other flags";
  }
  if (flags.requests.requests) {
    const std::pair<absl::string_view, bool> others[] = {{"--node-history", !flags.node_history.empty()},
                                                         {"--search", flags.search != SearchChoice::kDefault},
                                                         {"--per-size", flags.per_size},
                                                         {"--price", !flags.replay.prices.empty()}};
    for (const auto& [flag, is_given] : others) {
      if (is_given) return absl::StrCat(flag, " and --requests are two proposals; leave one of them out");
    }
  }
  if (flags.per_size && !flags.node_history.empty() && flags.search == SearchChoice::kDefault) {
    return "--per-size is for a search; with --node-history, also write --search fractions or --search capacities";
  }
  return "";
}

// Sets the options that are numbers. Returns an error, or an empty text.
std::string ReadNumbers(const FitFlags& flags, FitOptions& options) {
  if (!ReadPart(flags.reserve, options.reserve) || options.reserve >= 1) {
    return BadValue("--reserve", flags.reserve, "a part from 0 to below 1; write 0.10 or 10%");
  }
  if (!ReadPart(flags.target_short, options.targets.short_ratio)) {
    return BadValue("--target-short", flags.target_short, "a part from 0 to 1; write 0.1% or 0.001");
  }
  if (!ReadRate(flags.max_reversals, options.targets.reversals_per_week)) {
    return BadValue("--max-reversals", flags.max_reversals,
                    "a number from 0 to 1000 with a unit; write 1/week or 0.5/day");
  }
  return "";
}

}  // namespace

void AddFitFlags(CLI::App& app, FitFlags& flags) {
  AddHistoryInputs(app, flags.replay);
  AddPaths(app, "--node-history", flags.node_history, /*several=*/false,
           "File, folder or - for standard input; may be given several times: the total usage of the request-serving "
           "nodes of each cluster, as CSV with the columns time, namespace, cluster, memory, cpu");
  AddText(app, "--reserve", flags.reserve, "PART",
          "Part of the measured share of the kube-apiserver that is not proposed; the default is 0.10");
  AddChoice(app, "--resource", kResourceChoices, flags.resource,
            "Resources to propose values for, and whose shortage counts; the default is both");
  AddChoice(app, "--search", kSearchChoices, flags.search,
            "Search for the cheapest fractions or capacities that meet the targets; the default is fractions, and no "
            "search with --node-history");
  AddSwitch(app, "--per-size", flags.per_size, "Search for a value for each size, and not for one for all sizes");
  AddText(app, "--target-short", flags.target_short, "PART",
          "Greatest part of the time in which clusters may be short; the default is 0.1%");
  AddText(app, "--max-reversals", flags.max_reversals, "RATE",
          "Most reversals of a cluster, as the mean of all clusters; the default is 1/week");
  AddFitRequestsFlags(app, flags.requests);
  AddHistoryOptions(app, flags.replay);
  AddChoice(app, "-o,--output", kFitFormats, flags.output,
            "How to print the result; yaml is the configuration with the proposed values; the default is table");
}

absl::optional<FitOptions> ReadFitOptions(const FitFlags& flags, absl::Time now, Screen& err) {
  const absl::optional<history::ReplayOptions> replay = ReadReplayOptions(flags.replay, now, err);
  if (!replay.has_value()) return absl::nullopt;
  FitOptions options;
  options.replay = *replay;
  std::string problem = ReadNumbers(flags, options);
  if (problem.empty()) problem = ReadFitRequestsFlags(flags.requests, options.requests);
  if (problem.empty()) problem = ConflictOf(flags);
  FlagChecks checks(err);
  checks.Add(problem);
  if (!checks.ok()) return absl::nullopt;
  if (flags.resource != ResourceChoice::kCpu) options.resources.push_back(Resource::kMemory);
  if (flags.resource != ResourceChoice::kMemory) options.resources.push_back(Resource::kCpu);
  if (flags.search == SearchChoice::kCapacities) {
    options.search = history::FitKind::kCapacities;
  } else if (flags.search == SearchChoice::kFractions || flags.node_history.empty()) {
    options.search = history::FitKind::kFractions;
  }
  return options;
}

}  // namespace cpsizer::cli
