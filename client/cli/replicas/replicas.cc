#include "client/cli/replicas/replicas.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "client/cli/base/exit_code.h"
#include "client/cli/base/flag_checks.h"
#include "client/cli/base/flags.h"
#include "client/cli/base/print_error.h"
#include "client/cli/base/verbs.h"
#include "client/cli/input/choose_client.h"
#include "client/cli/input/inputs.h"
#include "client/cli/input/object_filter.h"
#include "client/cli/replicas/replica_decisions.h"
#include "client/cli/replicas/replica_flags.h"
#include "client/cli/replicas/replica_input.h"
#include "client/cli/replicas/simulate.h"

namespace cpsizer::cli {
namespace {

int ReadCluster(const ReplicasFlags& flags, Screen& err, ObservedReplicas& observed) {
  if (!flags.metrics.empty()) {
    return PrintError(absl::InvalidArgumentError("--metrics is only for files, because a cluster is observed directly; "
                                                 "leave it out, or use -f"),
                      kWrongFlags, err);
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

int ReadObserved(const ReplicasFlags& flags, Screen& err, ObservedReplicas& observed) {
  if (flags.source.files.empty()) return ReadCluster(flags, err, observed);
  if (const absl::Status status = CheckSource(flags.source); !status.ok()) return PrintError(status, kWrongFlags, err);
  std::vector<std::string> paths = flags.source.files;
  paths.insert(paths.end(), flags.metrics.begin(), flags.metrics.end());
  return ReadFiles(paths, "-f", err, observed.inputs, objects::kReplicaKinds, {objects::ObjectKind::kDaemonSet});
}

// Returns the places of the autoscalers to decide about.
absl::StatusOr<std::vector<size_t>> Choose(const ReplicasFlags& flags, const ObjectFilter& filter,
                                           const ObservedReplicas& observed) {
  const objects::ReplicaObjects& objects = observed.inputs.inventory.replicas;
  std::vector<size_t> chosen;
  for (size_t i = 0; i < objects.autoscalers.size(); ++i) {
    const v1::ObjectMeta& metadata = objects.autoscalers[i].autoscaler.metadata();
    if (filter.Admits(metadata.namespace_(), metadata.labels())) chosen.push_back(i);
  }
  if (chosen.empty()) {
    return absl::NotFoundError(observed.live == nullptr
                                   ? filter.LeavesOutAll(kAutoscalerKind, objects.autoscalers.size())
                                   : absl::StrCat("there is no ", kAutoscalerKind, filter.Words()));
  }
  if (flags.autoscaler.empty()) return chosen;
  const absl::StatusOr<size_t> place = ChooseAutoscaler(objects, chosen, flags.autoscaler);
  if (!place.ok()) return place.status();
  return std::vector<size_t>{*place};
}

}  // namespace

int RunReplicas(ReplicasFlags flags, Environment& environment) {
  FlagChecks checks(environment.err);
  checks.Time("--now", flags.now);
  CheckController(flags.controller, checks);
  if (!checks.ok()) return kWrongFlags;
  ChooseNamespace(flags.source, flags.autoscaler, environment.err);
  const absl::StatusOr<ObjectFilter> filter = ObjectFilter::Make(flags.source, flags.autoscaler);
  if (!filter.ok()) return PrintError(filter.status(), kWrongFlags, environment.err);
  ObservedReplicas observed;
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
  const absl::StatusOr<std::vector<size_t>> chosen = Choose(flags, *filter, observed);
  int exit_code = kExitFine;
  if (!chosen.ok()) {
    exit_code = PrintError(chosen.status(), kExitUsage, environment.err);
  } else if (chosen->size() > 1 && histories->has_nameless()) {
    const std::string error = absl::StrCat(flags.history, " is the history of one autoscaler, and there are ",
                                           chosen->size(), "; name the autoscaler on the command line");
    exit_code = PrintError(absl::InvalidArgumentError(error), kWrongFlags, environment.err);
  } else {
    exit_code = DecideReplicas(flags, observed, *chosen, *histories, *client, environment);
  }
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
