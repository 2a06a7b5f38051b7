#include "client/cli/replicas/simulate.h"

#include <CLI/CLI.hpp>
#include <memory>
#include <numeric>
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
#include "client/cli/output/structured.h"
#include "client/cli/replicas/replica_flags.h"
#include "client/cli/replicas/replica_input.h"
#include "client/cli/replicas/simulation.h"
#include "client/cli/replicas/simulation_output.h"
#include "client/cli/simulation/simulation_loop.h"

namespace cpsizer::cli {
namespace {

// Returns the metrics of the spec, or the default metric if the spec has none.
google::protobuf::RepeatedPtrField<v1::MetricSpec> MetricsOf(const v1::HorizontalPodAutoscaler& autoscaler) {
  google::protobuf::RepeatedPtrField<v1::MetricSpec> metrics = autoscaler.spec().metrics();
  if (!metrics.empty()) return metrics;
  v1::MetricSpec& cpu = *metrics.Add();
  cpu.set_type("Resource");
  cpu.mutable_resource()->set_name("cpu");
  cpu.mutable_resource()->mutable_target()->set_average_utilization(80);
  return metrics;
}

// Returns the index of the autoscaler that the flags specify, or of the only autoscaler if they specify none.
absl::StatusOr<size_t> Choose(const SimulateFlags& flags, const objects::ReplicaObjects& objects) {
  std::vector<size_t> places(objects.autoscalers.size());
  std::iota(places.begin(), places.end(), 0);
  if (!flags.autoscaler.empty()) return ChooseAutoscaler(objects, places, flags.autoscaler);
  if (places.size() == 1) return 0;
  return absl::InvalidArgumentError(
      absl::StrCat("the files contain ", places.size(),
                   " HorizontalPodAutoscalers, and a series is for one autoscaler; name it on the command line"));
}

// Simulates the autoscaler of one run. The autoscaler was already read.
class Run {
 public:
  Run(const SimulateFlags& flags, const ControllerFlags& controller, const objects::ReplicaObjects& objects,
      size_t place, Environment& environment)
      : flags_(flags),
        controller_(controller),
        found_(objects.autoscalers[place]),
        input_(objects),
        place_(place),
        metrics_(MetricsOf(found_.autoscaler)),
        environment_(environment) {}

  int Start() {
    const ReplicaPlaces places(found_);
    if (!IsUsable(found_, places, environment_.err)) return kExitFindings;
    PrintReaderWarnings(found_, places, environment_.err);
    const absl::optional<Series> series = ReadSeries(flags_.series, metrics_, environment_.err, flags_.series_text);
    if (!series.has_value()) return kExitUsage;
    const std::unique_ptr<BlockingService> client = ChooseClient(flags_.server, environment_.err);
    if (client == nullptr) return kWrongFlags;
    return SimulateSeries(*series, *client);
  }

 private:
  // Errors: FailedPrecondition if there are more pods than a decision accepts.
  absl::StatusOr<SimulatedTarget> MakeTarget(const Series& series) const {
    const objects::FoundWorkload* manifest = input_.ManifestOf(place_);
    SimulatedTarget target(manifest == nullptr ? PodFor(metrics_) : manifest->pod, flags_.pod_start);
    const v1::Scale* scale = input_.ScaleOf(place_);
    const v1::HorizontalPodAutoscalerSpec& spec = found_.autoscaler.spec();
    const int least = spec.has_min_replicas() ? spec.min_replicas() : 1;
    const int begin = scale == nullptr ? least : scale->spec().replicas();
    const absl::Status status =
        target.Resize(series.rows.front().pods.value_or(begin), series.rows.front().time, /*ready=*/true);
    if (status.ok()) return target;
    const objects::Place place =
        input_.ScalePlaceOf(place_).value_or(objects::Place{found_.file, found_.PositionOf("spec.minReplicas")});
    return absl::FailedPreconditionError(absl::StrCat(
        objects::PlaceText(place.file, place.position), ": ", scale == nullptr ? "spec.minReplicas" : "spec.replicas",
        ": ", std::string(status.message()), "; lower it, or set the initial number in a column pods of the series"));
  }

