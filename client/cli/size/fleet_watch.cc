#include "client/cli/size/fleet_watch.h"

#include <algorithm>
#include <memory>
#include <sstream>
#include <utility>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "client/cli/base/exit_code.h"
#include "client/cli/input/cluster_connection.h"
#include "client/cli/input/cluster_follower.h"
#include "client/cli/input/report_status.h"
#include "client/cli/size/choose_cluster.h"
#include "client/cli/size/fleet.h"
#include "client/cli/size/report_items.h"
#include "client/service/call_failure.h"

namespace cpsizer::cli {
namespace {

// The pause between two decisions. Without this pause, a fleet whose VPAs change all the time would use a whole core.
constexpr absl::Duration kPause = absl::Seconds(1);
// The pause before the next attempt after a call to the service failed.
constexpr absl::Duration kPauseAfterFailure = absl::Seconds(5);

std::string AnswerOf(const FleetRow& row) {
  const v1::BatchRecommendSizeResult& result = *row.result;
  const v1::RecommendSizeResponse& response = result.response();
  return absl::StrJoin(
      {row.cluster->current_size, SizeNow(*row.cluster), row.size_after, std::string(EffectWord(row.effect)),
       absl::StrCat(result.error().code()), absl::StrCat(response.outcome()),
       absl::StrCat(response.no_recommendation_reason()), response.recommended_size(), response.would_recommend()},
      "\n");
}

objects::HostedCluster NamesOf(const objects::HostedCluster& cluster) {
  objects::HostedCluster names;
  names.namespace_name = cluster.namespace_name;
  names.name = cluster.name;
  names.current_size = cluster.current_size;
  names.size_label = cluster.size_label;
  return names;
}

}  // namespace

void FleetWatch::Begin(const Inputs& inputs, const Sources& sources, absl::Span<const objects::HostedCluster> clusters,
                       const FleetResponse& answer) {
  shared_ = RequestBytes(sources);
  const OperatorRules rules(sources.configuration.config, environment_.now(), answer.findings);
  for (size_t i = 0; i < clusters.size(); ++i) Take(MakeRow(clusters[i], answer.results[i], rules));
  std::ostringstream text;
  Screen printed(text, environment_.err.terminal());
  PrintUnreadable(inputs, printed);
  message_ = text.str();
}

bool FleetWatch::Update(Inputs inputs) {
  std::ostringstream text;
  Screen err(text, environment_.err.terminal());
  const bool decided = Decide(inputs, err);
  if (text.str() != message_) environment_.err.Raw(text.str());
  message_ = text.str();
  return decided;
}

bool FleetWatch::Decide(Inputs& inputs, Screen& err) {
  PrintUnreadable(inputs, err);
  const objects::FoundConfiguration* const found = TheConfiguration(inputs, err);
  if (found == nullptr) return true;
  const Sources sources(*found, inputs.inventory.machine_sets);
  std::vector<objects::HostedCluster>& clusters = inputs.inventory.clusters;
  FilterClusters(filter_, inputs);
  SetBasis(options_.basis, clusters);
  if (!named_.empty()) {
    clusters.erase(
        std::remove_if(clusters.begin(), clusters.end(),
                       [this](const objects::HostedCluster& cluster) { return ClusterName(cluster) != named_; }),
        clusters.end());
  }
  PrintDeleted(clusters);
  const std::vector<objects::HostedCluster> changed = ChangedOnes(sources, clusters);
  if (changed.empty()) return true;
  const absl::StatusOr<FleetResponse> answer =
      DecideFleet({sources, options_.decision, changed, environment_.now()}, client_, [](size_t) {});
  if (!answer.ok()) {
    ReportRefusal(answer.status(), sources, client_, sources.configuration.file, err);
    return IsRefusal(answer.status());
  }
  shared_ = RequestBytes(sources);
  const OperatorRules rules(sources.configuration.config, environment_.now(), answer->findings);
  std::vector<FleetRow> rows;
  for (size_t i = 0; i < changed.size(); ++i) {
    const FleetRow row = MakeRow(changed[i], answer->results[i], rules);
    if (Take(row)) rows.push_back(row);
  }
  PrintFleet(options_, rows, table_, environment_.out);
  ReportItemErrors(changed, answer->results, sources, err);
  return true;
}

std::vector<objects::HostedCluster> FleetWatch::ChangedOnes(const Sources& sources,
                                                            absl::Span<const objects::HostedCluster> clusters) const {
  const bool all = RequestBytes(sources) != shared_;
  std::vector<objects::HostedCluster> changed;
  for (const objects::HostedCluster& cluster : clusters) {
    const auto known = known_.find(ClusterName(cluster));
    if (all || known == known_.end() || known->second.request != RequestBytes(cluster)) changed.push_back(cluster);
  }
  return changed;
}

bool FleetWatch::Take(const FleetRow& row) {
  const objects::HostedCluster& cluster = *row.cluster;
  Known& known = known_[ClusterName(cluster)];
  const bool was_shown = known.shown;
  std::string answer = AnswerOf(row);
  const bool differs = known.answer != answer;
  known = {NamesOf(cluster), RequestBytes(cluster), std::move(answer), IsShown(cluster, *row.result, options_.view)};
  return differs && (known.shown || was_shown);
}

void FleetWatch::PrintDeleted(absl::Span<const objects::HostedCluster> clusters) {
  absl::flat_hash_set<std::string> names;
  for (const objects::HostedCluster& cluster : clusters) names.insert(ClusterName(cluster));
  std::vector<objects::HostedCluster> deleted;
  for (auto known = known_.begin(); known != known_.end();) {
    if (names.contains(known->first)) {
      ++known;
      continue;
    }
    if (known->second.shown) deleted.push_back(std::move(known->second.cluster));
    known = known_.erase(known);
  }
  PrintDeletedClusters(options_, deleted, table_, environment_.out);
}

int RunWatch(const ClusterFlags& flags, const Inputs& first, FleetWatch& watch, Environment& environment) {
  const absl::StatusOr<std::unique_ptr<ClusterConnection>> connection = ClusterConnection::Make(flags);
  if (!connection.ok()) return PrintUnreachable(connection.status(), flags, environment.err);
  ClusterFollower follower(**connection, flags.name_space, first.absent, environment.err);
  bool decided = true;
  while (environment.out.Flush()) {
    Inputs next;
    next.source = first.source;
    next.inventory = follower.Next(decided ? kPause : kPauseAfterFailure, /*even_unchanged=*/!decided);
    decided = watch.Update(std::move(next));
  }
  return kExitFine;  // an error of the output is reported later, for all verbs
}

}  // namespace cpsizer::cli
