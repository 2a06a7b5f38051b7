#include "client/cli/history/replay_flags.h"

#include <CLI/CLI.hpp>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "client/cli/base/flag_checks.h"
#include "client/cli/base/help.h"
#include "client/cli/history/history_source.h"
#include "client/cli/input/namespaced_name.h"

namespace cpsizer::cli {
namespace {

using history::SeriesKind;

constexpr absl::Duration kMaxStep = absl::Hours(24);
constexpr absl::Duration kMinStep = absl::Seconds(1);
constexpr absl::Duration kMaxReversalWindow = absl::Hours(24 * 366);

constexpr Choice<SeriesKind> kSeriesKinds[] = {{"recommendation", SeriesKind::kRecommendation},
                                               {"usage", SeriesKind::kUsage}};
constexpr Choice<SeriesKind> kSeriesKindsWithNodes[] = {
    {"recommendation", SeriesKind::kRecommendation}, {"usage", SeriesKind::kUsage}, {"nodes", SeriesKind::kNodes}};
constexpr Choice<CompareBy> kComparisons[] = {{"nodes,resources", CompareBy::kNodesResources},
                                              {"resources,nodes", CompareBy::kResourcesNodes}};
constexpr Choice<bool> kTransitions[] = {{"operator", false}, {"immediate", true}};
constexpr Choice<OutputFormat> kReplayFormats[] = {{"table", OutputFormat::kTable},
                                                   {"wide", OutputFormat::kWide},
                                                   {"json", OutputFormat::kJson},
                                                   {"yaml", OutputFormat::kYaml},
                                                   {"html", OutputFormat::kHtml}};

void AddTimes(CLI::App& app, ReplayFlags& flags) {
  AddText(app, "--from", flags.from, "TIME",
          "Time of the first decisions (RFC 3339); earlier usage only fills the histograms of the recommender; the "
          "default is the first sample; of a Prometheus, 14 days before --to");
  AddText(app, "--to", flags.to, "TIME",
          "End of the replay (RFC 3339); the default is the last sample; of a Prometheus, now");
  AddDuration(app, "--step", flags.step, kMaxStep,
              "Time between two decisions about a cluster, and between two samples of a Prometheus; the default is to "
              "decide at each sample, and 5m for the samples of a Prometheus");
  AddDuration(app, "--reversal-window", flags.reversal_window, kMaxReversalWindow,
              "A change of the size is a reversal if it undoes the last change within this time; the default is 24h");
}

bool UsesStandardInputOnce(const ReplayFlags& flags) {
  const auto count = [](const std::vector<std::string>& paths) { return absl::c_count(paths, "-"); };
  return count(flags.files) + count(flags.history) + count(flags.with) <= 1;
}

// Returns the flag about memory or CPU that is given, or an empty text.
absl::string_view GivenResourceFlag(const ReplayFlags& flags) {
  if (!flags.memory_metric.empty()) return "--memory-metric";
  if (!flags.cpu_metric.empty()) return "--cpu-metric";
  return GivenVpaFlag(flags.vpa);
}

// Returns why the flags about numbers of nodes cannot be used, or an empty text.
std::string NodesProblem(const ReplayFlags& flags) {
  const bool compares = flags.compare_by != CompareBy::kNone;
  const bool only_nodes = flags.series == SeriesKind::kNodes;
  if (compares && !flags.with.empty()) {
    return "--compare-by and --with are two comparisons; leave one of them out";
  }
  if (compares && only_nodes) {
    return "--compare-by compares nodes with resources, and --series=nodes leaves the resources out; leave one of them "
           "out";
  }
  if (!flags.nodes_metric.empty() && !compares && !only_nodes) {
    return "--nodes-metric is for numbers of nodes; add --series=nodes or --compare-by, or leave it out";
  }
  const absl::string_view resource = only_nodes ? GivenResourceFlag(flags) : "";
  if (!resource.empty()) return absl::StrCat(resource, " is for memory and CPU, not for --series=nodes; leave it out");
  return "";
}

// Returns why the flags cannot be used together, or an empty text.
std::string Problem(const ReplayFlags& flags) {
  std::string problem = HistorySourceProblem(flags);
  if (problem.empty()) problem = NodesProblem(flags);
  if (!problem.empty()) return problem;
  if (!UsesStandardInputOnce(flags)) {
    return "standard input (-) can be read only once; write files for the other flags";
  }
  for (const std::string& cluster : flags.clusters) {
    if (!IsProbablyAPath(cluster)) continue;
    return absl::StrCat("\"", cluster, "\" is not a hosted cluster; write -f or --history before each path");
  }
  if (flags.step > absl::ZeroDuration() && flags.step < kMinStep) {
    return absl::StrCat("--step: ", absl::FormatDuration(flags.step), " is below 1s; write a duration from 1s to 24h");
  }
  return "";
}

absl::optional<absl::Time> ReadTime(absl::string_view text) {
  absl::Time time;
  std::string error;
  if (!absl::ParseTime(absl::RFC3339_full, text, &time, &error)) return absl::nullopt;
  return time;
}

}  // namespace

void AddHistoryInputs(CLI::App& app, ReplayFlags& flags) {
  AddWords(app, "CLUSTER", flags.clusters, "Hosted clusters, by name or namespace/name; the default is all");
  AddPaths(app, "-f,--filename", flags.files, /*several=*/false,
           "File, folder (with its subfolders) or - for standard input; may be given several times: the configuration, "
           "its MachineSets, and HostedClusters, which map control plane namespaces of the history to clusters")
      .group(kRequiredFlags);
  AddHistoryPaths(app, flags);
}

void AddHistoryPaths(CLI::App& app, ReplayFlags& flags, bool standard_input) {
  AddPaths(app, "--history", flags.history, /*several=*/false,
           absl::StrCat(standard_input ? "File, folder or - for standard input" : "File or folder",
                        "; may be given several times: CSV with the columns time, namespace, cluster, memory, cpu and, "
                        "for usage, pod; or JSON of query_range of Prometheus"));
}

void AddHistoryOptions(CLI::App& app, ReplayFlags& flags, bool with_connection, bool with_nodes) {
  AddPrometheus(app, flags.prometheus, with_connection);
  AddText(app, "--memory-metric", flags.memory_metric, "NAME", "Name of the metric with the memory in Prometheus");
  AddText(app, "--cpu-metric", flags.cpu_metric, "NAME", "Name of the metric with the CPU in Prometheus");
  if (with_nodes) {
    AddText(app, "--nodes-metric", flags.nodes_metric, "NAME",
            "Name of the metric with the number of nodes in Prometheus, of each NodePool or of each cluster");
    AddChoice(app, "--series", kSeriesKindsWithNodes, flags.series,
              "Meaning of the history: recommendations of the VPA; usage, for which the recommender of the VPA is "
              "simulated; or numbers of nodes (the column nodes of CSV), which decide the size by its criteria; the "
              "default is "
              "recommendation, but usage if the samples of --history are of pods");
  } else {
    AddChoice(app, "--series", kSeriesKinds, flags.series,
              "Meaning of the history: recommendations of the VPA, or usage, for which the recommender of the VPA is "
              "simulated; the default is recommendation, but usage if the samples of --history are of pods");
  }
  AddTimes(app, flags);
  AddChoice(app, "--transitions", kTransitions, flags.immediate,
            "When a cluster gets its recommended size: operator (the default) applies the delays and the limit of the "
            "configuration, immediate does not");
  AddPaths(app, "--price", flags.prices, /*several=*/false,
           "Price of one node of a size per hour, such as small=0.42, to also print the cost; may be repeated")
      .type_name("SIZE=PRICE");
  AddDecision(app, flags.decision);
  AddVpa(app, flags.vpa);
  AddServer(app, flags.server);
}

void AddReplayFlags(CLI::App& app, ReplayFlags& flags) {
  AddHistoryInputs(app, flags);
  AddPaths(app, "--with", flags.with, /*several=*/false,
           "File, folder or - for standard input with a second configuration to compare; MachineSets in it replace "
           "those of -f");
  AddChoice(
      app, "--compare-by", kComparisons, flags.compare_by,
      "Compare clusters sized by their nodes with clusters sized by their resources, with the configuration of -f and "
      "a history of both");
  AddHistoryOptions(app, flags, /*with_connection=*/true, /*with_nodes=*/true);
  AddChoice(app, "-o,--output", kReplayFormats, flags.output,
            "How to print the result; html is a page with charts for a browser; the default is table");
}

absl::optional<history::ReplayOptions> ReadReplayOptions(const ReplayFlags& flags, absl::Time now, Screen& err) {
  FlagChecks checks(err);
  checks.Time("--from", flags.from);
  checks.Time("--to", flags.to);
  history::ReplayOptions options;
  checks.Add(ReadVpaOptions(flags.vpa, flags.decision.vpa, options.recommender));
  if (!checks.ok()) return absl::nullopt;
  options.series = flags.series;
  options.with_nodes = flags.compare_by != CompareBy::kNone;
  options.oom_kills = flags.vpa.oom_kills;
  options.from = ReadTime(flags.from);
  options.to = ReadTime(flags.to);
  options.step = flags.step;
  options.reversal_window = flags.reversal_window;
  std::string problem = Problem(flags);
  if (problem.empty() && options.from.has_value() && options.to.has_value() && *options.from >= *options.to) {
    problem =
        absl::StrCat("--from: ", flags.from, " is not before ", flags.to, ", the time of --to; change one of them");
  }
  if (problem.empty() && flags.prometheus.is_set()) problem = SetLiveTime(now, options);
  checks.Add(problem);
  return checks.ok() ? absl::make_optional(options) : absl::nullopt;
}

}  // namespace cpsizer::cli
