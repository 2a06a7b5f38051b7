#include "client/cli/replicas/replica_decisions.h"

#include <algorithm>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "client/cli/base/exit_code.h"
#include "client/cli/base/print_error.h"
#include "client/cli/input/inputs.h"
#include "client/cli/input/report_status.h"
#include "client/cli/output/findings_output.h"
#include "client/cli/output/progress.h"
#include "client/cli/output/show.h"
#include "client/cli/output/structured.h"
#include "client/cli/replicas/replica_calls.h"
#include "client/cli/replicas/replica_flags.h"
#include "client/cli/replicas/replica_input.h"
#include "client/cli/replicas/replica_output.h"

namespace cpsizer::cli {
namespace {

// Makes and prints the decisions of one run. The objects were already read.
class Decisions {
 public:
  Decisions(const ReplicasFlags& flags, const ObservedReplicas& observed, const ReplicaHistories& histories,
            BlockingService& client, Environment& environment)
      : flags_(flags),
        objects_(observed.inputs.inventory.replicas),
        live_(observed.live.get()),
        input_(objects_, UnscaledWorkloadsOf(observed.inputs.inventory.cpu)),
        histories_(histories),
        client_(client),
        environment_(environment) {}

  int Run(absl::Span<const size_t> chosen) {
    // If a selector is given, the output is always a list, as in kubectl.
    several_ = flags_.autoscaler.empty() && (chosen.size() > 1 || !flags_.source.selector.empty() || flags_.is_list);
    Progress progress(chosen.size(), "autoscalers", environment_);
    for (size_t done = 0; done < chosen.size();) {
      std::vector<Prepared> some = PrepareSome(chosen.subspan(done), chosen.size() == 1);
      if (!Decide(some)) {
        const size_t more = answers_.empty() ? 0 : chosen.size() - answers_.size();
        if (more > 0) PrintNote(absl::StrCat("no decision for ", Counted(more, "more autoscaler")), environment_.err);
        break;
      }
      done += some.size();
      progress.Report(done);
    }
    limit_.PrintRest(environment_.err);
    return exit_code_;
  }

  void Print() const {
    if (answers_.empty()) return;
    const bool one = answers_.size() == 1 && !several_;
    if (one && !answers_.front().response.ok()) return;
    const ReplicaAnswer& first = answers_.front();
    Screen& out = environment_.out;
    PrintResult(
        flags_.output, out, [&] { return one ? ReplicaResponseJson(*first.response) : ReplicasJson(answers_); },
        [&] { PrintReplicaNames(answers_, out); },
        [&](bool wide) {
          if (one) return PrintReplicaExplanation(first.name, *first.response, wide, out);
          PrintReplicaTable(answers_, wide, out);
          PrintNote(ReplicaCounts(answers_), environment_.err);
        });
  }

 private:
  // An autoscaler for which no decision was made yet.
  struct Prepared {
    NamespacedName name;
    ReplicaLimits limits;
    std::string messages;                   // for stderr; printed before the messages about the decision
    absl::optional<AutoscalerInput> input;  // absent: there is no decision, for the reason in the next two fields
    absl::Status failure;
    int exit_code = kExitFine;
  };

  // Prepares the next autoscalers of `places`: for files, all that fit into one call; for a cluster, only one, because
  // each autoscaler is decided immediately after it is observed.
  std::vector<Prepared> PrepareSome(absl::Span<const size_t> places, bool only) {
    const size_t most = live_ == nullptr ? std::min(places.size(), kReplicasOfOneCall) : 1;
    std::vector<Prepared> some;
    size_t bytes = 0;
    while (some.size() < most && bytes < kReplicasBytesOfOneCall) {
      some.push_back(Prepare(places[some.size()], only));
      if (some.back().input.has_value()) bytes += some.back().input->request.ByteSizeLong();
    }
    return some;
  }

  Prepared Prepare(size_t place, bool only) {
    const objects::FoundAutoscaler& found = objects_.autoscalers[place];
    Prepared prepared;
    prepared.name = NameOf(found);
    const v1::HorizontalPodAutoscalerSpec& spec = found.autoscaler.spec();
    if (spec.has_min_replicas()) prepared.limits.least = spec.min_replicas();
    prepared.limits.most = spec.max_replicas();
    std::ostringstream messages;
    Screen err(messages, environment_.err.terminal());
    MakeInput(place, found, err, prepared);
    prepared.messages = messages.str();
    if (!prepared.input.has_value()) return prepared;
    // Adds the values of the request that do not come from an object.
    v1::RecommendReplicasRequest& request = prepared.input->request;
    request.set_now(flags_.now.empty() ? absl::FormatTime(absl::RFC3339_full, environment_.now(), absl::UTCTimeZone())
                                       : flags_.now);
    const v1::ReplicasHistory* history = histories_.Of(prepared.name, only);
    if (history != nullptr) *request.mutable_history() = *history;
    return prepared;
  }

