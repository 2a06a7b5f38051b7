#include "client/cli/machine/machine.h"

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "client/cli/base/exit_code.h"
#include "client/cli/base/flag_checks.h"
#include "client/cli/base/flags.h"
#include "client/cli/base/places.h"
#include "client/cli/base/print_error.h"
#include "client/cli/input/choose_client.h"
#include "client/cli/input/inputs.h"
#include "client/cli/input/listed_kind.h"
#include "client/cli/input/report_status.h"
#include "client/cli/machine/machine_input.h"
#include "client/cli/machine/machine_output.h"
#include "client/cli/machine/machine_simulate.h"
#include "client/cli/machine/query_values.h"
#include "client/cli/output/structured.h"
#include "client/objects/escape.h"

namespace cpsizer::cli {
namespace {

constexpr ListedKind kListedMachineKinds[] = {
    kListedControlPlaneAutoscalers,
    {"machine.openshift.io/v1", "ControlPlaneMachineSet", "controlplanemachinesets", true},
    {"v1", "Node", "nodes", false},
    {"metrics.k8s.io/v1beta1", "NodeMetrics", "nodes", false},
};

int ReadMachineObjects(const SourceFlags& source, Screen& err, Inputs& inputs) {
  if (!source.files.empty()) return ReadSource(source, err, inputs, objects::kMachineKinds);
  return TakeListed(ListKinds(source.cluster, kListedMachineKinds, objects::kMachineKinds), source.cluster, err,
                    inputs);
}

// Prints why the call failed. An error about --query contains the whole value of the flag, because --query can be given
// several times.
int ReportMachine(const absl::Status& status, const MachineFlags& flags, const MachinePlaces& places, Screen& err) {
  std::vector<std::string> queries;
  for (const std::string& value : flags.queries) {
    queries.push_back(absl::StrCat("--query: \"", objects::Escape(value), "\""));
  }
  const auto flag_of = [&queries](absl::string_view field) -> absl::string_view {
    if (field == "now") return "--now";
    if (field == "options.sampleInterval") return "--sample-interval";
    const absl::optional<size_t> query = TakeItem("readings", field);
    return query.has_value() && *query < queries.size() ? absl::string_view(queries[*query]) : "";
  };
  if (ReportFlags(status, flag_of, err)) return kWrongFlags;
  return ReportStatus(status, places, "", err);
}

void PrintAs(OutputFormat format, const v1::RecommendMachineResponse& response, Screen& out) {
  if (IsStructured(format)) {
    PrintStructured(ToJson(response), format, out);
  } else if (format == OutputFormat::kName) {
    PrintMachineName(response, out);
  } else {
    PrintMachine(response, format == OutputFormat::kWide, out);
  }
}

// Checks the flags of the decision, and sets the readings of `queries`. Prints an error if a value is not valid.
bool ReadDecision(const MachineFlags& flags, v1::RecommendMachineRequest& queries, Screen& err) {
  FlagChecks checks(err);
  checks.Time("--now", flags.now);
  checks.Duration("--sample-interval", flags.sample_interval);
  return AddQueryValues(flags.queries, queries, err) && checks.ok();
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

bool CheckMachineDecision(const MachineFlags& flags, Screen& err) {
  v1::RecommendMachineRequest unused;
  return ReadDecision(flags, unused, err);
}

int RunMachine(const MachineFlags& flags, Environment& environment) {
  Screen& err = environment.err;
  v1::RecommendMachineRequest queries;
  if (!ReadDecision(flags, queries, err)) return kWrongFlags;
  Inputs inputs;
  const int unread = ReadMachineObjects(flags.source, err, inputs);
  if (unread != kExitFine) return unread;
  if (!IsWhole(inputs, err)) return inputs.exit_code;
  absl::optional<MachineInput> input = MakeMachineInput(inputs, err);
  if (!input.has_value()) return inputs.exit_code;
  v1::RecommendMachineRequest& request = input->request;
  request.set_now(flags.now.empty() ? absl::FormatTime(absl::RFC3339_full, environment.now(), absl::UTCTimeZone())
                                    : flags.now);
  if (flags.sample_interval.has_value()) request.mutable_options()->set_sample_interval(*flags.sample_interval);
  *request.mutable_readings() = queries.readings();
  const std::unique_ptr<BlockingService> client = ChooseClient(flags.server, err);
  if (client == nullptr) return kWrongFlags;
  absl::StatusOr<v1::RecommendMachineResponse> response =
      client->Call(&SizingService::RecommendMachine, v1::RecommendMachineRequest(request));
  if (!response.ok()) return ReportMachine(response.status(), flags, input->places, err);
  response->mutable_findings()->MergeFrom(input->reader_warnings);
  PrintAs(flags.output, *response, environment.out);
  if (!IsStructured(flags.output)) ReportWarnings(response->findings(), input->places, "", err);
  return ExitCodeOf(response->findings(), flags.fail_on);
}

Verb AddMachine(CLI::App& root) {
  CLI::App* app = root.add_subcommand(
      "machine", "Decide whether the machines of a control plane change to the next larger or smaller size");
  auto flags = std::make_shared<MachineFlags>();
  AddMachineSource(*app, flags->source, /*several=*/true);
  AddMachineDecision(*app, *flags);
  AddServer(*app, flags->server);
  AddOutput(*app, flags->output);
  AddFailOn(*app, flags->fail_on);
  AddExitZero(*app, flags->exit_zero);
  app->footer(
      "machine -f deploy/examples/machine --now 2026-03-01T12:00:00Z\n"
      "machine -f deploy/examples/machine --now 2026-03-01T12:00:00Z -o wide");
  return {
      app,
      [flags](Environment& environment) { return ForgiveFindings(RunMachine(*flags, environment), flags->exit_zero); },
      {AddMachineSimulate(*app)}};
}

}  // namespace cpsizer::cli
