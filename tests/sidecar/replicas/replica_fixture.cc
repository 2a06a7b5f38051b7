#include "tests/sidecar/replicas/replica_fixture.h"

#include <google/protobuf/util/json_util.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "client/sidecar/control/status_fields.h"
#include "client/tree/parse_json.h"
#include "cpsizer/recommend_replicas.h"
#include "tests/testing/call_copy.h"

namespace cpsizer::sidecar {

namespace {

using kube::Json;

// Returns OK if there is no failure.
absl::Status TakeFailure(std::deque<absl::Status>& failures) {
  if (failures.empty()) return absl::OkStatus();
  absl::Status failure = std::move(failures.front());
  failures.pop_front();
  return failure;
}

// The version of all objects. The fixture does not check preconditions.
constexpr char kVersion[] = "1";
constexpr char kTargetPath[] = "/apis/apps/v1/namespaces/shop/deployments/web";

}  // namespace

void ReplicaFixture::Send(kube::HttpRequest request, Writes::StillWanted still_wanted,
                          kube::ApiClient::OnAnswer answered) {
  if (request.method == "GET") {
    if (!still_wanted()) return answered(absl::CancelledError("cancelled by its caller"));
    if (absl::Status failure = TakeFailure(writer.unread); !failure.ok()) return answered(std::move(failure));
    return answered(tree::ParseJson(Json({{"metadata", {{"uid", "d1"}, {"resourceVersion", kVersion}}}}).dump()));
  }
  manual.loop().Post(
      [this, request = std::move(request), still_wanted = std::move(still_wanted), answered = std::move(answered)] {
        const bool is_status = absl::StrContains(request.path, "/status");
        if (!is_status) testing::CallCopy(writer.before_write);
        if (!still_wanted()) return answered(absl::CancelledError("cancelled by its caller"));
        const Json patch = kube::ParseJson(request.body);
        answered(is_status ? WriteStatus(request.path, patch) : WriteScale(patch));
      });
}

absl::StatusOr<tree::Node> ReplicaFixture::WriteScale(const Json& patch) {
  const int32_t written = patch["spec"]["replicas"];
  writer.writes.push_back(written);
  if (absl::Status failure = TakeFailure(writer.failures); !failure.ok()) return failure;
  replicas = written;
  return tree::Node();
}

absl::StatusOr<tree::Node> ReplicaFixture::WriteStatus(const std::string& path, const Json& patch) {
  if (absl::Status failure = TakeFailure(statuses.failures); !failure.ok()) return failure;
  // The path is /apis/autoscaling/v2/namespaces/NAMESPACE/horizontalpodautoscalers/NAME/status.
  const std::vector<std::string> parts = absl::StrSplit(path, '/');
  const std::string key = absl::StrCat(parts.at(5), "/", parts.at(7));
  Json json = kube::ParseJson(objects_.at(key).second);
  json["status"].merge_patch(patch["status"]);
  json["metadata"]["uid"] = objects_.at(key).first;
  json["metadata"]["resourceVersion"] = kVersion;
  tree::Node answer = tree::ParseJson(json.dump());
  const Autoscaler written = ReadAutoscalerObject(answer);
  statuses.writes.push_back(written.object.status());
  *object.mutable_status() = written.object.status();
  if (!statuses.lost_answer.ok()) return statuses.lost_answer;
  return answer;
}

ReplicaFixture::ReplicaFixture(bool enforce) : enforce_(enforce) {
  MakeController();
}

void ReplicaFixture::Restart() {
  controller.reset();
  autoscalers_ = {};
  MakeController();
  Put(v1::HorizontalPodAutoscaler(object));
  controller->Start();
}

void ReplicaFixture::MakeController() {
  ReplicaController::Options options;
  options.enforce = enforce_;
  if (scale_to_zero.has_value()) options.request_options.set_scale_to_zero(*scale_to_zero);
  options.most_at_once = 3;
  options.request_options.set_detail(v1::DETAIL_BRIEF);
  controller = std::make_unique<ReplicaController>(
      ReplicaController::Dependencies{
          {manual.loop(), service,
           [this](kube::HttpRequest request, Writes::StillWanted still_wanted, kube::ApiClient::OnAnswer answered) {
             Send(std::move(request), std::move(still_wanted), std::move(answered));
           },
           [this](const kube::Event& event) { events.push_back(event); }, counters,
           [this](LogLevel level, absl::string_view message, absl::Span<const LogField> fields) {
             if (level == LogLevel::kDebug) return;
             std::string line(message);
             for (const LogField& field : fields) absl::StrAppend(&line, " ", field.key, "=", field.value);
             log.push_back(std::move(line));
           },
           [this] { return may_write; }, [this] { return Wall(); }},
          autoscalers_,
          [this](const v1::HorizontalPodAutoscaler& autoscaler, replicas::Observer::Done done) {
            Observe(autoscaler, std::move(done));
          },
          [this](const std::string& name_space, const std::string& name) {
            deleted.push_back(absl::StrCat(name_space, "/", name));
          },
          [this] { return version; }},
      options);
}

v1::HorizontalPodAutoscaler ReplicaFixture::Object() const {
  v1::HorizontalPodAutoscaler autoscaler;
  autoscaler.set_api_version("autoscaling/v2");
  autoscaler.set_kind("HorizontalPodAutoscaler");
  autoscaler.mutable_metadata()->set_name("web");
  autoscaler.mutable_metadata()->set_namespace_("shop");
  v1::HorizontalPodAutoscalerSpec& spec = *autoscaler.mutable_spec();
  spec.mutable_scale_target_ref()->set_kind("Deployment");
  spec.mutable_scale_target_ref()->set_name("web");
  spec.mutable_scale_target_ref()->set_api_version("apps/v1");
  spec.set_min_replicas(1);
  spec.set_max_replicas(10);
  v1::MetricSpec& metric = *spec.add_metrics();
  metric.set_type("Resource");
  metric.mutable_resource()->set_name("cpu");
  metric.mutable_resource()->mutable_target()->set_type("Utilization");
  metric.mutable_resource()->mutable_target()->set_average_utilization(50);
  return autoscaler;
}

void ReplicaFixture::Put(const v1::HorizontalPodAutoscaler& autoscaler, const std::string& uid) {
  object = autoscaler;
  Autoscaler listed;
  listed.name_space = autoscaler.metadata().namespace_();
  listed.name = autoscaler.metadata().name();
  listed.uid = uid;
  listed.resource_version = kVersion;
  listed.object = autoscaler;
  std::string json;
  ASSERT_TRUE(google::protobuf::util::MessageToJsonString(autoscaler, &json).ok());
  Json stored = kube::ParseJson(json);
  // The API server has integers where Protobuf prints texts.
  stored["metadata"]["generation"] = autoscaler.metadata().generation();
  objects_[KeyOf(listed)] = {uid, stored.dump()};
  Report(listed);
}

void ReplicaFixture::Report(const Autoscaler& autoscaler) {
  const std::string key = KeyOf(autoscaler);
  const Autoscaler* const known = autoscalers_.Find(key);
  const Autoscaler before = known == nullptr ? Autoscaler() : *known;
  autoscalers_.Put(key, autoscaler);
  controller->Changed(known == nullptr ? nullptr : &before, &autoscaler);
}

void ReplicaFixture::Remove(const std::string& key) {
  const Autoscaler* const known = autoscalers_.Find(key);
  if (known == nullptr) return;
  const Autoscaler before = *known;
  autoscalers_.Remove(key);
  controller->Changed(&before, nullptr);
}

void ReplicaFixture::PutOthers(int count) {
  for (int i = 0; i < count; ++i) {
    v1::HorizontalPodAutoscaler other = Object();
    other.mutable_metadata()->set_name(absl::StrCat("other-", i));
    Put(other);
  }
}

replicas::Observation ReplicaFixture::Observation(const v1::HorizontalPodAutoscaler& autoscaler) const {
  replicas::Observation observation;
  observation.scale = {kTargetPath, "d1", kVersion, replicas};
  observation.unavailable_api = unavailable_api;
  v1::RecommendReplicasRequest& request = observation.request;
  *request.mutable_horizontal_pod_autoscaler() = autoscaler;
  request.mutable_scale()->mutable_spec()->set_replicas(replicas);
  request.mutable_scale()->mutable_status()->set_replicas(replicas);
  request.mutable_scale()->mutable_status()->set_selector("app=web");
  for (int i = 0; i < replicas; ++i) {
    const std::string name = absl::StrCat("web-", i);
    v1::Pod& pod = *request.add_pods();
    pod.mutable_metadata()->set_name(name);
    v1::Container& container = *pod.mutable_spec()->add_containers();
    container.set_name("main");
    (*container.mutable_resources()->mutable_requests())["cpu"] = "100m";
    pod.mutable_status()->set_phase("Running");
    pod.mutable_status()->set_start_time("2020-01-01T00:00:00Z");
    v1::Condition& ready = *pod.mutable_status()->add_conditions();
    ready.set_type("Ready");
    ready.set_status("True");
    ready.set_last_transition_time("2020-01-01T00:00:00Z");
    if (!metrics_error.empty()) continue;
    v1::PodMetrics& metrics = *request.add_pod_metrics();
    metrics.mutable_metadata()->set_name(name);
    metrics.set_timestamp("2023-11-14T22:13:20Z");
    v1::ContainerMetrics& usage = *metrics.add_containers();
    usage.set_name("main");
    (*usage.mutable_usage())["cpu"] = cpu;
  }
  request.set_pod_metrics_error(metrics_error);
  for (int i = 0; i < autoscaler.spec().metrics_size(); ++i) {
    v1::ReplicasReading& reading = *request.add_readings();
    const bool external = autoscaler.spec().metrics(i).type() == "External";
    if (external && !queue.empty()) reading.add_external_values()->set_value(queue);
  }
  request.set_now(TimeText(Wall()));
  return observation;
}

void ReplicaFixture::Observe(const v1::HorizontalPodAutoscaler& autoscaler, replicas::Observer::Done done) {
  most_observing = std::max(most_observing, ++observing);
  manual.loop().timers().At(manual.now() + delay, [this, autoscaler, done = std::move(done)] {
    --observing;
    if (!broken.ok()) return done(broken);
    done(Observation(autoscaler));
  });
}

void ReplicaFixture::WriteStatusOfKubeControllerManager() {
  v1::RecommendReplicasRequest request = Observation(object).request;
  if (scale_to_zero.has_value()) request.mutable_options()->set_scale_to_zero(*scale_to_zero);
  if (real_history_.has_value()) *request.mutable_history() = *real_history_;
  v1::RecommendReplicasResponse response;
  if (!RecommendReplicas(request, response).ok()) return;
  real_history_ = response.history();
  v1::HorizontalPodAutoscaler after = object;
  after.mutable_status()->set_observed_generation(after.status().observed_generation() + 1);
  after.mutable_status()->set_desired_replicas(response.status().desired_replicas());
  after.mutable_status()->set_current_replicas(response.status().current_replicas());
  after.mutable_status()->set_last_scale_time(response.status().last_scale_time());
  *after.mutable_status()->mutable_conditions() = response.status().conditions();
  if (response.outcome() == v1::REPLICAS_OUTCOME_RESCALE) replicas = response.desired_replicas();
  Put(after);
}

absl::Duration ReplicaFixture::Overrun() const {
  return *Status().period_overrun;
}

// In each step the loop runs several times, because one run does not complete all rounds and writes.
void ReplicaFixture::Pass(absl::Duration duration) {
  constexpr absl::Duration kStep = absl::Seconds(1);
  for (; duration > kStep; duration -= kStep) manual.Pass(kStep);
  manual.Pass(duration);
}

SidecarStatus ReplicaFixture::Status() const {
  SidecarStatus status;
  controller->Describe(status);
  return status;
}

}  // namespace cpsizer::sidecar
