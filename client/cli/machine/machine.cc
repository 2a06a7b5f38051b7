#include "client/cli/machine/machine.h"

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "client/cli/base/exit_code.h"
#include "client/cli/base/flags.h"
#include "client/cli/base/places.h"
#include "client/cli/base/verbs.h"
#include "client/cli/input/decision_verb.h"
#include "client/cli/input/inputs.h"
#include "client/cli/input/listed_kind.h"
#include "client/cli/machine/machine_input.h"
#include "client/cli/machine/machine_output.h"
#include "client/cli/machine/query_values.h"
#include "client/objects/escape.h"

namespace cpsizer::cli {
namespace {

constexpr ListedKind kListedMachineKinds[] = {
    kListedControlPlaneAutoscalers,
    {"machine.openshift.io/v1", "ControlPlaneMachineSet", "controlplanemachinesets", true},
    {"v1", "Node", "nodes", false},
    {"metrics.k8s.io/v1beta1", "NodeMetrics", "nodes", false},
};

// Returns the names of the values of --query in errors. They contain the whole value, because --query can be given
// several times.
std::vector<std::string> QueryNames(const MachineFlags& flags) {
  std::vector<std::string> names;
  for (const std::string& value : flags.queries) {
    names.push_back(absl::StrCat("--query: \"", objects::Escape(value), "\""));
  }
  return names;
}

absl::string_view FlagOf(absl::string_view field, const std::vector<std::string>& queries) {
  if (field == "now") return "--now";
  if (field == "options.sampleInterval") return "--sample-interval";
  const absl::optional<size_t> query = TakeItem("readings", field);
  return query.has_value() && *query < queries.size() ? absl::string_view(queries[*query]) : "";
}

}  // namespace

void AddMachineDecision(CLI::App& app, MachineFlags& flags) {
  AddText(app, "--now", flags.now, "TIME", "Time of the decision, such as 2026-03-01T12:00:00Z; the default is now");
  AddText(app, "--sample-interval", flags.sample_interval, "DURATION",
          "Time between two NodeMetrics of a node; the default is 1m");
  AddPaths(app, "--query", flags.queries, /*several=*/false,
           "Result of the query of a trigger, such as scaleUp[1]=0.4, or scaleUp[1]= for no result; may be repeated")
      .type_name("TRIGGER=NUMBER");
}

void CheckMachineDecision(const MachineFlags& flags, FlagChecks& checks) {
  checks.Time("--now", flags.now);
  checks.Duration("--sample-interval", flags.sample_interval);
  v1::RecommendMachineRequest unused;
  checks.Add(AddQueryValues(flags.queries, unused));
}

int RunMachine(const MachineFlags& flags, Environment& environment) {
  FlagChecks checks(environment.err);
  CheckMachineDecision(flags, checks);
  if (!checks.ok()) return kWrongFlags;
  const auto list = [&] { return ListKinds(flags.source.cluster, kListedMachineKinds, objects::kMachineKinds); };
  const auto make = [&](Inputs& inputs, Screen& err) {
    absl::optional<MachineInput> input = MakeMachineInput(inputs, err);
    if (!input.has_value()) return input;
    v1::RecommendMachineRequest& request = input->request;
    request.set_now(flags.now.empty() ? absl::FormatTime(absl::RFC3339_full, environment.now(), absl::UTCTimeZone())
                                      : flags.now);
    if (flags.sample_interval.has_value()) request.mutable_options()->set_sample_interval(*flags.sample_interval);
    AddQueryValues(flags.queries, request).IgnoreError();  // they were checked before
    return input;
  };
  const auto flag_of = [names = QueryNames(flags)](absl::string_view field) { return FlagOf(field, names); };
  const DecisionVerb<v1::RecommendMachineRequest, v1::RecommendMachineResponse, MachinePlaces> verb = {
      &SizingService::RecommendMachine, objects::kMachineKinds, list, make, flag_of, {PrintMachineName, PrintMachine}};
  return verb.Run(flags, environment);
}

Verb AddMachine(CLI::App& root) {
  CLI::App* app = root.add_subcommand(
      "machine", "Decide whether the machines of a control plane change to the next larger or smaller size");
  auto flags = std::make_shared<MachineFlags>();
  AddSource(*app, flags->source, /*several=*/true, "autoscalers of control plane machines");
  AddMachineDecision(*app, *flags);
  AddResponse(*app, *flags);
  app->footer(
      "machine -f deploy/examples/machine --now 2026-03-01T12:00:00Z\n"
      "machine -f deploy/examples/machine --now 2026-03-01T12:00:00Z -o wide");
  return {
      app,
      [flags](Environment& environment) { return ForgiveFindings(RunMachine(*flags, environment), flags->exit_zero); },
      {AddMachineSimulate(*app)}};
}

}  // namespace cpsizer::cli
