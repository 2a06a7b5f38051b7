#include "tests/sidecar/machine/machine_fixture.h"

#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "client/kube/http/api_error.h"
#include "client/objects/machine_objects.h"
#include "client/sidecar/control/status_fields.h"
#include "client/tree/parse_json.h"
#include "tests/machine/machine_objects_json.h"
#include "tests/testing/call_copy.h"

namespace cpsizer::sidecar {
namespace {

using kube::Json;

constexpr const char* kNodes[] = {"a", "b", "c"};
// Unit: billionths of a CPU.
constexpr int64_t kNanosOfNode = 4'000'000'000;

v1::ControlPlaneMachineSet MachineSetOf(const Json& json) {
  objects::FoundControlPlaneMachineSet found;
  std::vector<objects::FileProblem> problems;
  objects::ProblemList list("", problems);
  objects::ReadControlPlaneMachineSet(tree::ParseJson(json.dump()), list, found);
  return found.machine_set;
}

}  // namespace

FakeMachineServer::FakeMachineServer(kube::EventLoop& loop)
    : autoscaler(machine::AutoscalerJson()), machine_set(machine::MachineSetJson()), loop_(loop) {
  autoscaler["metadata"]["uid"] = "u1";
  autoscaler["metadata"]["resourceVersion"] = "1";
  autoscaler["status"] = Json::object();
  machine_set["metadata"]["resourceVersion"] = "1";
}

ControlPlaneAutoscaler FakeMachineServer::Object() const {
  return ReadControlPlaneAutoscaler(tree::ParseJson(autoscaler.dump()));
}

std::string FakeMachineServer::Size() const {
  Json copy = machine_set;
  return machine::ProviderSpecOf(copy)["instanceType"];
}

void FakeMachineServer::SetSize(const std::string& size) {
  machine::ProviderSpecOf(machine_set)["instanceType"] = size;
  machine_set["metadata"]["resourceVersion"] = absl::StrCat(++version_);
}

void FakeMachineServer::Send(kube::HttpRequest request, Writes::StillWanted still_wanted,
                             kube::ApiClient::OnAnswer answered) {
  loop_.Post(
      [this, request = std::move(request), still_wanted = std::move(still_wanted), answered = std::move(answered)] {
        const bool is_status = absl::EndsWith(request.path, "/status?fieldManager=cpsizer-sidecar");
        if (!is_status) testing::CallCopy(before_patch);
        if (!still_wanted()) return answered(absl::CancelledError("cancelled by its caller"));
        std::deque<absl::Status>& failures = is_status ? status_failures : patch_failures;
        if (!failures.empty()) {
          const absl::Status failure = failures.front();
          failures.pop_front();
          return answered(failure);
        }
        const absl::StatusOr<tree::Node> answer =
            is_status ? WriteStatus(kube::ParseJson(request.body)) : PatchMachineSet(request.body);
        const bool is_lost = !is_status && std::exchange(lose_answer, false);
        answered(is_lost ? absl::StatusOr<tree::Node>(kube::BrokenConnectionError("broken")) : answer);
      });
}

absl::StatusOr<tree::Node> FakeMachineServer::WriteStatus(Json patch) {
  if (patch["metadata"]["resourceVersion"] != autoscaler["metadata"]["resourceVersion"]) {
    return absl::AbortedError("conflict");
  }
  autoscaler.merge_patch(patch);
  autoscaler["metadata"]["resourceVersion"] = absl::StrCat(++version_);
  const Json& pending = kube::Find(patch, {"status", "pendingScale"});
  writes.push_back(pending.is_null() ? "status"
                                     : absl::StrCat("status pending ", kube::TextAt(pending, {"from"}), " -> ",
                                                    kube::TextAt(pending, {"to"})));
  return tree::ParseJson(autoscaler.dump());
}

absl::StatusOr<tree::Node> FakeMachineServer::PatchMachineSet(const std::string& patch) {
  try {
    machine_set = machine_set.patch(Json::parse(patch));
  } catch (const Json::exception& error) {
    return kube::ApiError(422, error.what(), absl::nullopt);
  }
  machine_set["metadata"]["resourceVersion"] = absl::StrCat(++version_);
  writes.push_back(absl::StrCat("patch ", Size()));
  return tree::Node();
}

MachineFixture::MachineFixture(bool enforce) : enforce_(enforce) {
  MakeController();
}

void MachineFixture::Restart() {
  controller.reset();
  autoscalers_ = {};
  MakeController();
  Report();
  controller->Start();
}

void MachineFixture::Report() {
  const ControlPlaneAutoscaler object = server.Object();
  const std::string key = KeyOf(object);
  const ControlPlaneAutoscaler* const known = autoscalers_.Find(key);
  const ControlPlaneAutoscaler before = known == nullptr ? ControlPlaneAutoscaler() : *known;
  autoscalers_.Put(key, object);
  controller->Changed(known == nullptr ? nullptr : &before, &object);
}

void MachineFixture::ReportDeleted() {
  const ControlPlaneAutoscaler before = server.Object();
  autoscalers_.Remove(KeyOf(before));
  controller->Changed(&before, nullptr);
}

void MachineFixture::MakeController() {
  controller = std::make_unique<MachineController>(
      MachineController::Dependencies{
          {manual.loop(), service,
           [this](kube::HttpRequest request, Writes::StillWanted still_wanted, kube::ApiClient::OnAnswer answered) {
             server.Send(std::move(request), std::move(still_wanted), std::move(answered));
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
          [this](const ControlPlaneAutoscaler& object, std::function<void(absl::StatusOr<machine::Observation>)> done) {
            manual.loop().Post([this, object, done = std::move(done)] {
              if (!broken.ok()) return done(broken);
              done(Observation(object));
            });
          }},
      MachineController::Options{enforce_, absl::Minutes(1)});
}

machine::NodeUsage MachineFixture::Usage() const {
  machine::NodeUsage usage;
  usage.source = source;
  for (const char* node : kNodes) {
    usage.nodes[node] = {kNanosOfNode, int64_t{16} << 30};
    if (source != v1::MACHINE_METRICS_SOURCE_OK) continue;
    const objects::UsageSample sample{absl::ToUnixNanos(Wall()), absl::ToInt64Nanoseconds(absl::Minutes(1)),
                                      kNanosOfNode / 100 * percent, kNanosOfNode};
    objects::AddSample(sample, *usage.samples[node].mutable_cpu());
  }
  return usage;
}

machine::Observation MachineFixture::Observation(const ControlPlaneAutoscaler& object) const {
  machine::Observation observation;
  observation.usage = Usage();
  *observation.request.mutable_control_plane_machine_set_autoscaler() = object.autoscaler;
  *observation.request.mutable_control_plane_machine_set() = MachineSetOf(server.machine_set);
  for (const char* node : kNodes) observation.request.add_nodes(node);
  observation.request.set_metrics_source(source);
  for (const v1::MachineQueryReading& reading : readings) *observation.request.add_readings() = reading;
  return observation;
}

void MachineFixture::Pass(absl::Duration duration) {
  for (; duration >= absl::Minutes(1); duration -= absl::Minutes(1)) {
    controller->AddSamples(Usage());
    manual.Pass(absl::Minutes(1));
  }
  manual.Pass(duration);
}

SidecarStatus MachineFixture::Status() const {
  SidecarStatus status;
  controller->Describe(status);
  return status;
}

std::string MachineFixture::HoldReason() const {
  const SidecarStatus status = Status();
  for (const auto& [reason, ones] : status.held) {
    if (ones.count > 0) return reason;
  }
  return "";
}

}  // namespace cpsizer::sidecar
