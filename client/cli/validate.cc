#include "client/cli/validate.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "client/cli/choose_client.h"
#include "client/cli/complain.h"
#include "client/cli/exit_code.h"
#include "client/cli/flags.h"
#include "client/cli/inputs.h"
#include "client/cli/report_status.h"
#include "client/cli/structured.h"
#include "client/cli/validation_output.h"
#include "cpsizer/limits.h"

namespace cpsizer::cli {
namespace {

struct Flags {
  SourceFlags source;
  v1::CpuPolicy cpu_policy = v1::CPU_POLICY_UNSPECIFIED;
  ServerFlags server;
  OutputFormat output = OutputFormat::kTable;
  v1::Severity fail_on = v1::SEVERITY_ERROR;
  bool exit_zero = false;
};

// The misspelt fields, which only a reader of files sees, join the service's findings.
void AddUnknownFields(const objects::FoundConfiguration& found, v1::ValidateConfigResponse& response) {
  if (found.unknown_fields.empty()) return;
  v1::Condition& condition = *response.mutable_condition();
  if (response.valid()) condition.clear_message();
  std::string& message = *condition.mutable_message();
  size_t more = 0;
  for (const v1::Finding& finding : found.unknown_fields) {
    *response.add_findings() = finding;
    const std::string line = absl::StrCat(message.empty() ? "" : "; ", finding.path(), ": ", finding.message());
    constexpr size_t kRoomForCount = 64;
    if (more > 0 || message.size() + line.size() + kRoomForCount > kMaxConditionMessageBytes) {
      ++more;
    } else {
      message += line;
    }
  }
  if (more > 0) absl::StrAppend(&message, "; and ", more, " more that nobody knows");
  response.set_valid(false);
  condition.set_status("False");
  condition.set_reason("SizeConfigurationInvalid");
}

// The findings of every configuration that the service could look at. Returns the exit code of the failures.
int Ask(const Flags& flags, const objects::Inventory& inventory, std::vector<Validation>& validations, Screen& err) {
  const std::unique_ptr<SizingClient> client = ChooseClient(flags.server, err);
  if (client == nullptr) return kExitUsage;
  v1::ValidateConfigRequest request;
  request.set_cpu_policy(flags.cpu_policy);
  int exit_code = kExitFine;
  for (const objects::FoundConfiguration& found : inventory.configurations) {
    const Sources sources = {found, inventory.machine_sets};
    *request.mutable_machine_sets() = sources.MachineSets();
    *request.mutable_cluster_sizing_configuration() = found.config;
    Validation validation = {sources, {}};
    const absl::Status status = client->ValidateConfig(request, validation.response);
    if (!status.ok()) {
      exit_code = std::max(exit_code, ReportStatus(status, sources, found.file, err));
      continue;
    }
    AddUnknownFields(found, validation.response);
    validations.push_back(std::move(validation));
  }
  return exit_code;
}

void Print(const std::vector<Validation>& validations, OutputFormat format, Screen& out) {
  if (validations.empty()) return;
  if (IsStructured(format)) {
    PrintStructured(ValidationJson(validations), format, out);
  } else if (format == OutputFormat::kName) {
    PrintValidationNames(validations, out);
  } else {
    PrintValidations(validations, format == OutputFormat::kWide, out);
  }
}

int Validate(const Flags& flags, Environment& environment) {
  Inputs inputs;
  const int unread = ReadSource(flags.source, environment.err, inputs);
  if (unread != kExitFine) return unread;
  if (!HasConfiguration(inputs, environment.err)) return inputs.exit_code;
  std::vector<Validation> validations;
  const int failures = Ask(flags, inputs.inventory, validations, environment.err);
  Print(validations, flags.output, environment.out);
  int exit_code = std::max(inputs.exit_code, failures);
  for (const Validation& validation : validations) {
    for (const v1::Finding& finding : validation.response.findings()) {
      if (AtLeast(finding.severity(), flags.fail_on)) exit_code = std::max(exit_code, kExitFindings);
    }
  }
  return exit_code;
}

}  // namespace

Verb AddValidate(CLI::App& root) {
  CLI::App* app = root.add_subcommand("validate", "Say what is wrong with configurations, and where in the file");
  auto flags = std::make_shared<Flags>();
  AddSource(*app, flags->source, true);
  AddCpuPolicy(*app, flags->cpu_policy);
  AddServer(*app, flags->server);
  AddOutput(*app, flags->output);
  AddFailOn(*app, flags->fail_on);
  AddExitZero(*app, flags->exit_zero);
  app->footer(
      "validate -f deploy/examples/fleet\n"
      "validate -f deploy/examples/fleet --fail-on=warning -o json");
  return {app, [flags](Environment& environment) {
            return ForgiveFindings(Validate(*flags, environment), flags->exit_zero);
          }};
}

}  // namespace cpsizer::cli
