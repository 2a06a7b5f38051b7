#include "tests/sidecar/size/sidecar_fixture.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "client/objects/hypershift.h"
#include "client/service/in_process_service.h"
#include "client/sidecar/control/field_manager.h"
#include "client/sidecar/control/loop_executor.h"
#include "client/sidecar/size/api_writer.h"
#include "client/sidecar/size/dry_run.h"
#include "cpsizer/status.h"
#include "google/rpc/error_details.pb.h"
#include "tests/testing/call_copy.h"

namespace cpsizer::sidecar {
namespace {

std::string LineOf(LogLevel level, absl::string_view message, absl::Span<const LogField> fields) {
  constexpr const char* kLevels[] = {"debug", "info", "warn", "error"};
  std::string line = absl::StrCat(kLevels[static_cast<size_t>(level)], " ", message);
  for (const LogField& field : fields) absl::StrAppend(&line, " ", field.key, "=", field.value);
  return line;
}

}  // namespace

absl::Status BusyFor(absl::Duration delay) {
  google::rpc::RetryInfo info;
  info.mutable_retry_delay()->set_seconds(absl::ToInt64Seconds(delay));
  absl::Status status = absl::ResourceExhaustedError("busy");
  AddDetail(info, status);
  return status;
}

BreakableService::BreakableService(kube::EventLoop& loop)
    : loop_(loop), library_(MakeInProcessService(ExecutorOf(loop))) {}

void BreakableService::Corrupt(v1::RecommendSizeResponse& response) const {
  if (corrupt) corrupt(response);
}

void BreakableService::Corrupt(v1::ValidateConfigResponse& response) const {
  if (corrupt_verdict) corrupt_verdict(response);
}

void BreakableService::Corrupt(v1::RecommendReplicasResponse& response) const {
  if (corrupt_replicas) corrupt_replicas(response);
}

void BreakableService::Corrupt(v1::RecommendMachineResponse& response) const {
  if (corrupt_machine) corrupt_machine(response);
}

void BreakableService::Corrupt(v1::PlanClusterAutoscalerResponse& response) const {
  if (corrupt_plan) corrupt_plan(response);
}

void BreakableService::Corrupt(v1::BatchRecommendSizeResponse& response) const {
  for (v1::BatchRecommendSizeResult& result : *response.mutable_results()) {
    if (result.has_response()) Corrupt(*result.mutable_response());
  }
  if (corrupt_batch) corrupt_batch(response);
}

template <typename Response>
SizingService::OnAnswer<Response> BreakableService::Corrupted(OnAnswer<Response> answer) {
  return [this, answer = std::move(answer)](absl::StatusOr<Response> response) {
    testing::CallCopy(before_answer);
    if (response.ok()) Corrupt(*response);
    if (!broken.ok()) response = broken;
    if (delay == absl::ZeroDuration()) return answer(std::move(response));
    loop_.timers().At(loop_.now() + delay, [alive = alive_, answer, response = std::move(response)] {
      if (*alive) answer(response);
    });
  };
}

void BreakableService::RecommendSize(v1::RecommendSizeRequest request, OnAnswer<v1::RecommendSizeResponse> answer) {
  ++singles;
  library_->RecommendSize(std::move(request), Corrupted(std::move(answer)));
}

void BreakableService::BatchRecommendSize(v1::BatchRecommendSizeRequest request,
                                          OnAnswer<v1::BatchRecommendSizeResponse> answer) {
  ++batches;
  library_->BatchRecommendSize(std::move(request), Corrupted(std::move(answer)));
}

void BreakableService::ValidateConfig(v1::ValidateConfigRequest request, OnAnswer<v1::ValidateConfigResponse> answer) {
  ++validations;
  library_->ValidateConfig(std::move(request), Corrupted(std::move(answer)));
}

// Returns a callback that passes `broken` to `answer` instead of a successful response. If `broken` is OK, the callback
// passes all responses unchanged.
template <typename Response>
SizingService::OnAnswer<Response> BreakableService::Broken(const absl::Status& broken, OnAnswer<Response> answer) {
  return Corrupted<Response>([&broken, answer = std::move(answer)](absl::StatusOr<Response> response) {
    if (response.ok() && !broken.ok()) response = broken;
    answer(std::move(response));
  });
}

void BreakableService::RecommendReplicas(v1::RecommendReplicasRequest request,
                                         OnAnswer<v1::RecommendReplicasResponse> answer) {
  replicas_asked.push_back(request);
  library_->RecommendReplicas(std::move(request), Broken(broken_replicas, std::move(answer)));
}

void BreakableService::ScaleCpuRequests(v1::ScaleCpuRequestsRequest request,
                                        OnAnswer<v1::ScaleCpuRequestsResponse> answer) {
  library_->ScaleCpuRequests(std::move(request), std::move(answer));
}

void BreakableService::RecommendMachine(v1::RecommendMachineRequest request,
                                        OnAnswer<v1::RecommendMachineResponse> answer) {
  machines_asked.push_back(request);
  library_->RecommendMachine(std::move(request), Broken(broken_machines, std::move(answer)));
}

void BreakableService::PlanClusterAutoscaler(v1::PlanClusterAutoscalerRequest request,
                                             OnAnswer<v1::PlanClusterAutoscalerResponse> answer) {
  ++plans;
  library_->PlanClusterAutoscaler(std::move(request), Broken(broken_plans, std::move(answer)));
}

void BreakableService::BatchRecommendReplicas(v1::BatchRecommendReplicasRequest request,
                                              OnAnswer<v1::BatchRecommendReplicasResponse> answer) {
  library_->BatchRecommendReplicas(std::move(request), std::move(answer));
}

absl::Status RecordingWriter::NextFailure() {
  if (!broken.ok()) return broken;
  if (failures.empty()) return absl::OkStatus();
  absl::Status status = std::move(failures.front());
  failures.pop_front();
  return status;
}

void RecordingWriter::Send(const std::string& what, StillWanted still_wanted, Done gone) {
  loop_.Post([this, what, still_wanted = std::move(still_wanted), gone = std::move(gone)] {
    testing::CallCopy(before_write);
    if (!still_wanted()) return gone(absl::CancelledError("cancelled by its caller"));
    writes.push_back(what);
    testing::CallCopy(after_write);
    gone(NextFailure());
  });
}

void RecordingWriter::WriteSize(const HostedCluster& cluster, const std::string& size, StillWanted still_wanted,
                                OnCluster done) {
  HostedCluster after = cluster;
  after.recommended_size = pinned_size.empty() ? size : pinned_size;
  after.recommended_by = std::string(kFieldManager);
  Send(absl::StrCat(cluster.name, " ", cluster.recommended_size, " -> ", size), std::move(still_wanted),
       [this, after, done = std::move(done)](const absl::Status& status) mutable {
         after.resource_version = NextVersion();
         done(status.ok() ? absl::StatusOr<HostedCluster>(after) : status);
       });
}

void RecordingWriter::CreateVpa(const HostedCluster& cluster, StillWanted still_wanted, OnVpa done) {
  WriteVpa(absl::StrCat("create ", cluster.name), ReadVpa(VpaFor(cluster)), std::move(still_wanted), std::move(done));
}

void RecordingWriter::RepairVpa(const HostedCluster& cluster, const Vpa& vpa, StillWanted still_wanted, OnVpa done) {
  Vpa after = vpa;
  after.as_kept = true;
  after.cluster_namespace = cluster.name_space;
  after.cluster_name = cluster.name;
  WriteVpa(absl::StrCat("repair ", cluster.name), std::move(after), std::move(still_wanted), std::move(done));
}

void RecordingWriter::WriteVpa(const std::string& what, Vpa after, StillWanted still_wanted, OnVpa done) {
  Send(what, std::move(still_wanted), [this, after, done = std::move(done)](const absl::Status& status) mutable {
    after.resource_version = NextVersion();
    done(status.ok() ? absl::StatusOr<Vpa>(after) : status);
  });
}

void RecordingWriter::DeleteVpa(const Vpa& vpa, StillWanted still_wanted, Done done) {
  Send(absl::StrCat("delete ", vpa.cluster_name), std::move(still_wanted), std::move(done));
}

void RecordingWriter::WriteCondition(const Configuration& configuration, const v1::Condition& condition,
                                     StillWanted still_wanted, Done done) {
  const std::vector<ConditionOwner> us = {{std::string(kFieldManager), /*applied=*/true, /*whole=*/true}};
  Configuration after = configuration;
  const bool about_fields = condition.type() == objects::kStoredFieldsCondition;
  (about_fields ? after.fields_condition : after.condition) = condition;
  (about_fields ? after.fields_condition_owners : after.condition_owners) = us;
  if (about_fields) fields_conditions.push_back(condition.status());
  Send(absl::StrCat(about_fields ? "fields condition " : "condition ", condition.status()), std::move(still_wanted),
       [this, after, done = std::move(done)](const absl::Status& status) mutable {
         const Configuration* now = cache_.configuration();
         const bool is_current = now != nullptr && now->resource_version == after.resource_version;
         if (status.ok() && is_current && !late_condition_event) {
           after.resource_version = NextVersion();
           cache_.configurations().Put("cluster", after);
         }
         done(status);
       });
}

void RecordingWriter::ReadSchema(OnSchema done) {
  ++schemas_read;
  absl::StatusOr<StoredSchema> read = schema;
  if (const Configuration* configuration = cache_.configuration(); read.ok() && configuration != nullptr) {
    read->uid = configuration->uid;
    read->configured = objects::FieldsOf(configuration->config.spec());
  }
  if (answers_schema) loop_.Post([read, done = std::move(done)] { done(read); });
}

void RecordingWriter::ReadCluster(const HostedCluster& cluster, OnCluster done) {
  const HostedCluster* known = cache_.FindCluster(KeyOf(cluster));
  const absl::StatusOr<HostedCluster> now =
      known == nullptr ? absl::StatusOr<HostedCluster>(absl::NotFoundError("gone")) : *known;
  loop_.Post([now, done = std::move(done)] { done(now); });
}

ControllerFixture::ControllerFixture(bool enforce, Policy policy) {
  const Dependencies dependencies{
      manual.loop(),
      cache,
      service,
      enforce ? &writer : nullptr,
      counters,
      [this](LogLevel level, absl::string_view message, absl::Span<const LogField> fields) {
        log.push_back(LineOf(level, message, fields));
      },
      [this] { return may_write; },
      absl::Now,
      [this] { return lease_text.empty() ? absl::nullopt : absl::make_optional(lease_text); },
      [this](std::string text) { lease_text = std::move(text); }};
  SizeController::Options options;
  options.enforce = enforce;
  options.policy = policy;
  options.release_memory = [this] { ++memory_releases; };
  controller_ = std::make_unique<SizeController>(
      dependencies, options, [this](const HostedCluster& cluster, VpaAction vpa, const SizePlan& size) {
        for (const std::string& sentence : DryRunSentences(cluster, vpa, size)) {
          dry_runs.push_back(absl::StrCat(cluster.name, ": ", sentence));
        }
      });
}

void ControllerFixture::PutCluster(kube::Json object, const std::string& uid) {
  object["metadata"]["uid"] = uid;
  object["metadata"]["resourceVersion"] = writer.NextVersion();
  controller_->Enqueue(cache.PutCluster(ReadHostedCluster(object), false, manual.now()),
                       kube::WorkQueue::Priority::kLive);
}

void ControllerFixture::RemoveCluster(const std::string& cluster) {
  cache.RemoveCluster("clusters/" + cluster);
  controller_->ClusterGone("clusters/" + cluster);
}

void ControllerFixture::PutVpa(kube::Json object) {
  object["metadata"]["uid"] = "V";
  object["metadata"]["resourceVersion"] = writer.NextVersion();
  controller_->Enqueue(cache.PutVpa(ReadVpa(object), false), kube::WorkQueue::Priority::kLive);
}

void ControllerFixture::RemoveVpa(const std::string& cluster) {
  controller_->Enqueue(cache.RemoveVpa("clusters-" + cluster + "/kube-apiserver"), kube::WorkQueue::Priority::kLive);
}

void ControllerFixture::PutConfiguration(kube::Json object) {
  object["metadata"]["uid"] = "C";
  object["metadata"]["resourceVersion"] = writer.NextVersion();
  cache.configurations().Put("cluster", ReadConfiguration(object));
  controller_->ConfigurationChanged(true);
}

void ControllerFixture::RemoveConfiguration() {
  cache.configurations().Remove("cluster");
  controller_->ConfigurationChanged(true);
}

void ControllerFixture::PutMachineSet(kube::Json object) {
  cache.machine_sets().Put(KeyOf(object), ReadMachineSet(object));
  controller_->ConfigurationChanged(true);
}

void ControllerFixture::RemoveMachineSet(const std::string& key) {
  cache.machine_sets().Remove(key);
  controller_->ConfigurationChanged(true);
}

void ControllerFixture::LoseMachineSets() {
  controller_->ConfigurationChanged(false);
  controller_->ConfigurationChanged(true);
}

void ControllerFixture::Settle() {
  while (!controller_->idle()) manual.loop().RunOnce(absl::ZeroDuration());
}

SidecarStatus ControllerFixture::Status() const {
  SidecarStatus status;
  controller_->Describe(status);
  return status;
}

SizeStatus ControllerFixture::Sizes() const {
  return dynamic_cast<const SizeStatus&>(*Status().kind);
}

std::string ControllerFixture::SizeOf(const std::string& cluster) const {
  const HostedCluster* found = cache.FindCluster("clusters/" + cluster);
  return found == nullptr ? "" : found->recommended_size;
}

}  // namespace cpsizer::sidecar
