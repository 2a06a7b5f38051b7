#include <CLI/CLI.hpp>
#include <algorithm>
#include <initializer_list>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "client/cli/base/exit_code.h"
#include "client/cli/base/flag_checks.h"
#include "client/cli/base/flags.h"
#include "client/cli/base/help.h"
#include "client/cli/base/print_error.h"
#include "client/cli/base/verbs.h"
#include "client/cli/input/choose_client.h"
#include "client/cli/input/inputs.h"
#include "client/cli/input/object_filter.h"
#include "client/cli/input/report_status.h"
#include "client/cli/input/sources.h"
#include "client/cli/output/progress.h"
#include "client/cli/output/structured.h"
#include "client/cli/size/choose_cluster.h"
#include "client/cli/size/diff_output.h"
#include "client/cli/size/fleet.h"
#include "client/cli/size/fleet_rows.h"
#include "client/cli/size/policy_note.h"
#include "client/cli/size/report_items.h"

namespace cpsizer::cli {
namespace {

struct DiffFlags : ResponseFlags {
  std::vector<std::string> with;
  DecisionFlags decision;
  std::vector<std::string> prices;
};

// Returns the responses for the configuration of `sources`, whose name is `which`. Prints the errors and raises
// `exit_code`.
FleetResponse Decide(const DiffFlags& flags, const Sources& sources, absl::string_view which,
                     absl::Span<const objects::HostedCluster> clusters, BlockingService& client,
                     Environment& environment, int& exit_code) {
  absl::StatusOr<FleetResponse> answer;
  {
    Progress progress(clusters.size(), "clusters", environment);
    answer = DecideFleet({sources, flags.decision.Options(), clusters, environment.now()}, client,
                         [&progress](size_t done) { progress.Report(done); });
  }
  if (answer.ok()) {
    exit_code = std::max(exit_code, ReportItemErrors(clusters, answer->results, sources, environment.err, which));
    return *std::move(answer);
  }
  exit_code =
      std::max(exit_code, ReportRefusal(answer.status(), sources, client, sources.configuration.file, environment.err));
  return {};
}

// A configuration, and the responses with this configuration.
struct Side {
  const Sources& sources;
  const FleetResponse& answer;
};

void NotePolicyOf(const DiffFlags& flags, absl::Span<const objects::HostedCluster> clusters,
                  std::initializer_list<Side> sides, BlockingService& client, Environment& environment) {
  std::vector<bool> marks;
  for (const Side& side : sides) {
    if (!PolicyMayMatter(flags.source, flags.decision.cpu_policy, side.sources.configuration.config)) continue;
    MarkPolicyDependent({side.sources, flags.decision.Options(), clusters, environment.now()}, side.answer.results,
                        client, marks);
  }
  NotePolicy(marks, environment.err);
}

void Print(const FleetDiff& diff, const DiffOutlook& outlook, OutputFormat format, Screen& out) {
  PrintResult(
      format, out, [&] { return DiffJson(diff, outlook); }, [&] { PrintDiffNames(diff, out); },
      [&](bool wide) {
        PrintDiffTable(diff, wide, out);
        PrintOutlook(outlook, out);
      });
}

bool AnyRestarts(const EffectsDiff& diff) {
  return std::any_of(diff.clusters.begin(), diff.clusters.end(),
                     [](const ClusterEffectsDiff& each) { return each.restarts_all || !each.restarts.empty(); });
}

// Decides with both configurations, and prints the differences. Returns the exit code, which is at least `exit_code`.
int CompareSides(const DiffFlags& flags, const Sources& before, const Sources& after,
                 absl::Span<const objects::HostedCluster> clusters, const NodePrices& prices, BlockingService& client,
                 Environment& environment, int exit_code) {
  Screen& err = environment.err;
  const FleetResponse answer_before =
      Decide(flags, before, kCurrentConfiguration, clusters, client, environment, exit_code);
  // If a call to the service failed, the error is printed only for the first configuration.
  if (exit_code == kExitCallFailed) return exit_code;
  const FleetResponse answer_after = Decide(flags, after, kNewConfiguration, clusters, client, environment, exit_code);
  if (answer_before.results.empty() || answer_after.results.empty()) return exit_code;

  exit_code = std::max({exit_code, ReportInvalid(answer_before.findings, before, err),
                        ReportInvalid(answer_after.findings, after, err)});
  const OperatorRules rules_before(before.configuration.config, environment.now(), answer_before.findings);
  const OperatorRules rules_after(after.configuration.config, environment.now(), answer_after.findings);
  const FleetDiff diff =
      CompareFleets(clusters, answer_before.results, answer_after.results, rules_before, rules_after);
  const DiffOutlook outlook =
      OutlookOf(diff, prices, before.configuration.config, after.configuration.config, environment.now());
  if (!outlook.no_rollout.empty()) PrintNote(outlook.no_rollout, err);
  Print(diff, outlook, flags.output, environment.out);
  ReportLostFields(answer_before.findings, before, before.configuration.file, err);
  if (IsStructured(flags.output)) {
    ReportLostFields(answer_after.findings, after, after.configuration.file, err);
  } else {
    ReportWarnings(answer_after.findings, after, after.configuration.file, err);
    ReportItemFindings(SelectRows(clusters, answer_after.results, rules_after, {}), answer_after.findings, after,
                       RulesThatOnlyHold::kLeaveOut, err);
  }
  NotePolicyOf(flags, clusters, {{before, answer_before}, {after, answer_after}}, client, environment);
  // The exit code of a failed decision is already in `exit_code`.
  const auto differs = [](const ClusterDiff& cluster) {
    return cluster.move != Move::kStays && cluster.move != Move::kFailed;
  };
  const bool any = std::any_of(diff.clusters.begin(), diff.clusters.end(), differs) || AnyRestarts(outlook.effects);
  return std::max(exit_code, any ? kExitFindings : kExitFine);
}

int Diff(DiffFlags flags, Environment& environment) {
  Screen& err = environment.err;
  ChooseNamespace(flags.source, /*named=*/"", err);
  FlagChecks checks(err);
  const absl::StatusOr<ObjectFilter> filter = ObjectFilter::Make(flags.source, /*named=*/"");
  checks.Add(filter.status());
  const absl::StatusOr<NodePrices> prices = ReadPrices(flags.prices);
  checks.Add(prices.status());
  if (!checks.ok()) return kWrongFlags;
  Inputs then;
  const int unread_then = ReadFiles(flags.with, "--with", err, then);
  if (unread_then != kExitFine) return unread_then;
  Inputs now;
  const int unread_now = ReadSource(flags.source, err, now);
  if (unread_now != kExitFine) return unread_now;
  const objects::FoundConfiguration* before = TheConfiguration(now, err);
  const objects::FoundConfiguration* after = TheConfiguration(then, err);
  int exit_code = std::max(now.exit_code, then.exit_code);
  if (before == nullptr || after == nullptr) return exit_code;
  checks.Add(CheckPrices(*prices, before->config, after->config));
  if (!checks.ok()) return kWrongFlags;
  FilterClusters(*filter, now);
  const absl::Span<const objects::HostedCluster> clusters = now.inventory.clusters;
  if (clusters.empty()) {
    const std::string all_left_out = AllLeftOut(now, *filter);
    return PrintError(
        absl::NotFoundError(all_left_out.empty() ? absl::StrCat(now.source, " contain no HostedCluster",
                                                                now.is_live ? filter->Words() : "", " to compare")
                                                 : all_left_out),
        kExitUsage, err);
  }

  const Sources sources_before = {*before, now.inventory.machine_sets};
  const Sources sources_after = SourcesWith(*after, then.inventory, now.inventory);
  const std::unique_ptr<BlockingService> client = ChooseClient(flags.server, err);
  if (client == nullptr) return kWrongFlags;
  flags.decision.cpu_policy = ChooseCpuPolicy(now, flags.decision.cpu_policy, err);
  AddInstalledVpaSettings(now, flags.decision.vpa, err);
  return CompareSides(flags, sources_before, sources_after, clusters, *prices, *client, environment, exit_code);
}

}  // namespace

Verb AddDiff(CLI::App& root) {
  CLI::App* app = root.add_subcommand("diff", "Show which hosted clusters a new configuration would move, and why");
  auto flags = std::make_shared<DiffFlags>();
  AddFleetSource(*app, flags->source, /*several=*/true, "hosted clusters");
  AddPaths(
      *app, "--with", flags->with, true,
      "File, folder or - for standard input with the new configuration; MachineSets in it replace the current ones")
      .group(kRequiredFlags);
  AddDecision(*app, flags->decision);
  AddServer(*app, flags->server);
  AddOutput(*app, flags->output);
  AddPaths(
      *app, "--price", flags->prices, /*several=*/false,
      "Price of one node of a size per hour, such as small=0.42, to also print the cost per month; may be repeated")
      .type_name("SIZE=PRICE");
  AddExitZero(*app, flags->exit_zero);
  app->footer("diff -f deploy/examples/fleet --with deploy/examples/proposed-configuration.yaml");
  return {app,
          [flags](Environment& environment) { return ForgiveFindings(Diff(*flags, environment), flags->exit_zero); }};
}

}  // namespace cpsizer::cli
