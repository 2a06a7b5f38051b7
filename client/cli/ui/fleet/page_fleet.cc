#include "client/cli/ui/fleet/page_fleet.h"

#include <algorithm>
#include <sstream>

#include "absl/hash/hash.h"
#include "absl/strings/str_cat.h"
#include "client/cli/base/screen.h"
#include "client/cli/input/report_status.h"
#include "client/cli/output/show.h"
#include "client/cli/size/choose_cluster.h"
#include "client/cli/size/fleet.h"
#include "client/cli/size/fleet_cost.h"
#include "client/cli/size/fleet_diff.h"
#include "client/cli/size/size_counts.h"
#include "client/cli/ui/api/api_answer.h"
#include "client/cli/ui/api/api_request.h"
#include "client/cli/ui/api/configuration_text.h"
#include "client/cli/ui/api/row_json.h"
#include "client/service/call_failure.h"
#include "cpsizer/status.h"

namespace cpsizer::cli {
namespace {

// An event with more rows makes the page read the whole fleet instead.
constexpr size_t kMaxEventRows = 1'000;

nlohmann::ordered_json SizesJson(const std::vector<SizeNodeHours>& sizes) {
  nlohmann::ordered_json json = nlohmann::ordered_json::array();
  for (const SizeNodeHours& size : sizes) {
    nlohmann::ordered_json item = {
        {"size", size.count.size}, {"now", size.count.before}, {"recommended", size.count.after}};
    if (size.hours.has_value()) {
      item["nodeHoursPerDay"] = *size.hours;
      item["nodeHoursPerDayNow"] = *size.hours_before;
    }
    json.push_back(std::move(item));
  }
  return json;
}

// Returns the only configuration of `inputs`, also if it has errors. Returns null if there is none, or several.
const objects::FoundConfiguration* PresentConfiguration(const Inputs& inputs) {
  const std::vector<objects::FoundConfiguration>& all = inputs.inventory.configurations;
  return all.size() == 1 ? &all.front() : nullptr;
}

// Returns the JSON of the configuration of `inventory` that cannot be read, or null.
std::string UnreadableJson(const objects::Inventory& inventory) {
  if (!inventory.configurations.empty()) return "null";
  return CompactText(UnreadableConfigurationJson(inventory.problems));
}

// Returns the first of the errors that TheConfiguration() has printed. Each row of the fleet has this text.
std::string NoDecision(absl::string_view printed) {
  const std::string error = FirstError(PrintedErrors(printed));
  return error.empty() ? "there is no ClusterSizingConfiguration that can be read" : error;
}

}  // namespace

absl::StatusOr<FleetUpdate> PageFleet::Update(Inputs inputs, BlockingService& client) {
  std::ostringstream printed;
  Screen err(printed, Terminal());
  FilterClusters(options_.filter, inputs);
  const auto owned = std::make_shared<Inputs>(std::move(inputs));
  auto snapshot = std::make_shared<FleetSnapshot>();
  snapshot->inputs = owned;
  snapshot->configuration = TheConfiguration(*owned, err);
  const objects::FoundConfiguration* const found = snapshot->configuration;
  const objects::FoundConfiguration* const present = PresentConfiguration(*owned);
  if (found == nullptr) snapshot->no_decision = NoDecision(printed.str());
  snapshot->all_left_out = AllLeftOut(*owned, options_.filter);
  std::string shared = absl::StrCat(snapshot->no_decision, snapshot->all_left_out);
  const std::string unreadable = present == nullptr ? UnreadableJson(owned->inventory) : "";
  shared += present != nullptr ? RequestBytes(Sources(*present, owned->inventory.machine_sets)) : unreadable;
  const bool all = shared != shared_ || std::exchange(incomplete_, true);
  const std::vector<Changed> changed = TakeClusters(owned->inventory.clusters, snapshot->Rules(options_.now()), all);
  if (found == nullptr) {
    Fail(absl::FailedPreconditionError(snapshot->no_decision), *owned, changed);
    // The findings of the configuration say the same, each with its place.
    if (present != nullptr) printed.str("");
  } else {
    const Sources sources(*found, owned->inventory.machine_sets);
    if (absl::Status status = DecideOrFail(*owned, sources, changed, client, err); !status.ok()) return status;
  }
  if (all && present != nullptr) {
    const Sources sources(*present, owned->inventory.machine_sets);
    configuration_json_ = CompactText(ConfigurationJson(sources, options_.decision.cpu_policy(), client));
  } else if (all) {
    configuration_json_ = unreadable;
  }
  nlohmann::ordered_json problems = ProblemsJson(owned->inventory.problems);
  for (nlohmann::ordered_json& problem : ProblemsJson(owned->inventory.optional_problems)) {
    problems.push_back(std::move(problem));
  }
  // Without hosted clusters, the input is of other views, which do not need a configuration.
  const bool needs_configuration = !owned->inventory.clusters.empty() || !owned->inventory.configurations.empty();
  if (needs_configuration) AddPrintedErrors(printed.str(), problems);
  std::string problems_json = CompactText(problems);
  const std::vector<Name> removed = RemoveUnseen();
  incomplete_ = false;
  if (!all && changed.empty() && removed.empty() && problems_json == problems_json_) return FleetUpdate();
  const bool reread = all || problems_json != problems_json_;
  shared_ = shared;
  problems_json_ = problems_json;
  snapshot->revision = ++revision_;
  snapshot->configuration_json = configuration_json_;
  snapshot->problems_json = std::move(problems_json);
  snapshot->rows.reserve(rows_.size());
  for (const auto& [name, row] : rows_) snapshot->rows.push_back(row.text);
  snapshot->counts = CountSizes();
  snapshot->totals_json = TotalsJson(*snapshot);
  std::string event = EventJson(*snapshot, changed, removed, reread);
  return FleetUpdate{std::move(snapshot), std::move(event)};
}

std::vector<PageFleet::Changed> PageFleet::TakeClusters(const std::vector<objects::HostedCluster>& clusters,
                                                        const OperatorRules& rules, bool all) {
  for (auto& [name, row] : rows_) row.seen = false;
  std::vector<Changed> changed;
  for (size_t i = 0; i < clusters.size(); ++i) {
    const objects::HostedCluster& cluster = clusters[i];
    Row& row = rows_[{cluster.namespace_name, cluster.name}];
    row.seen = true;
    const std::string fields = RowFields(cluster, rules.EffectOn(cluster), /*recommended=*/"");
    const size_t fingerprint = absl::HashOf(absl::StrCat(fields, RequestBytes(cluster)));
    if (!all && row.text != nullptr && row.fingerprint == fingerprint) continue;
    changed.push_back({i, fingerprint, &row});
  }
  return changed;
}

absl::Status PageFleet::Decide(const Inputs& inputs, const Sources& sources, const std::vector<Changed>& changed,
                               BlockingService& client) {
  const std::vector<objects::HostedCluster>& clusters = inputs.inventory.clusters;
  std::vector<objects::HostedCluster> copies;
  if (changed.size() < clusters.size()) {
    for (const Changed& one : changed) copies.push_back(clusters[one.index]);
  }
  const absl::Span<const objects::HostedCluster> decided = copies.empty() ? absl::MakeConstSpan(clusters) : copies;
  if (changed.empty()) return absl::OkStatus();
  const OperatorRules rules(sources.configuration.config, options_.now());
  bool has_ladder = false;
  return DecideInParts({sources, options_.decision, decided, options_.now()}, client,
                       [&](size_t first, FleetResponse& part) {
                         for (size_t i = 0; i < part.results.size(); ++i) {
                           const Changed& one = changed[first + i];
                           SetRow(one, clusters[one.index], part.results[i], rules);
                           v1::RecommendSizeResponse& response = *part.results[i].mutable_response();
                           if (has_ladder || response.sizes_size() == 0) continue;
                           has_ladder = true;
                           ladder_.mutable_sizes()->Swap(response.mutable_sizes());
                         }
                       });
}

absl::Status PageFleet::DecideOrFail(const Inputs& inputs, const Sources& sources, const std::vector<Changed>& changed,
                                     BlockingService& client, Screen& err) {
  absl::Status status = Decide(inputs, sources, changed, client);
  if (status.ok() || !IsRefusal(status)) return status;
  ReportRefusal(status, sources, client, sources.configuration.file, err);
  Fail(status, inputs, changed);
  return absl::OkStatus();
}

void PageFleet::SetRow(const Changed& changed, const objects::HostedCluster& cluster,
                       const v1::BatchRecommendSizeResult& result, const OperatorRules& rules) {
  Row& row = *changed.row;
  row.fingerprint = changed.fingerprint;
  const std::string fields = RowFields(cluster, rules.EffectOn(cluster), result.response().recommended_size());
  row.text = std::make_shared<const std::string>(RowJson(fields, result));
  row.size_now = SizeNow(cluster);
  row.size_after = rules.SizeAfter(cluster, result.response());
  row.pinned = IsPinned(cluster, result.response(), row.size_after);
  row.failed = !result.has_response();
}

void PageFleet::Fail(const absl::Status& status, const Inputs& inputs, const std::vector<Changed>& changed) {
  v1::BatchRecommendSizeResult result;
  SetRpcStatus(status, *result.mutable_error());
  const OperatorRules rules(v1::ClusterSizingConfiguration::default_instance(), options_.now());
  for (const Changed& one : changed) SetRow(one, inputs.inventory.clusters[one.index], result, rules);
}

std::vector<PageFleet::Name> PageFleet::RemoveUnseen() {
  std::vector<Name> removed;
  for (auto row = rows_.begin(); row != rows_.end();) {
    if (row->second.seen) {
      ++row;
      continue;
    }
    removed.push_back(row->first);
    row = rows_.erase(row);
  }
  return removed;
}

std::vector<SizeCount> PageFleet::CountSizes() const {
  SizeCounts counts;
  counts.AddLadder(ladder_);
  for (const auto& [name, row] : rows_) {
    ++counts.Of(row.size_now).before;
    ++counts.Of(row.size_after).after;
  }
  std::vector<SizeCount> sizes = counts.Take();
  std::stable_partition(sizes.begin(), sizes.end(), [](const SizeCount& count) { return !count.size.empty(); });
  return sizes;
}

std::string PageFleet::TotalsJson(const FleetSnapshot& snapshot) const {
  static const v1::ClusterSizingConfiguration& none = v1::ClusterSizingConfiguration::default_instance();
  const v1::ClusterSizingConfiguration& config =
      snapshot.configuration == nullptr ? none : snapshot.configuration->config;
  nlohmann::ordered_json cost;
  if (!options_.prices.empty()) cost = CostJson(CostOf(snapshot.counts, options_.prices, config, config));
  FleetDiff diff;
  auto row = rows_.begin();
  for (const objects::HostedCluster& cluster : snapshot.inputs->inventory.clusters) {
    ClusterDiff& change = diff.clusters.emplace_back();
    change.cluster = &cluster;
    change.size_before = row->second.size_now;
    change.size_after = row->second.size_after;
    change.pinned = row->second.pinned;
    change.move = row->second.failed ? Move::kFailed : Move::kAcross;
    ++row;
  }
  nlohmann::ordered_json rollout;
  const absl::StatusOr<RolloutForecast> forecast = ForecastRollout(diff, config, options_.now());
  if (snapshot.configuration != nullptr && forecast.ok()) rollout = RolloutJson(*forecast);
  return absl::StrCat("\"sizes\":", CompactText(SizesJson(NodeHoursPerDay(snapshot.counts, config))),
                      ",\"prices\":", CompactText(PricesJson(options_.prices)), ",\"cost\":", CompactText(cost),
                      ",\"rollout\":", CompactText(rollout));
}

std::string PageFleet::EventJson(const FleetSnapshot& snapshot, const std::vector<Changed>& changed,
                                 const std::vector<Name>& removed, bool reread) const {
  reread = reread || changed.size() > kMaxEventRows || removed.size() > kMaxEventRows;
  // A page never has the revision 0, so it reads the whole fleet.
  std::string text = absl::StrCat("{\"revision\":", snapshot.revision,
                                  ",\"previousRevision\":", reread ? 0 : snapshot.revision - 1, ",\"items\":[");
  for (size_t i = 0; !reread && i < changed.size(); ++i) {
    absl::StrAppend(&text, i == 0 ? "" : ",", *changed[i].row->text);
  }
  nlohmann::ordered_json names = nlohmann::ordered_json::array();
  for (size_t i = 0; !reread && i < removed.size(); ++i) {
    names.push_back({{"namespace", removed[i].first}, {"name", removed[i].second}});
  }
  absl::StrAppend(&text, "],\"removed\":", CompactText(names), ",", snapshot.totals_json, "}");
  return text;
}

}  // namespace cpsizer::cli