  void MakeInput(size_t place, const objects::FoundAutoscaler& found, Screen& err, Prepared& prepared) {
    const auto fail = [&prepared](absl::Status failure, int exit_code) {
      prepared.failure = std::move(failure);
      prepared.exit_code = exit_code;
    };
    // For an autoscaler of a cluster, the subject is empty, because its place is already its name.
    const ReplicaPlaces places(found, several_ && live_ == nullptr ? SubjectOf(found) : "");
    if (!IsUsable(found, places, err)) {
      return fail(absl::InvalidArgumentError(FailureText(*objects::FirstReaderError(found))), kExitFindings);
    }
    if (live_ == nullptr && input_.ScaleOf(place) == nullptr) {
      if (const auto finding = FindTargetError(found.autoscaler, client_); finding.has_value()) {
        PrintFinding(*finding, places, found.file, err);
        return fail(absl::FailedPreconditionError(FailureText(*finding)), kExitFindings);
      }
    }
    absl::StatusOr<AutoscalerInput> input = live_ == nullptr ? input_.Make(place, places) : Observe(place, places);
    if (input.ok()) {
      prepared.input = *std::move(input);
      return AddReaderWarnings(found, "", prepared.input->reader_warnings);
    }
    const std::string where =
        live_ == nullptr ? absl::StrCat(objects::PlaceText(found.file, found.PositionOf("spec.scaleTargetRef")), ": ",
                                        prepared.name.Full())
                         : SubjectOf(found);
    PrintError(absl::StrCat(where, ": ", std::string(input.status().message())), err);
    fail(input.status(), live_ == nullptr ? kExitUsage : kExitCallFailed);
  }

  // Makes the decisions of `some`. Returns false if the calls for the other autoscalers would fail too.
  bool Decide(std::vector<Prepared>& some) {
    std::vector<v1::RecommendReplicasRequest> requests;
    requests.reserve(some.size());
    for (Prepared& prepared : some) {
      if (prepared.input.has_value()) requests.push_back(std::move(prepared.input->request));
    }
    std::vector<absl::StatusOr<v1::RecommendReplicasResponse>> responses =
        CallForReplicas(std::move(requests), flags_.controller.Options(), client_);
    size_t next = 0;
    for (const Prepared& prepared : some) {
      if (!prepared.messages.empty()) environment_.err.Raw(prepared.messages);
      if (!prepared.input.has_value()) {
        Raise(prepared.exit_code);
        answers_.push_back({prepared.name, prepared.failure});
      } else if (!Answer(*prepared.input, std::move(responses[next++]))) {
        return false;
      }
      answers_.back().limits = prepared.limits;
    }
    return true;
  }

  bool Answer(const AutoscalerInput& input, absl::StatusOr<v1::RecommendReplicasResponse> response) {
    if (!response.ok()) return Report(response.status(), input);
    response->mutable_findings()->MergeFrom(input.reader_warnings);
    ReportFindings(*response, input);
    answers_.push_back({input.name, *std::move(response)});
    return true;
  }

  // Prints why the call failed. Returns false if the calls for the other autoscalers would fail too: the service is
  // unavailable, or it refused the value of a flag.
  bool Report(const absl::Status& status, const AutoscalerInput& input) {
    if (ReportFlags(status, ControllerFlagOf, environment_.err)) {
      Raise(kWrongFlags);
      answers_.clear();
      return false;
    }
    const std::string about =
        several_ ? absl::StrCat("for ", kAutoscalerKind, " ", input.name.Full()) : input.name.Full();
    const int exit_code = ExitCodeOf(status);
    if (several_ && exit_code == kExitCallFailed) {
      PrintError(absl::StrCat(about, ": ", std::string(status.message())), environment_.err);
    } else {
      ReportStatus(status, input.places, about, environment_.err);
    }
    Raise(exit_code);
    answers_.push_back({input.name, status});
    return !absl::IsUnavailable(status);
  }

  static std::string FailureText(const v1::Finding& finding) {
    return absl::StrCat(finding.path(), ": ", FindingText(finding));
  }

  // Error: Unavailable if the autoscaler cannot be observed.
  absl::StatusOr<AutoscalerInput> Observe(size_t place, const ReplicaPlaces& places) {
    absl::StatusOr<v1::RecommendReplicasRequest> request = live_->Observe(place);
    if (!request.ok()) return absl::UnavailableError(request.status().message());
    return AutoscalerInput{NameOf(objects_.autoscalers[place]), *std::move(request), places};
  }

  // Prints the warnings, unless the output already shows them: an explanation and JSON contain the findings.
  void ReportFindings(const v1::RecommendReplicasResponse& response, const AutoscalerInput& input) {
    Raise(ExitCodeOf(response.findings(), flags_.fail_on));
    if (IsStructured(flags_.output) || (!several_ && flags_.output != OutputFormat::kName)) return;
    google::protobuf::RepeatedPtrField<v1::Finding> warnings;
    for (const v1::Finding& finding : response.findings()) {
      if (AtLeast(finding.severity(), v1::SEVERITY_WARNING) && limit_.Admits(finding)) *warnings.Add() = finding;
    }
    ReportWarnings(warnings, input.places, input.name.Full(), environment_.err);
  }

  void Raise(int exit_code) { exit_code_ = std::max(exit_code_, exit_code); }

  const ReplicasFlags& flags_;
  const objects::ReplicaObjects& objects_;
  LiveReplicas* const live_;  // null if the objects are from files
  const ReplicaInput input_;
  const ReplicaHistories& histories_;
  BlockingService& client_;
  Environment& environment_;
  std::vector<ReplicaAnswer> answers_;
  FindingLimit limit_;  // of the warnings on stderr
  bool several_ = false;
  int exit_code_ = kExitFine;
};

}  // namespace

int DecideReplicas(const ReplicasFlags& flags, const ObservedReplicas& observed, absl::Span<const size_t> chosen,
                   const ReplicaHistories& histories, BlockingService& client, Environment& environment) {
  Decisions decisions(flags, observed, histories, client, environment);
  const int exit_code = decisions.Run(chosen);
  decisions.Print();
  return exit_code;
}

}  // namespace cpsizer::cli
