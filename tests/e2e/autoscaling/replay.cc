#include "tests/e2e/autoscaling/replay.h"

#include <google/protobuf/util/json_util.h>
#include <gtest/gtest.h>

#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/types/optional.h"
#include "cpsizer/recommend_replicas.h"
#include "tests/e2e/autoscaling/scenario_objects.h"

namespace cpsizer::e2e {
namespace {

using kube::Json;

constexpr int kReplaySyncs = 30;

std::string TextOf(const v1::ReplicasEvent& event) {
  return absl::StrCat(event.type(), " ", event.reason(), ": ", WithSortedRivals(event.message()));
}

}  // namespace

absl::StatusOr<std::unique_ptr<ScenarioObserver>> ScenarioObserver::Start(const testing::RealApiServer& server) {
  auto user = testing::ApiUser::Make(server.WriteKubeconfig(kObserverUser, {"system:masters"}));
  if (!user.ok()) return user.status();
  return std::unique_ptr<ScenarioObserver>(new ScenarioObserver(*std::move(user)));
}

ScenarioObserver::ScenarioObserver(std::unique_ptr<testing::ApiUser> user)
    : user_(std::move(user)), observer_(user_->loop(), user_->client(), {}) {}

absl::StatusOr<v1::HorizontalPodAutoscaler> ScenarioObserver::Read(const std::string& path) {
  const absl::StatusOr<Json> json = user_->Get(path);
  if (!json.ok()) return json.status();
  v1::HorizontalPodAutoscaler autoscaler;
  google::protobuf::util::JsonParseOptions options;
  options.ignore_unknown_fields = true;
  EXPECT_TRUE(google::protobuf::util::JsonStringToMessage(json->dump(), &autoscaler, options).ok()) << *json;
  return autoscaler;
}

absl::StatusOr<v1::RecommendReplicasRequest> ScenarioObserver::Observe(const Scenario& scenario) {
  const std::vector<std::string> rivals = FieldOr(scenario.fields, "rivals", Json::array());
  for (const std::string& other : rivals) {
    absl::StatusOr<v1::HorizontalPodAutoscaler> autoscaler = Read(AutoscalerPath(scenario, other));
    if (!autoscaler.ok()) return autoscaler.status();
    bool learned = false;
    observer_.LearnSelector(*std::move(autoscaler), [&](const absl::Status& status) { learned = status.ok(); });
    EXPECT_TRUE(user_->RunUntil([&] { return learned; })) << scenario.name;
  }
  absl::StatusOr<v1::HorizontalPodAutoscaler> autoscaler = Read(AutoscalerPath(scenario));
  if (!autoscaler.ok()) return autoscaler.status();
  absl::optional<absl::StatusOr<replicas::Observation>> observation;
  observer_.Observe(*std::move(autoscaler),
                    [&](absl::StatusOr<replicas::Observation> seen) { observation = std::move(seen); });
  // This call needs no timeout, because all requests have timeouts.
  user_->RunUntil([&] { return observation.has_value(); }, absl::InfiniteDuration());
  if (!observation->ok()) return observation->status();
  return (*observation)->request;
}

void Replay::Observe(const Json& change) {
  absl::StatusOr<v1::RecommendReplicasRequest> seen = observer_.Observe(scenario_);
  ASSERT_TRUE(seen.ok()) << scenario_.name << ": " << seen.status();
  if (change.value("recreated", false)) {
    request_.clear_history();
    request_.mutable_horizontal_pod_autoscaler()->clear_status();
  }
  // Ignores the status and the scale that the real controller has written, and keeps the status and the scale of
  // cpsizer.
  *seen->mutable_horizontal_pod_autoscaler()->mutable_status() = request_.horizontal_pod_autoscaler().status();
  if (request_.has_scale() && seen->has_scale()) *seen->mutable_scale() = request_.scale();
  if (change.contains("replicas")) seen->mutable_scale()->mutable_spec()->set_replicas(change["replicas"]);
  if (request_.has_history()) *seen->mutable_history() = request_.history();
  *seen->mutable_options() = options_;
  request_ = *std::move(seen);
}

void Replay::Run(size_t changes) {
  Observe(changes == 0 ? Json::object() : scenario_.fields["change"][changes - 1]);
  for (int i = 0; i < kReplaySyncs && !::testing::Test::HasFatalFailure(); ++i) Decide();
}

void Replay::Decide() {
  now_ += absl::Seconds(1);
  request_.set_now(absl::FormatTime("%Y-%m-%dT%H:%M:%E6SZ", now_, absl::UTCTimeZone()));
  v1::RecommendReplicasResponse response;
  const absl::Status status = RecommendReplicas(request_, response);
  ASSERT_TRUE(status.ok()) << scenario_.name << ": " << status;
  for (const v1::ReplicasEvent& event : response.events()) events_.insert(TextOf(event));
  // If there is no scale, no metric is read, so the response has no metrics. The controller keeps the metrics of its
  // previous status.
  auto& metrics = *response.mutable_status()->mutable_current_metrics();
  if (response.outcome() == v1::REPLICAS_OUTCOME_TARGET_UNREADABLE) metrics = metrics_;
  metrics_ = metrics;
  AutoscalerState state = StateOf(response.status());
  if (states_.empty() || !(states_.back() == state)) states_.push_back(std::move(state));
  // The status of this decision is the input of the next decision, as in the controller.
  v1::HorizontalPodAutoscalerStatus& written = *request_.mutable_horizontal_pod_autoscaler()->mutable_status();
  written.set_last_scale_time(response.status().last_scale_time());
  written.set_current_replicas(response.status().current_replicas());
  written.set_desired_replicas(response.status().desired_replicas());
  *written.mutable_conditions() = response.status().conditions();
  *request_.mutable_history() = response.history();
  if (response.outcome() == v1::REPLICAS_OUTCOME_RESCALE) {
    request_.mutable_scale()->mutable_spec()->set_replicas(response.desired_replicas());
  }
}

}  // namespace cpsizer::e2e
