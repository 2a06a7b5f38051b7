#include "server/engine/machine/machine_input.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "cpsizer/limits.h"
#include "server/engine/base/durations.h"
#include "server/engine/base/read_quantity.h"
#include "server/engine/base/read_time.h"
#include "server/engine/base/text.h"

namespace cpsizer {
namespace {

void CheckPresence(const v1::RecommendMachineRequest& request, Findings& findings) {
  if (!request.has_control_plane_machine_set_autoscaler()) {
    findings.Add(Rule::kFieldMissing, "controlPlaneMachineSetAutoscaler", "", "the request has no autoscaler");
  }
  if (!request.has_control_plane_machine_set()) {
    findings.Add(Rule::kFieldMissing, "controlPlaneMachineSet", "", "the request has no ControlPlaneMachineSet");
  }
  if (request.now().empty()) findings.Add(Rule::kFieldMissing, "now", "", "the request has no time");
}

void CheckLimits(const v1::RecommendMachineRequest& request, Findings& findings) {
  int64_t cpu_samples = 0, memory_samples = 0;
  for (const v1::MachineNodeSamples& node : request.samples()) {
    cpu_samples += node.cpu().end_unix_nanos_size();
    memory_samples += node.memory().end_unix_nanos_size();
  }
  CheckCount(request.nodes_size(), kMaxMachineNodes, "nodes", findings);
  CheckCount(request.samples_size(), kMaxMachineSamples, "samples", findings);
  CheckTotal(cpu_samples, kMaxMachineSamples, "samples", "samples of CPU", findings);
  CheckTotal(memory_samples, kMaxMachineSamples, "samples", "samples of memory", findings);
  CheckCount(request.readings_size(), kMaxMachineTriggers, "readings", findings);
}

void CheckNames(const v1::RecommendMachineRequest& request, Findings& findings) {
  for (int i = 0; i < request.nodes_size(); ++i) {
    const std::string path = Indexed("nodes", i);
    if (request.nodes(i).empty()) findings.Add(Rule::kFieldMissing, path, "", "the node has no name");
    CheckNameLength(request.nodes(i), path, findings);
  }
  for (int i = 0; i < request.samples_size(); ++i) {
    if (!request.samples(i).node().empty()) continue;
    findings.Add(Rule::kFieldMissing, absl::StrCat(Indexed("samples", i), ".node"), "", "the samples have no node");
  }
}

void CheckEnums(const v1::RecommendMachineRequest& request, Findings& findings) {
  CheckEnum(v1::MachineMetricsSource_IsValid(request.metrics_source()), request.metrics_source(), "metricsSource",
            findings);
  CheckEnum(v1::Detail_IsValid(request.options().detail()), request.options().detail(), "options.detail", findings);
}

int64_t ReadSampleInterval(const v1::RecommendMachineOptions& options, Findings& findings) {
  if (!options.has_sample_interval()) return kDefaultSampleInterval;
  const FieldPath path{"options", -1, "sampleInterval"};
  const absl::optional<int64_t> interval = ReadGoDuration(options.sample_interval(), path, findings);
  if (!interval.has_value() || *interval > 0) return interval.value_or(kDefaultSampleInterval);
  findings.Add(Rule::kValueOutOfRange, path.ToString(), options.sample_interval(),
               absl::StrCat(Quoted(options.sample_interval()), " is not above 0"));
  return kDefaultSampleInterval;
}

// Warns about each window that is so long that one request cannot contain the samples of the window for all nodes.
void WarnAboutWindows(const MachineInput& input, Findings& findings) {
  const v1::ControlPlaneMachineSetAutoscalerSpec& spec = input.request.control_plane_machine_set_autoscaler().spec();
  const Nanos longest = Nanos{kMaxMachineSamples} * input.sample_interval;
  const auto warn = [&](const ScalingDirection& direction, const v1::AutoscalerScalingDefinition& message,
                        const DirectionNames& names) {
    if (!direction.enabled) return;
    for (size_t i = 0; i < direction.triggers.size(); ++i) {
      const MachineTrigger& trigger = direction.triggers[i];
      const bool has_room = Nanos{trigger.window} * input.request.nodes_size() <= longest;
      if (trigger.type == TriggerType::kPrometheus || has_room) continue;
      const v1::AutoscalerTrigger& written = message.triggers(static_cast<int>(i));
      const bool is_cpu = trigger.type == TriggerType::kCpu;
      const std::string& text = is_cpu ? written.cpu().time_window() : written.memory().time_window();
      findings.Add(Rule::kWindowExceedsSamples,
                   absl::StrCat(names.path, ".", Indexed("triggers", static_cast<int>(i)), is_cpu ? ".cpu" : ".memory",
                                ".timeWindow"),
                   text,
                   absl::StrCat("a window of ", Quoted(text), " needs a sample each ",
                                FormatGoDuration(input.sample_interval), " of ", input.request.nodes_size(),
                                " nodes, more than the ", kMaxMachineSamples, " of a request"));
    }
  };
  warn(input.autoscaler.up, spec.scale_up(), kScaleUp);
  warn(input.autoscaler.down, spec.scale_down(), kScaleDown);
}

}  // namespace

MachineInput ReadMachineInput(const v1::RecommendMachineRequest& request, Findings& findings) {
  MachineInput input{request, {}, {}, {}, 0, kDefaultSampleInterval, {}, {}, false};
  CheckPresence(request, findings);
  CheckLimits(request, findings);
  CheckNames(request, findings);
  CheckEnums(request, findings);
  // The functions below require that the checks above found no errors.
  if (findings.has_errors()) return input;
  const v1::ControlPlaneMachineSetAutoscaler& autoscaler = request.control_plane_machine_set_autoscaler();
  input.brief = request.options().detail() == v1::DETAIL_BRIEF;
  input.sample_interval = ReadSampleInterval(request.options(), findings);
  input.now = ReadRequiredInstant(request.now(), FieldPath{"now", -1, ""}, findings);
  input.autoscaler = ReadControlPlaneAutoscaler(autoscaler, input.sample_interval, findings);
  if (findings.has_errors()) return input;
  WarnAboutControlPlaneAutoscaler(autoscaler, input.autoscaler, findings);
  input.machine = ReadCurrentMachine(request.control_plane_machine_set(), input.autoscaler.ladder, findings);
  input.last = ReadLastScales(autoscaler.status(), input.machine.name, input.now, findings);
  WarnAboutWindows(input, findings);
  input.nodes = ReadNodeSamples(request, findings);
  input.readings = ReadQueryReadings(request, input.autoscaler, findings);
  return input;
}

}  // namespace cpsizer
