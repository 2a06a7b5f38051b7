#include "tests/sidecar/size/sidecar_fixture.h"

#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "client/kube/resource_path.h"
#include "client/objects/api_paths.h"
#include "client/objects/hypershift.h"
#include "client/service/in_process_service.h"
#include "client/sidecar/control/field_manager.h"
#include "client/sidecar/control/loop_executor.h"
#include "client/sidecar/size/dry_run.h"
#include "cpsizer/status.h"
#include "google/rpc/error_details.pb.h"
#include "tests/testing/call_copy.h"

namespace cpsizer::sidecar {
namespace {

using kube::Json;
using kube::TextAt;

std::string LineOf(LogLevel level, absl::string_view message, absl::Span<const LogField> fields) {
  constexpr const char* kLevels[] = {"debug", "info", "warn", "error"};
  std::string line = absl::StrCat(kLevels[static_cast<size_t>(level)], " ", message);
  for (const LogField& field : fields) absl::StrAppend(&line, " ", field.key, "=", field.value);
  return line;
}

std::string PathOf(const Json& object) {
  const absl::string_view kind = TextAt(object, {"kind"});
  const kube::ApiResource resource =
      kind == "HostedCluster"           ? kube::ApiResource{objects::kHostedClusterGroup, objects::kHostedClusters}
      : kind == "VerticalPodAutoscaler" ? kube::ApiResource{objects::kVpaGroup, objects::kVpas}
                                        : kube::ApiResource{objects::kConfigurationGroup, objects::kConfigurations};
  return kube::PathOf(resource, TextAt(object, {"metadata", "namespace"}), TextAt(object, {"metadata", "name"}));
}

// Returns the text of a write of the cluster or the VPA `before`, which is null for a creation.
std::string WriteText(const std::string& method, const Json& before, const Json& body) {
  if (TextAt(before, {"kind"}) == "HostedCluster") {
    return absl::StrCat(TextAt(before, {"metadata", "name"}), " ",
                        TextAt(before, {"metadata", "annotations", objects::kRecommendedSize}), " -> ",
                        TextAt(body, {"metadata", "annotations", objects::kRecommendedSize}));
  }
  const bool deletes = method == "DELETE";
  return absl::StrCat(deletes            ? "delete "
                      : method == "POST" ? "create "
                                         : "repair ",
                      TextAt(deletes ? before : body, {"metadata", "annotations", objects::kClusterName}));
}

// Calls `corrupt`, if it is set, and if `message` has the type of its argument.
template <typename Response>
void CorruptIfType(const std::function<void(Response&)>& corrupt, google::protobuf::Message& message) {
  auto* const response = dynamic_cast<Response*>(&message);
  if (response != nullptr && corrupt) corrupt(*response);
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

void BreakableService::See(const Message& request) {
  singles += dynamic_cast<const v1::RecommendSizeRequest*>(&request) != nullptr;
  batches += dynamic_cast<const v1::BatchRecommendSizeRequest*>(&request) != nullptr;
  validations += dynamic_cast<const v1::ValidateConfigRequest*>(&request) != nullptr;
  plans += dynamic_cast<const v1::PlanClusterAutoscalerRequest*>(&request) != nullptr;
  if (const auto* seen = dynamic_cast<const v1::RecommendReplicasRequest*>(&request)) replicas_asked.push_back(*seen);
  if (const auto* seen = dynamic_cast<const v1::RecommendMachineRequest*>(&request)) machines_asked.push_back(*seen);
}

void BreakableService::Corrupt(Message& response) const {
  if (auto* batch = dynamic_cast<v1::BatchRecommendSizeResponse*>(&response)) {
    for (v1::BatchRecommendSizeResult& result : *batch->mutable_results()) {
      if (result.has_response()) Corrupt(*result.mutable_response());
    }
  }
  CorruptIfType(corrupt, response);
  CorruptIfType(corrupt_batch, response);
  CorruptIfType(corrupt_verdict, response);
  CorruptIfType(corrupt_replicas, response);
  CorruptIfType(corrupt_machine, response);
  CorruptIfType(corrupt_plan, response);
}

absl::Status BreakableService::BrokenFor(const Message& response) const {
  if (dynamic_cast<const v1::RecommendReplicasResponse*>(&response) != nullptr) return broken_replicas;
  if (dynamic_cast<const v1::RecommendMachineResponse*>(&response) != nullptr) return broken_machines;
  if (dynamic_cast<const v1::PlanClusterAutoscalerResponse*>(&response) != nullptr) return broken_plans;
  return absl::OkStatus();
}

void BreakableService::Send(const Message& request, bool is_large, Message& response, OnEnd end) {
  See(request);
  library_->Send(request, is_large, response, [this, &response, end = std::move(end)](absl::Status status) {
    testing::CallCopy(before_answer);
    if (status.ok()) Corrupt(response);
    if (!broken.ok()) status = broken;
    const auto answer = [this, &response, end](const absl::Status& result) {
      end(result.ok() ? BrokenFor(response) : result);
    };
    if (delay == absl::ZeroDuration()) return answer(status);
    loop_.timers().At(loop_.now() + delay, [alive = alive_, answer, status] {
      if (*alive) answer(status);
    });
  });
}

void RecordingServer::Put(const Json& object) {
  objects_[PathOf(object)] = object;
}

void RecordingServer::Send(const kube::HttpRequest& request, Writes::StillWanted still_wanted,
                           kube::ApiClient::OnAnswer answered) {
  ++in_flight_;
  const bool reads = request.method == "GET";
  const auto respond = [this, reads, request, still_wanted = std::move(still_wanted), answered = std::move(answered)] {
    --in_flight_;
    const std::string path = request.path.substr(0, request.path.find('?'));
    if (reads) return Get(path, answered);
    testing::CallCopy(before_write);
    if (!still_wanted()) return answered(absl::CancelledError("cancelled by its caller"));
    const Json body = kube::ParseJson(request.body);
    absl::EndsWith(path, "/status") ? WriteCondition(body, answered) : Write(request.method, path, body, answered);
  };
  // A write takes longer than a read. Therefore the schema is read before the first condition is written.
  if (reads) return loop_.Post(respond);
  loop_.Post([this, respond] { loop_.Post(respond); });
}

void RecordingServer::Get(const std::string& path, const kube::ApiClient::OnAnswer& answered) {
  if (!absl::EndsWith(path, kConfigurationCrd)) {
    const auto found = objects_.find(path);
    if (found == objects_.end()) return answered(absl::NotFoundError("gone"));
    return answered(tree::FromJson(found->second));
  }
  ++schemas_read;
  if (!answers_schema) return;
  if (!schema.ok()) return answered(schema.status());
  Json crd = ConfigurationCrdJson(schema->fields);
  const std::pair<std::string, std::string> version = absl::StrSplit(schema->version, '/');
  crd["metadata"]["uid"] = version.first;
  crd["metadata"]["generation"] = std::stoi(version.second);
  answered(tree::FromJson(crd));
}

void RecordingServer::Write(const std::string& method, const std::string& path, const Json& body,
                            const kube::ApiClient::OnAnswer& answered) {
  const bool creates = method == "POST";
  const std::string object_path = creates ? PathOf(body) : path;
  const Json before = objects_[object_path];
  Json after = creates ? body : before;
  if (creates) after["metadata"]["uid"] = "V";
  if (method == "PATCH") after.merge_patch(body);
  if (after["kind"] == "HostedCluster") {
    if (!pinned_size.empty()) after["metadata"]["annotations"][objects::kRecommendedSize] = pinned_size;
    after["metadata"]["managedFields"] = {
        {{"manager", kFieldManager},
         {"fieldsV1",
          {{"f:metadata", {{"f:annotations", {{absl::StrCat("f:", objects::kRecommendedSize), Json::object()}}}}}}}}};
  }
  const absl::Status status = Accept(WriteText(method, before, body));
  if (!status.ok()) return answered(status);
  after["metadata"]["resourceVersion"] = NextVersion();
  if (objects_[object_path] == before) objects_[object_path] = after;
  answered(tree::FromJson(after));
}

void RecordingServer::WriteCondition(const Json& applied, const kube::ApiClient::OnAnswer& answered) {
  const std::vector<ConditionOwner> us = {{std::string(kFieldManager), /*applied=*/true, /*whole=*/true}};
  const Configuration written = ReadConfiguration(applied);
  const bool about_fields = !written.fields_condition.type().empty();
  const v1::Condition& condition = about_fields ? written.fields_condition : written.condition;
  Configuration after = *cache_.configuration();
  (about_fields ? after.fields_condition : after.condition) = condition;
  (about_fields ? after.fields_condition_owners : after.condition_owners) = us;
  if (about_fields) fields_conditions.push_back(condition.status());
  const absl::Status status =
      Accept(absl::StrCat(about_fields ? "fields condition " : "condition ", condition.status()));
  if (!status.ok()) return answered(status);
  const Configuration* now = cache_.configuration();
  if (now != nullptr && now->resource_version == after.resource_version && !late_condition_event) {
    after.resource_version = NextVersion();
    cache_.configurations().Put("cluster", after);
  }
  answered(tree::FromJson(applied));
}

absl::Status RecordingServer::Accept(const std::string& write) {
  writes.push_back(write);
  testing::CallCopy(after_write);
  if (!broken.ok()) return broken;
  if (failures.empty()) return absl::OkStatus();
  absl::Status status = std::move(failures.front());
  failures.pop_front();
  return status;
}

ControllerFixture::ControllerFixture(bool enforce, Policy policy) {
  const Dependencies dependencies{
      {manual.loop(), service, enforce ? SendToWriter() : nullptr,
       [this](const kube::Event& event) { writer.Record(event); }, counters,
       [this](LogLevel level, absl::string_view message, absl::Span<const LogField> fields) {
         log.push_back(LineOf(level, message, fields));
       },
       [this] { return may_write; }},
      cache,
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

Writes::SendRequest ControllerFixture::SendToWriter() {
  return
      [this](const kube::HttpRequest& request, Writes::StillWanted still_wanted, kube::ApiClient::OnAnswer answered) {
        writer.Send(request, std::move(still_wanted), std::move(answered));
      };
}

void ControllerFixture::PutCluster(kube::Json object, const std::string& uid) {
  object["metadata"]["uid"] = uid;
  object["metadata"]["resourceVersion"] = writer.NextVersion();
  writer.Put(object);
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
  writer.Put(object);
  controller_->Enqueue(cache.PutVpa(ReadVpa(object), false), kube::WorkQueue::Priority::kLive);
}

void ControllerFixture::RemoveVpa(const std::string& cluster) {
  controller_->Enqueue(cache.RemoveVpa("clusters-" + cluster + "/kube-apiserver"), kube::WorkQueue::Priority::kLive);
}

void ControllerFixture::PutConfiguration(kube::Json object) {
  object["metadata"]["uid"] = "C";
  object["metadata"]["resourceVersion"] = writer.NextVersion();
  writer.Put(object);
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
  while (!controller_->idle() || writer.in_flight() > 0) manual.loop().RunOnce(absl::ZeroDuration());
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
