#include "client/cli/history/fit_requests_result.h"

#include <cmath>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "client/cli/history/fit_result.h"
#include "client/cli/history/replay_figures.h"
#include "client/cli/history/replay_json.h"
#include "client/cli/history/replay_texts.h"
#include "client/cli/output/configuration_manifest.h"
#include "client/cli/output/show.h"
#include "client/cli/output/table.h"
#include "client/history/requests/request_amount.h"

namespace cpsizer::cli {
namespace {

using history::RequestReason;
using history::Resource;
using nlohmann::ordered_json;

constexpr double kMebibyte = 1 << 20;

// Returns an amount of usage for people, such as `1.4Gi` or `230m`.
std::string UsageText(Resource resource, double amount) {
  if (resource == Resource::kCpu) return absl::StrCat(std::llround(amount * 1'000), "m");
  const double mebi = amount / kMebibyte;
  return std::round(mebi) < 1'024 ? absl::StrFormat("%.0fMi", mebi) : absl::StrFormat("%.1fGi", mebi / 1'024);
}

std::string ProposedText(const RequestRow& row) {
  if (!row.proposal.proposed.has_value()) return "";
  return history::RequestQuantity(row.resource, *row.proposal.proposed);
}

std::string NameText(const history::ContainerName& name) {
  return name.deployment == name.container ? name.container : absl::StrCat(name.deployment, "/", name.container);
}

void PrintRequestRows(const FitRequestsResult& result, Screen& out) {
  Table table({"SIZE", "CONTAINER", "RESOURCE", "NOW", "P50", "P95", "MAX", "PEAK", "PROPOSED", "CLUSTERS", "WHY"});
  for (const RequestRow& row : result.rows) {
    const history::UsageEvidence& evidence = row.evidence;
    const auto usage = [&](double amount) { return evidence.samples == 0 ? "-" : UsageText(row.resource, amount); };
    table.AddRow({{row.size},
                  {NameText(row.container)},
                  {history::NameOf(row.resource)},
                  {OrDash(row.present)},
                  {usage(evidence.p50)},
                  {usage(evidence.p95)},
                  {usage(evidence.max)},
                  {usage(evidence.peak)},
                  {OrDash(ProposedText(row))},
                  {absl::StrCat(evidence.clusters.size())},
                  {WhyText(row)}});
  }
  table.Print(out);
  out.EndLine();
}

void PrintLimits(const FitRequestsResult& result, Screen& out) {
  for (const GoMemLimitRow& row : result.limits) {
    out.Line(absl::StrCat("kasGoMemLimit of ", row.size, ": ", row.present.empty() ? "not set" : row.present,
                          row.proposed.empty() ? "" : absl::StrCat(" -> ", row.proposed), "; ", row.why));
  }
  if (!result.limits.empty()) out.EndLine();
}

void PrintOutliers(const FitRequestsResult& result, Screen& out) {
  for (const OutlierRow& row : result.outliers) {
    const std::string count = Counted(static_cast<size_t>(row.clusters), "cluster");
    if (row.is_size_wrong) {
      out.Paragraph(absl::StrCat("The requests of ", row.size, " are wrong for its clusters: ", count,
                                 " used more, and overrides are for at most ", row.allowed,
                                 " (1 % of the fleet). Raise --quantile, or divide the size."));
      continue;
    }
    out.Line(absl::StrCat(count, " of ", row.size, " used more than the size requests:"));
    for (const OverrideRow& each : row.overrides) {
      out.Line(absl::StrFormat("  %s, %s: %.0f%% of the request", each.cluster, NameText(each.container),
                               each.excess * 100));
      if (!each.command.empty()) out.Line(absl::StrCat("    ", each.command));
    }
    out.Paragraph(
        "The operator replaces an override of a container that the size names at each reconcile. For such a container, "
        "give the cluster a larger size.");
  }
  if (!result.outliers.empty()) out.EndLine();
}

ordered_json RequestRowJson(const RequestRow& row) {
  const history::UsageEvidence& evidence = row.evidence;
  ordered_json item = {{"size", row.size},
                       {"deploymentName", row.container.deployment},
                       {"containerName", row.container.container},
                       {"resource", history::NameOf(row.resource)}};
  if (!row.present.empty()) item["present"] = row.present;
  item["clusters"] = evidence.clusters.size();
  item["samples"] = evidence.samples;
  item["spanSeconds"] = absl::ToDoubleSeconds(evidence.span);
  item["oomKills"] = evidence.oom_kills;
  if (evidence.samples > 0) {
    item["p50"] = evidence.p50;
    item["p95"] = evidence.p95;
    item["max"] = evidence.max;
    item["peak"] = evidence.peak;
    item["needed"] = row.proposal.needed;
  }
  if (row.proposal.interval.has_value()) item["interval"] = {row.proposal.interval->low, row.proposal.interval->high};
  if (row.proposal.proposed.has_value()) item["proposed"] = ProposedText(row);
  item["reason"] = WhyText(row);
  return item;
}

ordered_json OutliersJson(const FitRequestsResult& result) {
  ordered_json list = ordered_json::array();
  for (const OutlierRow& row : result.outliers) {
    ordered_json overrides = ordered_json::array();
    for (const OverrideRow& each : row.overrides) {
      ordered_json item = {{"cluster", each.cluster},
                           {"deploymentName", each.container.deployment},
                           {"containerName", each.container.container},
                           {"excess", each.excess}};
      if (!each.command.empty()) item["command"] = each.command;
      overrides.push_back(std::move(item));
    }
    list.push_back({{"size", row.size},
                    {"clusters", row.clusters},
                    {"allowed", row.allowed},
                    {"isSizeWrong", row.is_size_wrong},
                    {"overrides", std::move(overrides)}});
  }
  return list;
}

}  // namespace

std::string WhyText(const RequestRow& row) {
  const history::UsageEvidence& evidence = row.evidence;
  const std::string less = absl::StrCat(
      history::RequestQuantity(row.resource, history::RoundUpRequest(row.resource, row.proposal.needed)), " is enough");
  switch (row.proposal.reason) {
    case RequestReason::kNoUsage:
      return "no samples";
    case RequestReason::kTooLittleEvidence:
      return MissingEvidence(static_cast<int64_t>(evidence.clusters.size()), evidence.span);
    case RequestReason::kWithinDeadBand:
      return absl::StrFormat("what is needed is within %.0f%%", history::kDeadBand * 100);
    case RequestReason::kOomKilled:
      return absl::StrCat(less, ", but the container was OOM-killed: ", evidence.oom_kills);
    case RequestReason::kDecreaseNotAllowed:
      return absl::StrCat(less, "; --allow-decrease proposes it");
    case RequestReason::kNew:
      return "the size has no request";
    case RequestReason::kIncrease:
      return "more is needed";
    case RequestReason::kDecrease:
      break;
  }
  return "less is enough";
}

void PrintRequests(const FitRequestsResult& result, Screen& out) {
  out.Line(absl::StrCat(ShowReplayTime(result.begin), " to ", ShowReplayTime(result.end), ", ",
                        ShowHours(result.end - result.begin), ": ", Counted(result.clusters, "cluster"), ", ",
                        Counted(static_cast<size_t>(result.samples.used), "sample")));
  for (const std::string& note : HistoryNotes(result.samples)) out.Line(note);
  const auto left_out = [&out](size_t count, absl::string_view word, absl::string_view which) {
    if (count > 0) out.Line(absl::StrCat("Left out: ", Counted(count, word), " ", which));
  };
  left_out(static_cast<size_t>(result.without_size), "sample",
           "of clusters without a HostedCluster in -f that has the label of a size");
  left_out(static_cast<size_t>(result.before_size), "sample",
           "of the time before the cluster got its size (condition ClusterSizeComputed)");
  left_out(static_cast<size_t>(result.other_samples), "sample",
           "of pods that are not of a Deployment or a StatefulSet");
  left_out(result.other_containers, "container", "that no size of the configuration names");
  out.EndLine();
  PrintRequestRows(result, out);
  PrintLimits(result, out);
  PrintOutliers(result, out);
  out.Paragraph(
      absl::StrFormat("Needed: the quantile %g of the largest usage of each replica in each week, times %.2f.",
                      result.options.request.quantile, result.options.request.headroom));
  out.Paragraph(result.summary);
}

ordered_json RequestsJson(const FitRequestsResult& result) {
  ordered_json rows = ordered_json::array();
  for (const RequestRow& row : result.rows) rows.push_back(RequestRowJson(row));
  ordered_json limits = ordered_json::array();
  for (const GoMemLimitRow& row : result.limits) {
    ordered_json item = {{"size", row.size}};
    if (!row.present.empty()) item["present"] = row.present;
    if (!row.proposed.empty()) item["proposed"] = row.proposed;
    item["reason"] = row.why;
    limits.push_back(std::move(item));
  }
  ordered_json json = {{"begin", ShowReplayTime(result.begin)},
                       {"end", ShowReplayTime(result.end)},
                       {"clusters", result.clusters},
                       {"samples", SamplesJson(result.samples)},
                       {"leftOut",
                        {{"samplesWithoutSize", result.without_size},
                         {"samplesBeforeSize", result.before_size},
                         {"otherSamples", result.other_samples},
                         {"otherContainers", result.other_containers}}},
                       {"quantile", result.options.request.quantile},
                       {"headroom", result.options.request.headroom},
                       {"requests", std::move(rows)},
                       {"kasGoMemLimits", std::move(limits)},
                       {"outliers", OutliersJson(result)},
                       {"summary", result.summary}};
  if (result.proposal.has_value()) json["proposal"] = ManifestJson(AsWritten(*result.proposal));
  return json;
}

}  // namespace cpsizer::cli
