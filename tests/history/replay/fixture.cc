#include "tests/history/replay/fixture.h"

#include <gtest/gtest.h>

#include <utility>

#include "absl/strings/str_cat.h"
#include "client/history/transitions/transition_rules.h"
#include "client/service/in_process_service.h"

namespace cpsizer::history {

v1::BatchRecommendSizeRequest Configuration(absl::string_view fraction) {
  struct Size {
    const char* name;
    int from;
    const char* memory;
    const char* cpu;
  };
  v1::BatchRecommendSizeRequest request;
  v1::ClusterSizingConfigurationSpec& spec = *request.mutable_cluster_sizing_configuration()->mutable_spec();
  for (const Size& size :
       {Size{"small", 0, "16Gi", "8"}, Size{"medium", 11, "32Gi", "16"}, Size{"large", 101, "64Gi", "32"}}) {
    v1::SizeConfiguration& added = *spec.add_sizes();
    added.set_name(size.name);
    added.mutable_criteria()->set_from(size.from);
    added.mutable_capacity()->set_memory(size.memory);
    added.mutable_capacity()->set_cpu(size.cpu);
  }
  spec.mutable_sizes(0)->mutable_criteria()->set_to(10);
  spec.mutable_sizes(1)->mutable_criteria()->set_to(100);
  v1::ResourceBasedAutoscalingConfiguration& fractions = *spec.mutable_resource_based_autoscaling();
  fractions.set_kube_api_server_memory_fraction(std::string(fraction));
  fractions.set_kube_api_server_cpu_fraction("0.5");
  spec.mutable_concurrency();
  spec.mutable_transition_delay();
  return request;
}

std::unique_ptr<BlockingService> InProcess() {
  return std::make_unique<BlockingService>(&MakeInProcessService);
}

absl::Time At(absl::Duration after) {
  return absl::FromCivil(absl::CivilDay(2026, 2, 1), absl::UTCTimeZone()) + after;
}

ReplayRun::ReplayRun(std::vector<v1::BatchRecommendSizeRequest> configurations, const ReplayOptions& options,
                     bool immediate, const std::vector<FleetObserver*>& observers,
                     const absl::flat_hash_map<std::string, std::string>& sizes_before, const std::vector<SizedBy>& by)
    : service_(InProcess()), replay_(std::make_unique<Replay>(options, names_)) {
  for (v1::BatchRecommendSizeRequest& configuration : configurations) {
    absl::StatusOr<TransitionRules> rules = MakeTransitionRules(configuration.cluster_sizing_configuration());
    EXPECT_TRUE(rules.ok()) << rules.status();
    rules->immediate = immediate;
    rules->sizes_before = sizes_before;
    const SizedBy sized_by = deciders_.size() < by.size() ? by[deciders_.size()] : SizedBy::kResources;
    const SizedBy measured = options.series == SeriesKind::kNodes ? SizedBy::kNodes : SizedBy::kResources;
    deciders_.push_back(std::make_unique<Decider>(std::move(configuration), *service_, sized_by, measured));
    const absl::Status status = deciders_.back()->ReadSizes();
    EXPECT_TRUE(status.ok()) << status;
    FleetObserver* const observer = deciders_.size() <= observers.size() ? observers[deciders_.size() - 1] : nullptr;
    replay_->AddConfiguration(*deciders_.back(), *std::move(rules), observer);
  }
}

absl::Status ReplayRun::Add(const Point& point) {
  return replay_->Add({absl::ToUnixMillis(At(point.at)), names_.clusters.Number(point.cluster), Sample::kNoPod,
                       point.gi * static_cast<double>(kGi), point.cpu});
}

absl::Status ReplayRun::AddNodes(absl::Duration at, double nodes, const std::string& cluster) {
  return replay_->Add({absl::ToUnixMillis(At(at)), names_.clusters.Number(cluster), Sample::kNoPod, Sample::kNoValue,
                       Sample::kNoValue, nodes});
}

absl::Status ReplayRun::AddUsage(const Point& point, absl::string_view pod) {
  return replay_->Add({absl::ToUnixMillis(At(point.at)), names_.clusters.Number(point.cluster),
                       names_.pods.Number(absl::StrCat(point.cluster, "/", pod)), point.gi * static_cast<double>(kGi),
                       point.cpu});
}

void ReplayRun::Play(const std::vector<Point>& points) {
  for (const Point& point : points) {
    const absl::Status status = Add(point);
    ASSERT_TRUE(status.ok()) << status;
  }
  const absl::Status status = replay_->Finish();
  ASSERT_TRUE(status.ok()) << status;
}

const ClusterTotals& ReplayRun::TotalsOf(absl::string_view cluster, size_t configuration) {
  return replay_->fleets()[configuration]->tracks()[names_.clusters.Number(cluster)].totals();
}

}  // namespace cpsizer::history
