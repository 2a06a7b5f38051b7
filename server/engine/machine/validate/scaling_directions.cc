#include "server/engine/machine/validate/scaling_directions.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/types/optional.h"
#include "cpsizer/limits.h"
#include "server/engine/base/durations.h"
#include "server/engine/base/field_checks.h"
#include "server/engine/base/read_time.h"
#include "server/engine/base/text.h"
#include "server/engine/machine/validate/read_text.h"

namespace cpsizer {
namespace {

constexpr absl::string_view kTypes[] = {"cpu", "memory", "prometheus"};

// Reads one trigger.
class TriggerReader {
 public:
  // All arguments must outlive this object. `path` is the path of the trigger.
  TriggerReader(const v1::AutoscalerTrigger& message, std::string path, bool down, int64_t sample_interval,
                Findings& findings)
      : message_(message),
        path_(std::move(path)),
        down_(down),
        sample_interval_(sample_interval),
        findings_(findings) {}

  // Returns nothing if the trigger has no type.
  absl::optional<MachineTrigger> Read() {
    const absl::optional<TriggerType> type = ReadType();
    if (!type.has_value()) return absl::nullopt;
    MachineTrigger trigger;
    trigger.type = *type;
    CheckBodies(*type);
    switch (*type) {
      case TriggerType::kCpu:
        if (message_.has_cpu()) ReadUtilization(message_.cpu(), trigger);
        break;
      case TriggerType::kMemory:
        if (message_.has_memory()) ReadUtilization(message_.memory(), trigger);
        break;
      case TriggerType::kPrometheus:
        if (message_.has_prometheus()) trigger.prometheus = ReadPrometheusTrigger(message_, path_, findings_);
        break;
    }
    return trigger;
  }

 private:
  absl::optional<TriggerType> ReadType() {
    const std::string& type = message_.type().empty() ? message_.trigger_type() : message_.type();
    if (!message_.trigger_type().empty() && !absl::EqualsIgnoreCase(message_.trigger_type(), type)) {
      findings_.Add(Rule::kSpellingsContradict, absl::StrCat(path_, ".triggerType"), message_.trigger_type(),
                    absl::StrCat("triggerType is not the type \"", Quoted(type), "\" of the same trigger"));
    }
    for (size_t i = 0; i < std::size(kTypes); ++i) {
      if (absl::EqualsIgnoreCase(type, kTypes[i])) return static_cast<TriggerType>(i);
    }
    CheckWord(type, kTypes, {path_, -1, "type"}, findings_);
    return absl::nullopt;
  }

  void CheckBodies(TriggerType type) {
    const bool given[] = {message_.has_cpu(), message_.has_memory(), message_.has_prometheus()};
    for (size_t i = 0; i < std::size(given); ++i) {
      const bool wanted = i == static_cast<size_t>(type);
      if (wanted && !given[i]) ReportMissing({path_, -1, kTypes[i]}, "", findings_);
      if (wanted || !given[i]) continue;
      findings_.Add(Rule::kFieldForbidden, absl::StrCat(path_, ".", kTypes[i]), "",
                    absl::StrCat("the type is ", kTypes[static_cast<size_t>(type)]));
    }
  }

  void ReadUtilization(const v1::AutoscalerUtilizationTrigger& body, MachineTrigger& trigger) {
    const std::string path = absl::StrCat(path_, ".", kTypes[static_cast<size_t>(trigger.type)]);
    if (const auto percent = ReadPercent(body.value(), {path, -1, "value"}, findings_)) {
      trigger.percent = *percent;
      WarnIfNeverMet(path, body.value(), *percent);
    }
    const FieldPath window = {path, -1, "timeWindow"};
    if (!CheckGiven(body.time_window(), window, findings_)) return;
    const absl::optional<int64_t> read = ReadGoDuration(body.time_window(), window, findings_);
    if (!read.has_value()) return;
    trigger.window = *read;
    if (trigger.window >= Nanos{sample_interval_} * 2) return;
    findings_.Add(Rule::kValueOutOfRange, window.ToString(), body.time_window(),
                  absl::StrCat(Quoted(body.time_window()), " is below two sample intervals of ",
                               FormatGoDuration(sample_interval_)));
  }

  void WarnIfNeverMet(absl::string_view path, absl::string_view text, Nanos percent) {
    const bool never = down_ ? percent == 0 : percent == kHundredPercent;
    if (!never) return;
    findings_.Add(Rule::kTriggerNeverMet, absl::StrCat(path, ".value"), text,
                  absl::StrCat("no utilization is ", down_ ? "below" : "above", " ", Quoted(text), " %"));
  }

  const v1::AutoscalerTrigger& message_;
  const std::string path_;
  const bool down_;
  const int64_t sample_interval_;
  Findings& findings_;
};

// One of the fields that can set the delay of a direction.
struct Spelling {
  absl::string_view field;
  bool given;
  const std::string& text;
};

int64_t ReadDelay(const v1::AutoscalerScalingDefinition& definition, const DirectionNames& names, Findings& findings) {
  const Spelling spellings[] = {
      {"scaleDownDelay", definition.has_scale_down_delay(), definition.scale_down_delay()},
      {"scaleUpDelay", definition.has_scale_up_delay(), definition.scale_up_delay()},
      {"stabilizationWindow", definition.has_stabilization_window(), definition.stabilization_window()},
  };
  absl::optional<int64_t> delay;
  for (const Spelling& spelling : spellings) {
    if (!spelling.given) continue;
    const FieldPath path = {names.path, -1, spelling.field};
    if (!names.down && spelling.field == kScaleDown.delay) {
      findings.Add(Rule::kFieldForbidden, path.ToString(), spelling.text,
                   "scaleDownDelay is the delay after a change to a smaller size; set it in scaleDown");
      continue;
    }
    const absl::optional<int64_t> read = ReadGoDuration(spelling.text, path, findings);
    if (!read.has_value()) continue;
    if (*read < 0) {
      findings.Add(Rule::kValueNegative, path.ToString(), spelling.text,
                   absl::StrCat(Quoted(spelling.text), " is negative"));
    } else if (delay.has_value() && *delay != *read) {
      findings.Add(Rule::kSpellingsContradict, path.ToString(), spelling.text,
                   "another spelling of the delay has another value");
    } else {
      delay = read;
    }
  }
  return delay.value_or(kDefaultScalingDelay);
}

}  // namespace

ScalingDirection ReadDirection(const v1::AutoscalerScalingDefinition& definition, const DirectionNames& names,
                               int64_t sample_interval, Findings& findings) {
  ScalingDirection direction;
  direction.delay = ReadDelay(definition, names, findings);
  if (definition.has_select_policy()) {
    CheckWord(definition.select_policy(), {"next"}, {names.path, -1, "selectPolicy"}, findings);
  }
  if (definition.has_trigger_policy()) {
    CheckWord(definition.trigger_policy(), {"all", "any"}, {names.path, -1, "triggerPolicy"}, findings);
  }
  direction.all = definition.trigger_policy() == "all";
  const std::string list = absl::StrCat(names.path, ".triggers");
  const int count = std::min(definition.triggers_size(), kMaxMachineTriggers);
  for (int i = 0; i < count; ++i) {
    const absl::optional<MachineTrigger> trigger =
        TriggerReader(definition.triggers(i), Indexed(list, i), names.down, sample_interval, findings).Read();
    if (trigger.has_value()) direction.triggers.push_back(*trigger);
  }
  const bool switched_off = definition.has_enabled() && !definition.enabled();
  direction.enabled = !switched_off && definition.triggers_size() > 0;
  return direction;
}

}  // namespace cpsizer
