#include "client/cli/cpu_requests/cpu_requests.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "client/cli/base/exit_code.h"
#include "client/cli/base/flag_checks.h"
#include "client/cli/base/flags.h"
#include "client/cli/base/print_error.h"
#include "client/cli/cpu_requests/cpu_input.h"
#include "client/cli/cpu_requests/cpu_output.h"
#include "client/cli/cpu_requests/live_control_plane.h"
#include "client/cli/input/choose_client.h"
#include "client/cli/input/inputs.h"
#include "client/cli/input/report_status.h"
#include "client/cli/output/structured.h"
#include "cpsizer/cpu_defaults.h"

namespace cpsizer::cli {
namespace {

int ReadObjects(const CpuRequestsFlags& flags, Screen& err, Inputs& inputs) {
  if (!flags.source.files.empty()) return ReadSource(flags.source, err, inputs, objects::kCpuRequestKinds);
  return TakeListed(ReadControlPlane(flags.source.cluster, flags.cap_by_idle_usage), flags.source.cluster, err, inputs);
}

// Reads the number of a flag. `number` has no value if the flag is not given. Prints an error and returns false if the
// text is not a number.
bool ReadNumber(const absl::optional<std::string>& text, absl::string_view flag, absl::optional<int32_t>& number,
                Screen& err) {
  if (!text.has_value()) return true;
  int32_t value = 0;
  if (!absl::SimpleAtoi(*text, &value) || value < 0) {
    PrintError(absl::StrCat(FlagWithSource(flag, *text), ": \"", *text,
                            "\" is not a whole number of CPUs from 0 to 2147483647; write one such as 4"),
               err);
    return false;
  }
  number = value;
  return true;
}

// The numbers of the flags.
struct CpuDecision {
  absl::optional<int32_t> limit;
  absl::optional<int32_t> count;
};

// Prints an error and returns nothing if a value is not valid.
absl::optional<CpuDecision> ReadDecision(const CpuRequestsFlags& flags, Screen& err) {
  CpuDecision decision;
  if (!ReadNumber(flags.limit, "--limit", decision.limit, err)) return absl::nullopt;
  if (!ReadNumber(flags.default_count, "--default-cpu-count", decision.count, err)) return absl::nullopt;
  return decision;
}

absl::string_view FlagOf(absl::string_view field) {
  if (field == "controlPlaneCPULimit") return "--limit";
  if (field == "options.defaultControlPlaneCPUCount") return "--default-cpu-count";
  return "";
}

int Report(const absl::Status& status, const CpuRequestsFlags& flags, const CpuPlaces& places, Screen& err) {
  const auto flag_of = [&flags](absl::string_view field) {
    return field == "controlPlaneCPULimit" && !flags.limit.has_value() ? "" : FlagOf(field);
  };
  if (ReportFlags(status, flag_of, err)) return kWrongFlags;
  return ReportStatus(status, places, "", err);
}

void Print(const v1::ScaleCpuRequestsResponse& response, OutputFormat format, Screen& out) {
  if (IsStructured(format)) {
    PrintStructured(ToJson(response), format, out);
  } else if (format == OutputFormat::kName) {
    PrintCpuRequestNames(response, out);
  } else {
    PrintCpuRequests(response, format == OutputFormat::kWide, out);
  }
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

bool CheckCpuDecision(const CpuRequestsFlags& flags, Screen& err) {
  return ReadDecision(flags, err).has_value();
}

int RunCpuRequests(const CpuRequestsFlags& flags, Environment& environment) {
  Screen& err = environment.err;
  const absl::optional<CpuDecision> decision = ReadDecision(flags, err);
  if (!decision.has_value()) return kWrongFlags;
  Inputs inputs;
  const int unread = ReadObjects(flags, err, inputs);
  if (unread != kExitFine) return unread;
  if (!IsWhole(inputs, err)) return inputs.exit_code;
  absl::optional<CpuInput> input =
      MakeCpuInput(inputs.inventory, {decision->limit, flags.cap_by_idle_usage}, err, inputs.exit_code);
  if (!input.has_value()) return inputs.exit_code;
  v1::ScaleCpuRequestsRequest& request = input->request;
  if (request.workloads_size() == 0 && request.nodes_size() == 0) {
    PrintNone("workload or Node", inputs, err);
    return inputs.exit_code;
  }
  if (request.workloads_size() > 0 && request.limit_case() == v1::ScaleCpuRequestsRequest::LIMIT_NOT_SET) {
    PrintError(absl::StrCat(inputs.source,
                            " contain no Infrastructure and no install-config.yaml; give the CPU limit with --limit"),
               err);
    return kExitUsage;
  }
  if (decision->count.has_value()) request.mutable_options()->set_default_control_plane_cpu_count(*decision->count);
  request.mutable_options()->set_cap_by_idle_usage(flags.cap_by_idle_usage);
  const std::unique_ptr<BlockingService> client = ChooseClient(flags.server, err);
  if (client == nullptr) return kWrongFlags;
  absl::StatusOr<v1::ScaleCpuRequestsResponse> response =
      client->Call(&SizingService::ScaleCpuRequests, v1::ScaleCpuRequestsRequest(request));
  if (!response.ok()) return Report(response.status(), flags, input->places, err);
  response->mutable_findings()->MergeFrom(input->reader_warnings);
  Print(*response, flags.output, environment.out);
  if (!IsStructured(flags.output)) ReportWarnings(response->findings(), input->places, "", err);
  return ExitCodeOf(response->findings(), flags.fail_on);
}

Verb AddCpuRequests(CLI::App& root) {
  CLI::App* app = root.add_subcommand(
      "cpu-requests", "Scale the CPU requests of a control plane to its limit, and show what its nodes offer to pods");
  auto flags = std::make_shared<CpuRequestsFlags>();
  AddWorkloadSource(*app, flags->source, /*several=*/true);
  AddCpuDecision(*app, *flags);
  AddServer(*app, flags->server);
  AddOutput(*app, flags->output);
  AddFailOn(*app, flags->fail_on);
  AddExitZero(*app, flags->exit_zero);
  app->footer(
      "cpu-requests -f deploy/examples/cpu-requests\n"
      "cpu-requests -f deploy/examples/cpu-requests --limit 2 -o wide");
  return {app, [flags](Environment& environment) {
            return ForgiveFindings(RunCpuRequests(*flags, environment), flags->exit_zero);
          }};
}

}  // namespace cpsizer::cli
