#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "client/cli/base/exit_code.h"
#include "client/cli/base/flag_checks.h"
#include "client/cli/base/flags.h"
#include "client/cli/base/print_error.h"
#include "client/cli/input/choose_client.h"
#include "client/cli/input/inputs.h"
#include "client/cli/input/report_status.h"
#include "client/cli/machine/machine.h"
#include "client/cli/machine/machine_input.h"
#include "client/cli/machine/machine_series.h"
#include "client/cli/machine/machine_simulation.h"
#include "client/cli/machine/machine_simulation_output.h"
#include "client/cli/machine/size_capacities.h"
#include "client/cli/output/structured.h"
#include "client/cli/simulation/simulation_loop.h"
#include "cpsizer/limits.h"

namespace cpsizer::cli {
namespace {

struct MachineSimulateFlags : SimulationFlags {
  std::vector<std::string> capacities;
  absl::Duration sample_interval = absl::Minutes(1);
  absl::Duration rollout = absl::Minutes(30);
};

constexpr absl::Duration kLongestFlag = absl::Hours(24);
constexpr int32_t kDefaultReplicas = 3;
// The time of a request whose response does not depend on the time. The status of the autoscaler is empty, so the
// current size and the triggers are the same at any time.
constexpr char kAnyTime[] = "2000-01-01T00:00:00Z";

// Simulates the autoscaler of one run. The objects were already read.
class MachineRun {
 public:
  MachineRun(const MachineSimulateFlags& flags, MachineInput& input, BlockingService& client, Environment& environment)
      : flags_(flags), input_(input), client_(client), environment_(environment) {}

  int Start() {
    if (const absl::Status status = SetMachineSet(); !status.ok()) {
      return PrintError(status, kExitUsage, environment_.err);
    }
    input_.request.mutable_control_plane_machine_set_autoscaler()->clear_status();
    v1::RecommendMachineOptions& options = *input_.request.mutable_options();
    options.set_sample_interval(absl::FormatDuration(flags_.sample_interval));
    absl::StatusOr<v1::RecommendMachineResponse> first = DecideWithoutNodes();
    if (!first.ok()) return ReportFailure(first.status(), FlagOf, input_.places, "", environment_.err);
    first->mutable_findings()->MergeFrom(input_.reader_warnings);
    ReportWarnings(first->findings(), input_.places, "", environment_.err);
    if (!first->has_current()) {
      return PrintError(
          absl::NotFoundError("the machines have none of the sizes of the autoscaler, so their size would "
                              "never change; add it to the autoscaler, or change spec.template of the "
                              "ControlPlaneMachineSet"),
          kExitFindings, environment_.err);
    }
    const absl::StatusOr<SizeCapacities> capacities =
        SizeCapacities::Make(input_.request.control_plane_machine_set_autoscaler(), flags_.capacities);
    if (!capacities.ok()) return PrintError(capacities.status(), kExitUsage, environment_.err);
    const absl::optional<MachineSeries> series = ReadMachineSeries(flags_.series, first->triggers(), environment_.err);
    if (!series.has_value()) return kExitUsage;
    const bool is_brief = flags_.output == OutputFormat::kTable || flags_.output == OutputFormat::kName;
    options.set_detail(is_brief ? v1::DETAIL_BRIEF : v1::DETAIL_FULL);
    return SimulateSeries(*series, *capacities, first->current());
  }

 private:
  // If the spec has no number of machines, sets the default. Errors: InvalidArgument if the number is not valid in a
  // request.
  absl::Status SetMachineSet() {
    v1::ControlPlaneMachineSetSpec& spec = *input_.request.mutable_control_plane_machine_set()->mutable_spec();
    if (!spec.has_replicas()) spec.set_replicas(kDefaultReplicas);
    if (spec.replicas() > 0 && spec.replicas() <= kMaxMachineNodes) return absl::OkStatus();
    const objects::FoundControlPlaneMachineSet& found = *input_.places.machine_set;
    return absl::InvalidArgumentError(absl::StrCat(
        objects::PlaceText(found.file, found.PositionOf("spec.replicas")), ": spec.replicas: ", spec.replicas(),
        " is not a number of machines from 1 to ", kMaxMachineNodes, "; write 3 or 5"));
  }

  // Returns the current size, the triggers, and all warnings. This response does not require samples.
  absl::StatusOr<v1::RecommendMachineResponse> DecideWithoutNodes() {
    v1::RecommendMachineRequest request = input_.request;
    request.set_now(kAnyTime);
    return client_.Call(&SizingService::RecommendMachine, std::move(request));
  }

