#include "client/cli/cpu_requests/cpu_requests.h"

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "client/cli/base/exit_code.h"
#include "client/cli/base/flag_checks.h"
#include "client/cli/base/flags.h"
#include "client/cli/base/print_error.h"
#include "client/cli/base/verbs.h"
#include "client/cli/cpu_requests/cpu_input.h"
#include "client/cli/cpu_requests/cpu_output.h"
#include "client/cli/cpu_requests/live_control_plane.h"
#include "client/cli/input/decision_verb.h"
#include "client/cli/input/inputs.h"
#include "cpsizer/cpu_defaults.h"

namespace cpsizer::cli {
namespace {

// Reads the number of a flag. `number` has no value if the flag is not given.
absl::Status ReadNumber(const absl::optional<std::string>& text, absl::string_view flag,
                        absl::optional<int32_t>& number) {
  int32_t value = 0;
  if (!text.has_value()) return absl::OkStatus();
  if (!absl::SimpleAtoi(*text, &value) || value < 0) {
    return absl::InvalidArgumentError(
        absl::StrCat(FlagWithSource(flag, *text), ": \"", *text,
                     "\" is not a whole number of CPUs from 0 to 2147483647; write one such as 4"));
  }
  number = value;
  return absl::OkStatus();
}

// The numbers of the flags.
struct CpuDecision {
  absl::optional<int32_t> limit;
  absl::optional<int32_t> count;
};

absl::StatusOr<CpuDecision> ReadDecision(const CpuRequestsFlags& flags) {
  CpuDecision decision;
  absl::Status status = ReadNumber(flags.limit, "--limit", decision.limit);
  if (status.ok()) status = ReadNumber(flags.default_count, "--default-cpu-count", decision.count);
  if (!status.ok()) return status;
  return decision;
}

// Makes the request with the options of the flags.
absl::optional<CpuInput> MakeInput(const CpuRequestsFlags& flags, const CpuDecision& decision, Inputs& inputs,
                                   Screen& err) {
  absl::optional<CpuInput> input = MakeCpuInput(inputs, {decision.limit, flags.cap_by_idle_usage}, err);
  if (!input.has_value()) return absl::nullopt;
  v1::ScaleCpuRequestsRequest& request = input->request;
  if (request.workloads_size() == 0 && request.nodes_size() == 0) {
    PrintNone("workload or Node", inputs, err);
    return absl::nullopt;
  }
  if (request.workloads_size() > 0 && request.limit_case() == v1::ScaleCpuRequestsRequest::LIMIT_NOT_SET) {
    PrintNothing("Infrastructure and no install-config.yaml; give the CPU limit with --limit", inputs, err);
    return absl::nullopt;
  }
  if (decision.count.has_value()) request.mutable_options()->set_default_control_plane_cpu_count(*decision.count);
  request.mutable_options()->set_cap_by_idle_usage(flags.cap_by_idle_usage);
  return input;
}

}  // namespace

void AddCpuDecision(CLI::App& app, CpuRequestsFlags& flags) {
  AddText(app, "--limit", flags.limit, "CPUS",
          "Whole number of CPUs that the control plane has to fit into, 0 for no limit; the default is the limit in "
          "the object Infrastructure, or else in install-config.yaml");
  AddText(app, "--default-cpu-count", flags.default_count, "CPUS",
          absl::StrCat("Number of CPUs that the default requests were made for; the default is ",
                       kDefaultControlPlaneCpuCount));
  AddSwitch(
      app, "--cap-by-idle-usage", flags.cap_by_idle_usage,
      "Limit scaled requests above 100m to twice the usage in PodMetrics; record these while the cluster is idle");
}

absl::Status CheckCpuDecision(const CpuRequestsFlags& flags) {
  return ReadDecision(flags).status();
}

int RunCpuRequests(const CpuRequestsFlags& flags, Environment& environment) {
  const absl::StatusOr<CpuDecision> decision = ReadDecision(flags);
  if (!decision.ok()) return PrintError(decision.status(), kWrongFlags, environment.err);
  const auto list = [&flags] { return ReadControlPlane(flags.source.cluster, flags.cap_by_idle_usage); };
  const auto make = [&](Inputs& inputs, Screen& err) { return MakeInput(flags, *decision, inputs, err); };
  const auto flag_of = [&flags](absl::string_view field) -> absl::string_view {
    if (field == "controlPlaneCPULimit" && flags.limit.has_value()) return "--limit";
    return field == "options.defaultControlPlaneCPUCount" ? "--default-cpu-count" : "";
  };
  const DecisionVerb<v1::ScaleCpuRequestsRequest, v1::ScaleCpuRequestsResponse, CpuPlaces> verb = {
      &SizingService::ScaleCpuRequests,        objects::kCpuRequestKinds, list, make, flag_of,
      {PrintCpuRequestNames, PrintCpuRequests}};
  return verb.Run(flags, environment);
}

Verb AddCpuRequests(CLI::App& root) {
  CLI::App* app = root.add_subcommand(
      "cpu-requests", "Scale the CPU requests of a control plane to its limit, and show what its nodes offer to pods");
  auto flags = std::make_shared<CpuRequestsFlags>();
  AddSource(*app, flags->source, /*several=*/true, "workloads", "kube-system, openshift and openshift-*");
  AddCpuDecision(*app, *flags);
  AddResponse(*app, *flags);
  app->footer(
      "cpu-requests -f deploy/examples/cpu-requests\n"
      "cpu-requests -f deploy/examples/cpu-requests --limit 2 -o wide");
  return {app, [flags](Environment& environment) {
            return ForgiveFindings(RunCpuRequests(*flags, environment), flags->exit_zero);
          }};
}

}  // namespace cpsizer::cli
