#include "client/sidecar/replicas/replica_reporter.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace cpsizer::sidecar {
namespace {

constexpr absl::Duration kBetweenStatusWarnings = absl::Minutes(1);
constexpr char kRescaled[] = "SuccessfulRescale";
constexpr char kContentionNote[] =
    "another controller decides about this autoscaler too: it writes the status; start "
    "kube-controller-manager with --controllers=*,-horizontal-pod-autoscaler-controller, or cpsizer-sidecar with "
    "--mode=observe";

constexpr ReportWords kReplicaWords = {
    {"autoscaling/v2", "HorizontalPodAutoscaler"}, "autoscaler", "Decide", "replicas held", "replicas no longer held"};
constexpr ReportLine kReplicaAgreesAgain = {LogLevel::kInfo, "decision agrees with kube-controller-manager again"};
constexpr ReportLine kReplicaDiffers = {LogLevel::kWarn, "decision differs from kube-controller-manager",
                                        "ReplicaDecisionsDiffer", "Observe"};
constexpr ReportLine kReplicaContentionBegins = {
    LogLevel::kWarn, "another controller decides about this autoscaler too", "ReplicaContention"};
constexpr ReportLine kReplicaContentionEnds = {LogLevel::kInfo,
                                               "the other controller no longer decides about this autoscaler"};
constexpr ReportLine kScaleWritten = {LogLevel::kInfo, "scale written", kRescaled, "Rescale"};
constexpr ReportLine kScaleNotWritten = {LogLevel::kWarn, "failed to write the scale", "FailedRescale", "Rescale"};
constexpr ReportLine kReplicaStatusNotWritten = {LogLevel::kWarn, "failed to write the status of an autoscaler"};

}  // namespace

ReplicaReporter::ReplicaReporter(ControllerDependencies dependencies, ControllerState& state, bool enforce)
    : Report(kReplicaWords, std::move(dependencies), state), enforce_(enforce) {}

void ReplicaReporter::Decided(const Autoscaler& autoscaler, const v1::RecommendReplicasResponse& answer) {
  Report::Decided(autoscaler, OutcomeName(answer.outcome()),
                  {{"current", absl::StrCat(answer.current_replicas())},
                   {"desired", absl::StrCat(answer.desired_replicas())},
                   {"error", answer.error()}});
  if (!enforce_) return;
  for (const v1::ReplicasEvent& event : answer.events()) {
    // The event of a rescale is recorded after the write.
    if (event.reason() != kRescaled) Record(autoscaler, event.type() == "Warning", event.reason(), event.message());
  }
}

void ReplicaReporter::Compared(const Autoscaler& autoscaler, const ReplicaComparator::Comparison& comparison) {
  state().agreements.Note(KeyOf(autoscaler), AgreementName(comparison.agreement));
  if (!comparison.news) return;
  if (comparison.agreement == ReplicaComparator::Agreement::kAgree) return Say(kReplicaAgreesAgain, autoscaler, {});
  const std::string differences = absl::StrJoin(comparison.differences, "; ");
  Say(kReplicaDiffers, autoscaler, {{"differences", differences}},
      absl::StrCat("cpsizer decides differently from kube-controller-manager: ", differences));
}

void ReplicaReporter::ContentionBegins(const Autoscaler& autoscaler) {
  ++counters().contentions;
  Say(kReplicaContentionBegins, autoscaler, {{"note", kContentionNote}}, kContentionNote);
}

void ReplicaReporter::ContentionEnds(const Autoscaler& autoscaler) {
  Say(kReplicaContentionEnds, autoscaler, {});
}

void ReplicaReporter::Rescaled(const Autoscaler& autoscaler, int32_t from, int32_t to,
                               const v1::RecommendReplicasResponse& answer) {
  ++counters().writes[kScaleWrites];
  const auto& events = answer.events();
  const auto rescaled = std::find_if(events.begin(), events.end(),
                                     [](const v1::ReplicasEvent& event) { return event.reason() == kRescaled; });
  const std::string note = rescaled == events.end() ? absl::StrCat("New size: ", to) : rescaled->message();
  Say(kScaleWritten, autoscaler, {{"from", absl::StrCat(from)}, {"to", absl::StrCat(to)}, {"note", note}}, note);
}

void ReplicaReporter::NotRescaled(const Autoscaler& autoscaler, int32_t to, const absl::Status& status) {
  const std::string error(status.message());
  Say(kScaleNotWritten, autoscaler, {{"to", absl::StrCat(to)}, {"error", error}},
      absl::StrCat("New size: ", to, "; error: ", error));
}

void ReplicaReporter::StatusNotWritten(const Autoscaler& autoscaler, const absl::Status& status) {
  const std::string error(status.message());
  Record(autoscaler, /*warning=*/true, "FailedUpdateStatus", error);
  if (now() < next_status_warning_) return;
  next_status_warning_ = now() + kBetweenStatusWarnings;
  Say(kReplicaStatusNotWritten, autoscaler, {{"error", error}});
}

}  // namespace cpsizer::sidecar