  static absl::string_view FlagOf(absl::string_view field) {
    return field == "options.sampleInterval" ? "--sample-interval" : "";
  }

  int SimulateSeries(const MachineSeries& series, const SizeCapacities& capacities, const v1::MachineLadderSize& size) {
    SimulatedMachines machines(input_.request.control_plane_machine_set(), size, flags_.rollout);
    MachineSimulation simulation(series, capacities, input_.request, flags_.sample_interval, std::move(machines),
                                 client_);
    return RunSimulation(simulation, series, FlagOf, input_.places, environment_, [&] {
      Screen& out = environment_.out;
      const std::vector<MachineDecision>& decisions = simulation.decisions();
      PrintResult(
          flags_.output, out, [&] { return MachineSimulationJson(series, decisions, simulation.end()); },
          [&] { PrintMachineSimulationNames(decisions, out); },
          [&](bool wide) { PrintMachineSimulation(series, capacities, decisions, simulation.end(), wide, out); });
    });
  }

  const MachineSimulateFlags& flags_;
  MachineInput& input_;
  BlockingService& client_;
  Environment& environment_;
};

int SimulateMachine(const MachineSimulateFlags& flags, Environment& environment) {
  Screen& err = environment.err;
  FlagChecks checks(err);
  checks.Add(CheckFiles(flags));
  if (checks.ok() && flags.sample_interval == absl::ZeroDuration()) {
    checks.Add("--sample-interval: the value is not above 0; write one such as 1m");
  }
  if (!checks.ok()) return kWrongFlags;
  Inputs inputs;
  const int unread = ReadFiles(flags.files, "-f", err, inputs, objects::kMachineKinds);
  if (unread != kExitFine) return unread;
  if (!IsWhole(inputs, err)) return inputs.exit_code;
  absl::optional<MachineInput> input = MakeMachineInputWithoutNodes(inputs, err);
  if (!input.has_value()) return inputs.exit_code;
  const std::unique_ptr<BlockingService> client = ChooseClient(flags.server, err);
  if (client == nullptr) return kWrongFlags;
  return MachineRun(flags, *input, *client, environment).Start();
}

}  // namespace

Verb AddMachineSimulate(CLI::App& machine) {
  CLI::App* app = machine.add_subcommand(
      "simulate", "Simulate an autoscaler of control plane machines over a time series, and show which sizes it sets");
  auto flags = std::make_shared<MachineSimulateFlags>();
  AddPaths(
      *app, "-f,--filename", flags->files, /*several=*/true,
      "File, folder (with its subfolders) or - for standard input; may be given several times: the autoscaler, and "
      "the ControlPlaneMachineSet with the size and the number of machines to begin with");
  AddText(
      *app, "--series", flags->series, "PATH",
      "CSV file, or - for standard input. Columns: time; cpu and memory of each node (1800m, 12Gi, or 85% of the "
      "capacity), or \"total cpu\" and \"total memory\" of all nodes (amounts); and the query result of each "
      "prometheus trigger, such as scaleUp[1]. The values of a row apply until the next row; the last row is the end");
  AddPaths(*app, "--capacity", flags->capacities, /*several=*/false,
           "Capacity of a size, such as m6i.xlarge=4,16Gi; may be repeated; required if the series has amounts, except "
           "on vSphere and Nutanix, where each size contains its capacity")
      .type_name("SIZE=CPU,MEMORY");
  AddDuration(*app, "--sample-interval", flags->sample_interval, kLongestFlag,
              "Time between two samples of a node; the default is 1m");
  AddDuration(
      *app, "--rollout", flags->rollout, kLongestFlag,
      "Time in which the machines are replaced, one after the other, when the size changes; the default is 30m");
  AddServer(*app, flags->server);
  AddOutput(*app, flags->output);
  app->footer(
      "machine simulate -f deploy/examples/machine --series deploy/examples/machine-series/load.csv "
      "--capacity m6i.xlarge=4,16Gi --capacity m6i.2xlarge=8,32Gi --capacity m6i.4xlarge=16,64Gi\n"
      "machine simulate -f deploy/examples/machine --series deploy/examples/machine-series/utilization.csv --rollout "
      "1h");
  return {app, [flags](Environment& environment) { return SimulateMachine(*flags, environment); }};
}

}  // namespace cpsizer::cli
