#include "client/cli/replicas/replicas.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "client/cli/base/exit_code.h"
#include "client/cli/base/flag_checks.h"
#include "client/cli/base/flags.h"
#include "client/cli/base/print_error.h"
#include "client/cli/base/verbs.h"
#include "client/cli/input/choose_client.h"
#include "client/cli/input/inputs.h"
#include "client/cli/input/object_filter.h"
#include "client/cli/input/reader_warnings.h"
#include "client/cli/input/report_status.h"
#include "client/cli/output/findings_output.h"
#include "client/cli/output/progress.h"
#include "client/cli/output/show.h"
#include "client/cli/output/structured.h"
#include "client/cli/replicas/live_replicas.h"
#include "client/cli/replicas/replica_calls.h"
#include "client/cli/replicas/replica_flags.h"
#include "client/cli/replicas/replica_history.h"
#include "client/cli/replicas/replica_input.h"
#include "client/cli/replicas/replica_output.h"
#include "client/cli/replicas/simulate.h"
#include "cpsizer/rules.h"

namespace cpsizer::cli {
namespace {

// The objects of a run. From files, `inputs` has all objects. From a cluster, `inputs` has only the autoscalers, and
// `live` reads the other objects.
struct Observed {
  Inputs inputs;
  std::unique_ptr<LiveReplicas> live;  // null if the objects are from files
};

int ReadCluster(const ReplicasFlags& flags, Screen& err, Observed& observed) {
  if (!flags.metrics.empty()) {
    PrintError("--metrics is only for files, because a cluster is observed directly; leave it out, or use -f", err);
    return kWrongFlags;
  }
  absl::StatusOr<std::unique_ptr<LiveReplicas>> live = LiveReplicas::Read(flags.source.cluster);
  if (!live.ok()) return PrintUnreachable(live.status(), flags.source.cluster, err);
  observed.live = *std::move(live);
  observed.inputs.server_version = observed.live->version();
  const std::string& name_space = flags.source.cluster.name_space;
  observed.inputs.source = name_space.empty()
                               ? "the objects of the cluster"
                               : absl::StrCat("the objects of namespace \"", name_space, "\" of the cluster");
  observed.inputs.inventory.replicas.autoscalers = observed.live->autoscalers();
  for (const objects::FileProblem& problem : observed.live->problems()) {
    PrintError(absl::StrCat(problem.file, ": ", problem.message), err);
    observed.inputs.inventory.problems.push_back(problem);
    observed.inputs.exit_code = kExitUsage;
  }
  return kExitFine;
}

// Prints a note if there are no metrics. Without the note, the summary would be misleading: it mentions a metrics API,
// although no API was read.
void PrintWithoutMetricsNote(const objects::ReplicaObjects& objects, Screen& err) {
  if (!objects.pod_metrics.empty() || !objects.metric_values.empty() || !objects.external_values.empty()) return;
  PrintNote("the files contain no metrics, so every metric is treated as failed; add observed objects with --metrics",
            err);
}

int ReadObserved(const ReplicasFlags& flags, Screen& err, Observed& observed) {
  if (flags.source.files.empty()) return ReadCluster(flags, err, observed);
  if (!IsOneSource(flags.source, err)) return kWrongFlags;
  std::vector<std::string> paths = flags.source.files;
  paths.insert(paths.end(), flags.metrics.begin(), flags.metrics.end());
  return ReadFiles(paths, "-f", err, observed.inputs, objects::kReplicaKinds);
}

ReplicaLimits LimitsOf(const v1::HorizontalPodAutoscalerSpec& spec) {
  ReplicaLimits limits;
  if (spec.has_min_replicas()) limits.least = spec.min_replicas();
  limits.most = spec.max_replicas();
  return limits;
}

// Makes and prints the decisions of one run. The objects were already read.
class Decisions {
 public:
  Decisions(const ReplicasFlags& flags, const ObjectFilter& filter, const Observed& observed,
            const ReplicaHistories& histories, BlockingService& client, Environment& environment)
      : flags_(flags),
        filter_(filter),
        objects_(observed.inputs.inventory.replicas),
        live_(observed.live.get()),
        input_(objects_),
        histories_(histories),
        client_(client),
        environment_(environment) {}