  int SimulateSeries(const Series& series, BlockingService& client) {
    absl::StatusOr<SimulatedTarget> target = MakeTarget(series);
    if (!target.ok()) return PrintError(target.status(), kExitUsage, environment_.err);
    v1::RecommendReplicasRequest base_request;
    *base_request.mutable_horizontal_pod_autoscaler() = found_.autoscaler;
    base_request.mutable_horizontal_pod_autoscaler()->clear_status();
    *base_request.mutable_options() = controller_.Options();
    Simulation simulation(series, metrics_, base_request, *std::move(target), input_.ManifestOf(place_) != nullptr,
                          client);
    return RunSimulation(simulation, series, ControllerFlagOf, ReplicaPlaces(found_), environment_, [&] {
      Screen& out = environment_.out;
      const std::vector<SimulatedRow>& rows = simulation.decisions();
      PrintResult(
          flags_.output, out, [&] { return SimulationJson(series, rows); }, [&] { PrintSimulationNames(rows, out); },
          [&](bool wide) { PrintSimulation(series, rows, wide, out); });
    });
  }

  const SimulateFlags& flags_;
  const ControllerFlags& controller_;
  const objects::FoundAutoscaler& found_;
  const ReplicaInput input_;
  const size_t place_;
  const google::protobuf::RepeatedPtrField<v1::MetricSpec> metrics_;
  Environment& environment_;
};

}  // namespace

int SimulateReplicas(const SimulateFlags& flags, Inputs& inputs, Environment& environment) {
  if (inputs.inventory.replicas.autoscalers.empty()) {
    PrintNone(kAutoscalerKind, inputs, environment.err);
    return kExitUsage;
  }
  const absl::StatusOr<size_t> place = Choose(flags, inputs.inventory.replicas);
  if (!place.ok()) return PrintError(place.status(), kExitUsage, environment.err);
  if (!IsWhole(inputs, environment.err)) return inputs.exit_code;
  ControllerFlags controller = flags.controller;
  controller.kubernetes_version = ChooseKubernetesVersion(inputs, controller.kubernetes_version, environment.err);
  return Run(flags, controller, inputs.inventory.replicas, *place, environment).Start();
}

namespace {

int Simulate(const SimulateFlags& flags, Environment& environment) {
  FlagChecks checks(environment.err);
  CheckController(flags.controller, checks);
  if (checks.ok()) checks.Add(CheckFiles(flags));
  if (!checks.ok()) return kWrongFlags;
  Inputs inputs;
  const int unread = ReadFiles(flags.files, "-f", environment.err, inputs, objects::kReplicaKinds);
  if (unread != kExitFine) return unread;
  return SimulateReplicas(flags, inputs, environment);
}

}  // namespace

Verb AddSimulate(CLI::App& replicas) {
  CLI::App* app =
      replicas.add_subcommand("simulate", "Simulate an autoscaler over a time series, and show what it does");
  auto flags = std::make_shared<SimulateFlags>();
  AddText(*app, "AUTOSCALER", flags->autoscaler, "",
          "The HorizontalPodAutoscaler, by name or namespace/name, if the files contain several");
  AddPaths(
      *app, "-f,--filename", flags->files, false,
      "File, folder (with its subfolders) or - for standard input; may be given several times: the autoscaler, and "
      "the manifest of its target for requests and the replicas to begin with");
  AddText(*app, "--series", flags->series, "PATH",
          "CSV file, or - for standard input. Columns: time; one for each metric (\"cpu\", \"cpu/CONTAINER\", "
          "\"hits\") with the measured value of each pod, or \"total cpu\" for a load that all ready pods share; and "
          "pods, to set the number of pods");
  AddDuration(*app, "--pod-start", flags->pod_start, absl::Hours(24),
              "How long a pod that is added stays pending; the default is 0s");
  AddController(*app, flags->controller);
  AddServer(*app, flags->server);
  AddOutput(*app, flags->output);
  app->footer(
      "replicas simulate -f deploy/examples/replicas/hpa.yaml --series deploy/examples/replicas/series.csv\n"
      "replicas simulate -f deploy/examples/replicas/hpa.yaml --series deploy/examples/replicas/load.csv "
      "--pod-start=30s");
  return {app, [flags](Environment& environment) { return Simulate(*flags, environment); }};
}

}  // namespace cpsizer::cli
