#include "client/cli/machine/machine_output.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/time/time.h"
#include "client/cli/machine/query_values.h"
#include "client/cli/output/show.h"
#include "client/cli/output/table.h"
#include "client/objects/node_samples.h"
#include "cpsizer/quantity.h"
#include "server/process/show_time.h"

namespace cpsizer::cli {
namespace {

std::string NameOf(const v1::MachineTriggerResult& trigger) {
  return TriggerName(trigger.direction(), trigger.index());
}

Style StateStyle(v1::MachineTriggerState state) {
  if (state == v1::MACHINE_TRIGGER_STATE_ERROR) return Style::kBad;
  return state == v1::MACHINE_TRIGGER_STATE_MET ? Style::kBold : Style::kPlain;
}

void PrintTriggers(const v1::RecommendMachineResponse& response, Screen& out) {
  if (response.triggers_size() == 0) return;
  Table table({"TRIGGER", "TYPE", "WINDOW", "STATE", "WHY"});
  for (const v1::MachineTriggerResult& trigger : response.triggers()) {
    table.AddRow({{NameOf(trigger)},
                  {trigger.type()},
                  {OrDash(trigger.window())},
                  {ShowEnum(v1::MachineTriggerState_Name(trigger.state()), "MACHINE_TRIGGER_STATE_"),
                   StateStyle(trigger.state())},
                  {trigger.message()}});
  }
  out.EndLine();
  table.Print(out);
}

void PrintNodes(const v1::RecommendMachineResponse& response, Screen& out) {
  Table table({"TRIGGER", "NODE", "UTILIZATION", "SAMPLES", "WINDOW"});
  for (const v1::MachineTriggerResult& trigger : response.triggers()) {
    for (const v1::MachineNodeUtilization& node : trigger.nodes()) {
      table.AddRow({{NameOf(trigger)},
                    {node.node()},
                    {node.utilization().empty() ? "-" : absl::StrCat(node.utilization(), " %")},
                    {absl::StrCat(node.samples_used(), " of ", node.samples_required())},
                    {node.full() ? "full" : "not full"}});
    }
  }
  out.EndLine();
  table.Print(out);
}

// Returns the number with at most 6 decimals, such as `82.5`.
std::string PercentText(double percent) {
  std::string text = absl::StrFormat("%.6f", percent);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text;
}

// Returns a text such as `100 x 3300m / 4 = 82.5`. `unit` is one unit of the amounts of the samples, in nano-units.
std::string ArithmeticText(const v1::MachineUsageSamples& samples, int index, Nanos unit, QuantityFormat format) {
  return absl::StrCat("100 x ", CanonicalText({samples.usages(index) * unit, format}), " / ",
                      CanonicalText({samples.capacities(index) * unit, format}), " = ",
                      PercentText(samples.utilizations(index)));
}

// Returns the number of samples that have a utilization.
int CountOf(const v1::MachineUsageSamples& samples) {
  return std::min(objects::SampleCount(samples), samples.utilizations_size());
}

struct SampleTexts {
  std::string cpu;
  std::string memory;
};

void PrintSamples(const v1::RecommendMachineResponse& response, Screen& out) {
  Table table({"NODE", "TIME", "CPU", "MEMORY"});
  for (const v1::MachineNodeSamples& node : response.samples()) {
    std::map<int64_t, SampleTexts> by_end;
    for (int i = 0; i < CountOf(node.cpu()); ++i) {
      by_end[node.cpu().end_unix_nanos(i)].cpu = ArithmeticText(node.cpu(), i, 1, QuantityFormat::kDecimalSI);
    }
    for (int i = 0; i < CountOf(node.memory()); ++i) {
      by_end[node.memory().end_unix_nanos(i)].memory =
          ArithmeticText(node.memory(), i, kNanosPerUnit, QuantityFormat::kBinarySI);
    }
    for (const auto& [end, texts] : by_end) {
      table.AddRow({{node.node()},
                    {absl::FormatTime("%Y-%m-%dT%H:%M:%E*SZ", absl::FromUnixNanos(end), absl::UTCTimeZone())},
                    {OrDash(texts.cpu)},
                    {OrDash(texts.memory)}});
    }
  }
  out.EndLine();
  table.Print(out);
}

// Returns a Go duration in whole seconds, rounded up, because a call that is too early decides nothing new. The
// nanoseconds are those of `now`.
std::string WholeSeconds(const std::string& text) {
  absl::Duration duration;
  if (!absl::ParseDuration(text, &duration)) return text;
  return absl::FormatDuration(absl::Ceil(duration, absl::Seconds(1)));
}

// Returns a time (RFC 3339) in whole seconds, rounded up.
std::string WholeSecond(const std::string& text) {
  absl::Time time;
  std::string error;
  if (!absl::ParseTime(absl::RFC3339_full, text, &time, &error)) return text;
  const absl::Duration since_epoch = absl::Ceil(time - absl::UnixEpoch(), absl::Seconds(1));
  return server::ShowTime(absl::UnixEpoch() + since_epoch);
}

void PrintFact(absl::string_view name, const std::string& value, Screen& out) {
  if (!value.empty()) out.Line(absl::StrCat(name, ": ", value));
}

}  // namespace

void PrintMachine(const v1::RecommendMachineResponse& response, bool wide, Screen& out) {
  out.Paragraph(response.summary());
  PrintTriggers(response, out);
  if (wide && response.triggers_size() > 0) PrintNodes(response, out);
  if (wide && response.samples_size() > 0) PrintSamples(response, out);
  out.EndLine();
  if (response.degraded().degraded()) PrintFact("degraded", response.degraded().reason(), out);
  PrintFact("next step not before", WholeSecond(response.next_step_time()), out);
  PrintFact("decide again after", WholeSeconds(response.requeue_after()), out);
  PrintFact("patch", response.patch(), out);
}

void PrintMachineName(const v1::RecommendMachineResponse& response, Screen& out) {
  const std::string& name = response.has_target() ? response.target().name() : response.current().name();
  if (!name.empty()) out.Line(name);
}

}  // namespace cpsizer::cli
