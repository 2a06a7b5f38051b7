#include "client/sidecar/replicas/replica_reporter.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "client/sidecar/control/report_hold.h"

namespace cpsizer::sidecar {
namespace {

constexpr absl::Duration kBetweenStatusWarnings = absl::Minutes(1);
constexpr char kRescaled[] = "SuccessfulRescale";
constexpr char kContentionNote[] =
    "another controller decides about this autoscaler too: it writes the status; start "
    "kube-controller-manager with --controllers=*,-horizontal-pod-autoscaler-controller, or cpsizer-sidecar with "
    "--mode=observe";

}  // namespace

void ReplicaReporter::LogObject(LogLevel level, absl::string_view message, const Autoscaler& autoscaler,
                                std::vector<LogField> more) const {
  std::vector<LogField> fields = {{"namespace", autoscaler.name_space}, {"autoscaler", autoscaler.name}};
  for (LogField& field : more) fields.push_back(std::move(field));
  outputs_.log(level, message, WithoutEmpty(std::move(fields)));
}

void ReplicaReporter::Decided(const Autoscaler& autoscaler, const v1::RecommendReplicasResponse& answer) {
  const std::string outcome = OutcomeName(answer.outcome());
  ++counters_.decisions[outcome];
  LogObject(LogLevel::kDebug, "decision", autoscaler,
            {{"outcome", outcome},
             {"current", absl::StrCat(answer.current_replicas())},
             {"desired", absl::StrCat(answer.desired_replicas())},
             {"error", answer.error()}});
  if (!outputs_.enforce) return;
  for (const v1::ReplicasEvent& event : answer.events()) {
    // The event of a rescale is recorded after the write.
    if (event.reason() == kRescaled) continue;
    outputs_.record(EventAbout(autoscaler, event.type() == "Warning", event.reason(), "Decide", event.message()));
  }
}

void ReplicaReporter::ReportPlan(const Autoscaler& autoscaler, const ReplicaPlan& plan) {
  ReportHold(state_.holds, KeyOf(autoscaler), plan.held, plan.note, outputs_.now(),
             {"replicas held", "replicas no longer held"},
             [&](LogLevel level, absl::string_view message, std::vector<LogField> fields) {
               LogObject(level, message, autoscaler, std::move(fields));
             });
}

void ReplicaReporter::Compared(const Autoscaler& autoscaler, const ReplicaComparator::Verdict& verdict) {
  const absl::string_view name = AgreementName(verdict.agreement);
  state_.agreements.Note(KeyOf(autoscaler), name);
  if (!verdict.news) return;
  if (verdict.agreement == ReplicaComparator::Agreement::kAgree) {
    return LogObject(LogLevel::kInfo, "decision agrees with kube-controller-manager again", autoscaler, {});
  }
  const std::string differences = absl::StrJoin(verdict.differences, "; ");
  LogObject(LogLevel::kWarn, "decision differs from kube-controller-manager", autoscaler,
            {{"differences", differences}});
  outputs_.record(EventAbout(autoscaler, /*warning=*/true, "ReplicaDecisionsDiffer", "Observe",
                             absl::StrCat("cpsizer decides differently from kube-controller-manager: ", differences)));
}

void ReplicaReporter::ContentionBegins(const Autoscaler& autoscaler) {
  ++counters_.contentions;
  LogObject(LogLevel::kWarn, "another controller decides about this autoscaler too", autoscaler,
            {{"note", kContentionNote}});
  outputs_.record(EventAbout(autoscaler, /*warning=*/true, "ReplicaContention", "Decide", kContentionNote));
}

void ReplicaReporter::ContentionEnds(const Autoscaler& autoscaler) {
  LogObject(LogLevel::kInfo, "the other controller no longer decides about this autoscaler", autoscaler, {});
}

void ReplicaReporter::Rescaled(const Autoscaler& autoscaler, int32_t from, int32_t to,
                               const v1::RecommendReplicasResponse& answer) {
  ++counters_.writes[kScaleWrites];
  const auto& events = answer.events();
  const auto rescaled = std::find_if(events.begin(), events.end(),
                                     [](const v1::ReplicasEvent& event) { return event.reason() == kRescaled; });
  const std::string note = rescaled == events.end() ? absl::StrCat("New size: ", to) : rescaled->message();
  LogObject(LogLevel::kInfo, "scale written", autoscaler,
            {{"from", absl::StrCat(from)}, {"to", absl::StrCat(to)}, {"note", note}});
  outputs_.record(EventAbout(autoscaler, /*warning=*/false, kRescaled, "Rescale", note));
}

void ReplicaReporter::NotRescaled(const Autoscaler& autoscaler, int32_t to, const absl::Status& status) {
  LogObject(LogLevel::kWarn, "failed to write the scale", autoscaler,
            {{"to", absl::StrCat(to)}, {"error", std::string(status.message())}});
  outputs_.record(EventAbout(autoscaler, /*warning=*/true, "FailedRescale", "Rescale",
                             absl::StrCat("New size: ", to, "; error: ", std::string(status.message()))));
}

void ReplicaReporter::StatusNotWritten(const Autoscaler& autoscaler, const absl::Status& status) {
  const std::string error(status.message());
  outputs_.record(EventAbout(autoscaler, /*warning=*/true, "FailedUpdateStatus", "Decide", error));
  if (outputs_.now() < next_status_warning_) return;
  next_status_warning_ = outputs_.now() + kBetweenStatusWarnings;
  LogObject(LogLevel::kWarn, "failed to write the status of an autoscaler", autoscaler, {{"error", error}});
}

}  // namespace cpsizer::sidecar
