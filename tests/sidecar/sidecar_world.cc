#include "tests/sidecar/sidecar_world.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "client/sidecar/api_writer.h"
#include "client/sidecar/would_do.h"
#include "tests/sidecar/running_sidecar.h"

namespace cpsizer::sidecar {

BreakableService::BreakableService(kube::EventLoop& loop) : library_(MakeInProcessService(loop, OfTheLibrary())) {}

void BreakableService::Distort(v1::RecommendSizeResponse& response) const {
  if (distort) distort(response);
}

void BreakableService::Distort(v1::BatchRecommendSizeResponse& response) const {
  for (v1::BatchRecommendSizeResult& result : *response.mutable_results()) Distort(*result.mutable_response());
}

template <typename Response>
SizingService::OnAnswer<Response> BreakableService::Distorted(OnAnswer<Response> answer) {
  return [this, answer = std::move(answer)](absl::StatusOr<Response> response) {
    if (before_answer) before_answer();
    if (!broken.ok()) return answer(broken);
    if (response.ok()) Distort(*response);
    answer(std::move(response));
  };
}

void BreakableService::RecommendSize(v1::RecommendSizeRequest request, OnAnswer<v1::RecommendSizeResponse> answer) {
  ++singles;
  library_->RecommendSize(std::move(request), Distorted(std::move(answer)));
}

void BreakableService::BatchRecommendSize(v1::BatchRecommendSizeRequest request,
                                          OnAnswer<v1::BatchRecommendSizeResponse> answer) {
  ++batches;
  library_->BatchRecommendSize(std::move(request), Distorted(std::move(answer)));
}

void BreakableService::ValidateConfig(v1::ValidateConfigRequest request, OnAnswer<v1::ValidateConfigResponse> answer) {
  ++validations;
  library_->ValidateConfig(std::move(request), Distorted(std::move(answer)));
}

absl::Status RecordingWriter::NextFailure() {
  if (failures.empty()) return absl::OkStatus();
  absl::Status status = std::move(failures.front());
  failures.pop_front();
  return status;
}

void RecordingWriter::WriteSize(const HostedCluster& cluster, const std::string& size, OnCluster done) {
  writes.push_back(absl::StrCat(cluster.name, " ", cluster.recommended_size, " -> ", size));
  absl::StatusOr<HostedCluster> after = cluster;
  after->recommended_size = size;
  after->recommended_by = std::string(kFieldManager);
  after->resource_version = NextVersion();
  if (absl::Status status = NextFailure(); !status.ok()) after = std::move(status);
  loop_.Post([after, done = std::move(done)] { done(after); });
}

void RecordingWriter::CreateVpa(const HostedCluster& cluster, OnVpa done) {
  writes.push_back(absl::StrCat("create ", cluster.name));
  absl::StatusOr<Vpa> after = ReadVpa(VpaFor(cluster));
  after->resource_version = NextVersion();
  if (absl::Status status = NextFailure(); !status.ok()) after = std::move(status);
  loop_.Post([after, done = std::move(done)] { done(after); });
}

void RecordingWriter::RepairVpa(const HostedCluster& cluster, const Vpa& vpa, OnVpa done) {
  writes.push_back(absl::StrCat("repair ", cluster.name));
  Vpa after = vpa;
  after.as_kept = true;
  after.cluster_namespace = cluster.name_space;
  after.cluster_name = cluster.name;
  after.resource_version = NextVersion();
  loop_.Post([after, done = std::move(done)] { done(after); });
}

void RecordingWriter::DeleteVpa(const Vpa& vpa, Done done) {
  writes.push_back(absl::StrCat("delete ", vpa.cluster_name));
  loop_.Post([status = NextFailure(), done = std::move(done)] { done(status); });
}

void RecordingWriter::WriteCondition(const Configuration& configuration, const v1::Condition& condition, Done done) {
  writes.push_back(absl::StrCat("condition ", condition.status()));
  Configuration after = configuration;
  after.condition = condition;
  after.condition_owners = {{std::string(kFieldManager), true}};
  world_.configurations().Put("cluster", after);
  loop_.Post([done = std::move(done)] { done(absl::OkStatus()); });
}

void RecordingWriter::Look(const HostedCluster& cluster, OnCluster done) {
  const HostedCluster* known = world_.FindCluster(KeyOf(cluster));
  const absl::StatusOr<HostedCluster> now =
      known == nullptr ? absl::StatusOr<HostedCluster>(absl::NotFoundError("gone")) : *known;
  loop_.Post([now, done = std::move(done)] { done(now); });
}

ControllerFixture::ControllerFixture(bool enforce, Policy policy) {
  const Seams seams{manual.loop(),
                    world,
                    service,
                    enforce ? &writer : nullptr,
                    counters,
                    [](LogLevel, absl::string_view, absl::Span<const LogField>) {},
                    [this] { return may_write; }};
  Controller::Options options;
  options.enforce = enforce;
  options.policy = policy;
  controller_ = std::make_unique<Controller>(
      seams, options, [this](const HostedCluster& cluster, VpaAction vpa, const SizePlan& size) {
        for (const std::string& sentence : WouldDoSentences(cluster, vpa, size)) {
          told.push_back(absl::StrCat(cluster.name, ": ", sentence));
        }
      });
}

void ControllerFixture::PutCluster(kube::Json object) {
  object["metadata"]["uid"] = "U";
  object["metadata"]["resourceVersion"] = writer.NextVersion();
  controller_->Enqueue(world.PutCluster(ReadHostedCluster(object), false, manual.now()),
                       kube::WorkQueue::Priority::kLive);
}

void ControllerFixture::PutVpa(kube::Json object) {
  object["metadata"]["uid"] = "V";
  object["metadata"]["resourceVersion"] = writer.NextVersion();
  controller_->Enqueue(world.PutVpa(ReadVpa(object), false), kube::WorkQueue::Priority::kLive);
}

void ControllerFixture::RemoveVpa(const std::string& cluster) {
  controller_->Enqueue(world.RemoveVpa("clusters-" + cluster + "/kube-apiserver"), kube::WorkQueue::Priority::kLive);
}

void ControllerFixture::PutConfiguration(kube::Json object) {
  object["metadata"]["uid"] = "C";
  object["metadata"]["resourceVersion"] = writer.NextVersion();
  world.configurations().Put("cluster", ReadConfiguration(object));
  controller_->ConfigurationChanged(true);
}

void ControllerFixture::RemoveConfiguration() {
  world.configurations().Remove("cluster");
  controller_->ConfigurationChanged(true);
}

void ControllerFixture::Settle() {
  while (!controller_->idle()) manual.loop().RunOnce(absl::ZeroDuration());
}

void ControllerFixture::RunWhatIsPosted() {
  constexpr int kMoreThanAnyChain = 20;
  for (int i = 0; i < kMoreThanAnyChain; ++i) manual.loop().RunOnce(absl::ZeroDuration());
}

void ControllerFixture::Pass(absl::Duration duration) {
  const absl::Time end = manual.now() + duration;
  RunWhatIsPosted();
  while (manual.loop().timers().NextDue() <= end) {
    manual.Advance(std::max(manual.loop().timers().NextDue() - manual.now(), absl::ZeroDuration()));
    RunWhatIsPosted();
  }
  manual.Advance(end - manual.now());
}

std::string ControllerFixture::SizeOf(const std::string& cluster) const {
  const HostedCluster* found = world.FindCluster("clusters/" + cluster);
  return found == nullptr ? "" : found->recommended_size;
}

}  // namespace cpsizer::sidecar