  int Run() {
    std::vector<size_t> chosen;
    if (!Choose(chosen)) return kExitUsage;
    if (chosen.size() > 1 && histories_.has_nameless()) {
      PrintError(absl::StrCat(flags_.history, " is the history of one autoscaler, and there are ", chosen.size(),
                              "; name the autoscaler on the command line"),
                 environment_.err);
      return kWrongFlags;
    }
    Progress progress(chosen.size(), "autoscalers", environment_);
    for (size_t done = 0; done < chosen.size();) {
      std::vector<Prepared> some = PrepareSome(absl::MakeConstSpan(chosen).subspan(done), chosen.size() == 1);
      if (!Decide(some)) {
        if (!answers_.empty()) PrintUndecided(chosen.size() - answers_.size());
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
        flags_.output, out, [&] { return one ? ToJson(*first.response) : ReplicasJson(answers_); },
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

  bool Choose(std::vector<size_t>& chosen) {
    for (size_t i = 0; i < objects_.autoscalers.size(); ++i) {
      const v1::ObjectMeta& metadata = objects_.autoscalers[i].autoscaler.metadata();
      if (filter_.Admits(metadata.namespace_(), metadata.labels())) chosen.push_back(i);
    }
    if (chosen.empty()) {
      PrintError(live_ == nullptr ? filter_.LeavesOutAll(kAutoscalerKind, objects_.autoscalers.size())
                                  : absl::StrCat("there is no ", kAutoscalerKind, filter_.Words()),
                 environment_.err);
      return false;
    }
    if (flags_.autoscaler.empty()) {
      // If a selector is given, the output is always a list, as in kubectl.
      several_ = chosen.size() > 1 || !flags_.source.selector.empty() || flags_.is_list;
      return true;
    }
    const absl::optional<size_t> place = ChooseAutoscaler(objects_, chosen, flags_.autoscaler, environment_.err);
    if (place.has_value()) chosen = {*place};
    return place.has_value();
  }

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
    prepared.limits = LimitsOf(found.autoscaler.spec());
    std::ostringstream messages;
    Screen err(messages, environment_.err.terminal());
    MakeInput(place, found, err, prepared);
    if (prepared.input.has_value()) Complete(only, *prepared.input);
    prepared.messages = messages.str();
    return prepared;
  }

  void MakeInput(size_t place, const objects::FoundAutoscaler& found, Screen& err, Prepared& prepared) {
    const auto fail = [&prepared](absl::Status failure, int exit_code) {
      prepared.failure = std::move(failure);
      prepared.exit_code = exit_code;
    };
    const ReplicaPlaces places = PlacesOf(found);
    if (!IsUsable(found, places, err)) {
      return fail(absl::InvalidArgumentError(FailureText(*objects::FirstReaderError(found))), kExitFindings);
    }
    if (live_ == nullptr && input_.ScaleOf(place) == nullptr) {
      if (const auto finding = FindTargetError(found); finding.has_value()) {
        PrintFinding(*finding, places, found.file, err);
        return fail(absl::FailedPreconditionError(FailureText(*finding)), kExitFindings);
      }
    }
    absl::StatusOr<AutoscalerInput> input = live_ == nullptr ? input_.Make(place, places) : Observe(place, found);
    if (input.ok()) {
      prepared.input = *std::move(input);
      AddReaderWarnings(found, "", prepared.input->reader_warnings);
      return;
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
        Fail(prepared.name, prepared.failure, prepared.exit_code);
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

  // Adds the values of the request that do not come from an object.
  void Complete(bool only, AutoscalerInput& input) {
    input.request.set_now(flags_.now.empty()
                              ? absl::FormatTime(absl::RFC3339_full, environment_.now(), absl::UTCTimeZone())
                              : flags_.now);
    const v1::ReplicasHistory* history = histories_.Of(input.name, only);
    if (history != nullptr) *input.request.mutable_history() = *history;
  }

  // For an autoscaler of a cluster, the subject is empty, because its place is already its name.
  ReplicaPlaces PlacesOf(const objects::FoundAutoscaler& found) const {
    return ReplicaPlaces(found, several_ && live_ == nullptr ? SubjectOf(found) : "");
  }

  // Records that there is no decision about an autoscaler. The caller must print the error first.
  void Fail(const NamespacedName& name, const absl::Status& status, int exit_code) {
    Raise(exit_code);
    answers_.push_back({name, status});
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
    Fail(input.name, status, exit_code);
    return !absl::IsUnavailable(status);
  }

  void PrintUndecided(size_t count) {
    if (count > 0) PrintNote(absl::StrCat("no decision for ", Counted(count, "more autoscaler")), environment_.err);
  }

  static std::string FailureText(const v1::Finding& finding) {
    return absl::StrCat(finding.path(), ": ", FindingText(finding));
  }

  // Returns the first finding of the service that the reference to the target is incomplete, or that targets of this
  // kind have no scale. Adding a manifest of the target would then not help.
  absl::optional<v1::Finding> FindTargetError(const objects::FoundAutoscaler& found) {
    v1::ValidateConfigRequest request;
    *request.mutable_horizontal_pod_autoscaler() = found.autoscaler;
    absl::StatusOr<v1::ValidateConfigResponse> response =
        client_.Call(&SizingService::ValidateConfig, std::move(request));
    if (!response.ok()) return absl::nullopt;
    for (v1::Finding& finding : *response->mutable_findings()) {
      if (!absl::StartsWith(finding.path(), "spec.scaleTargetRef.")) continue;
      if (finding.severity() != v1::SEVERITY_ERROR && finding.rule() != Info(Rule::kTargetNotScalable).id) continue;
      finding.set_severity(v1::SEVERITY_ERROR);  // because there is no decision
      return std::move(finding);
    }
    return absl::nullopt;
  }

  // Error: Unavailable if the autoscaler cannot be observed.
  absl::StatusOr<AutoscalerInput> Observe(size_t place, const objects::FoundAutoscaler& found) {
    AutoscalerInput input = {NameOf(found), {}, PlacesOf(found)};
    absl::StatusOr<v1::RecommendReplicasRequest> request = live_->Observe(place);
    if (!request.ok()) return absl::UnavailableError(request.status().message());
    input.request = *std::move(request);
    return input;
  }

  // Prints the warnings, unless the output already shows them: an explanation and JSON contain the findings.
  void ReportFindings(const v1::RecommendReplicasResponse& response, const AutoscalerInput& input) {
    for (const v1::Finding& finding : response.findings()) {
      if (AtLeast(finding.severity(), flags_.fail_on)) Raise(kExitFindings);
    }
    const bool shown = IsStructured(flags_.output) || (!several_ && flags_.output != OutputFormat::kName);
    if (shown) return;
    google::protobuf::RepeatedPtrField<v1::Finding> warnings;
    for (const v1::Finding& finding : response.findings()) {
      if (AtLeast(finding.severity(), v1::SEVERITY_WARNING) && limit_.Admits(finding)) *warnings.Add() = finding;
    }
    ReportWarnings(warnings, input.places, input.name.Full(), environment_.err);
  }

  void Raise(int exit_code) { exit_code_ = std::max(exit_code_, exit_code); }

  const ReplicasFlags& flags_;
  const ObjectFilter& filter_;
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

int RunReplicas(ReplicasFlags flags, Environment& environment) {
  FlagChecks checks(environment.err);
  checks.Time("--now", flags.now);
  CheckController(flags.controller, checks);
  if (!checks.ok()) return kWrongFlags;
  ChooseNamespace(flags.source, flags.autoscaler, environment.err);
  const absl::optional<ObjectFilter> filter = ObjectFilter::Make(flags.source, flags.autoscaler, environment.err);
  if (!filter.has_value()) return kWrongFlags;
  Observed observed;
  const int unread = ReadObserved(flags, environment.err, observed);
  if (unread != kExitFine) return unread;
  Inputs& inputs = observed.inputs;
  if (inputs.inventory.replicas.autoscalers.empty()) {
    PrintNone(kAutoscalerKind, inputs, environment.err);
    return inputs.exit_code;
  }
  if (observed.live == nullptr) {
    if (!IsWhole(inputs, environment.err)) return inputs.exit_code;
    PrintWithoutMetricsNote(inputs.inventory.replicas, environment.err);
  }
  flags.controller.kubernetes_version =
      ChooseKubernetesVersion(inputs, flags.controller.kubernetes_version, environment.err);
  absl::optional<ReplicaHistories> histories = ReplicaHistories();
  if (!flags.history.empty()) histories = ReplicaHistories::Read(flags.history, environment.err);
  if (!histories.has_value()) return kExitUsage;
  const std::unique_ptr<BlockingService> client = ChooseClient(flags.server, environment.err);
  if (client == nullptr) return kWrongFlags;
  Decisions decisions(flags, *filter, observed, *histories, *client, environment);
  const int exit_code = decisions.Run();
  decisions.Print();
  return std::max(exit_code, inputs.exit_code);
}

Verb AddReplicas(CLI::App& root) {
  CLI::App* app = root.add_subcommand("replicas", "Decide how many replicas autoscalers would set, and explain why");
  auto flags = std::make_shared<ReplicasFlags>();
  AddText(*app, "AUTOSCALER", flags->autoscaler, "",
          "One HorizontalPodAutoscaler, by name or namespace/name; the default is all");
  AddFleetSource(*app, flags->source, /*several=*/false, "autoscalers");
  AddPaths(*app, "--metrics", flags->metrics, false,
           "Like -f, for the observed objects: pods, their metrics, the scale of the target; the files of -f may "
           "contain them too");
  AddText(*app, "--history", flags->history, "PATH",
          "Output of an earlier run with -o json, or - for standard input; the default is to begin without history, "
          "which delays scaling down by one window");
  AddText(*app, "--now", flags->now, "TIME", "Time of the decision, such as 2026-03-01T12:00:00Z; the default is now");
  AddController(*app, flags->controller);
  AddResponse(*app, *flags);
  app->footer(
      "replicas -f deploy/examples/replicas/hpa.yaml --metrics deploy/examples/replicas/busy.yaml\n"
      "replicas -f deploy/examples/replicas/hpa.yaml --metrics deploy/examples/replicas/idle.yaml -o wide");
  return {
      app,
      [flags](Environment& environment) { return ForgiveFindings(RunReplicas(*flags, environment), flags->exit_zero); },
      {AddSimulate(*app)}};
}

}  // namespace cpsizer::cli
