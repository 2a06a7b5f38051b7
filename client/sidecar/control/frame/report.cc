#include "client/sidecar/control/frame/report.h"

#include <iterator>

namespace cpsizer::sidecar {

void Report::SetHold(const ObjectIdentity& object, const HoldCause& cause, const std::string& note) {
  const std::string key = KeyOf(object);
  if (cause.reason.empty()) {
    const HoldCause before = state_.holds.Release(key);
    if (before.reason.empty()) return;
    return LogObject(before.shared.empty() ? LogLevel::kInfo : LogLevel::kDebug, words_.released, object,
                     {{"reason", before.reason}});
  }
  if (!state_.holds.Hold(key, cause, note, now())) return;
  LogObject(cause.shared.empty() ? LogLevel::kWarn : LogLevel::kDebug, words_.held, object,
            {{"reason", cause.reason}, {"note", note}});
}

void Report::Decided(const ObjectIdentity& object, const std::string& outcome, std::vector<LogField> fields) {
  ++counters().decisions[outcome];
  fields.insert(fields.begin(), {"outcome", outcome});
  LogObject(LogLevel::kDebug, "decision", object, std::move(fields));
}

void Report::Say(const ReportLine& line, const ObjectIdentity& object, std::vector<LogField> fields,
                 const std::string& note) {
  LogObject(line.level, line.message, object, std::move(fields));
  if (!line.event.empty()) Record(object, line.level == LogLevel::kWarn, line.event, note, line.action);
}

void Report::LogObject(LogLevel level, absl::string_view message, const ObjectIdentity& object,
                       std::vector<LogField> fields) const {
  std::vector<LogField> all;
  if (!words_.name_field.empty()) all = {{"namespace", object.name_space}, {words_.name_field, object.name}};
  all.insert(all.end(), std::make_move_iterator(fields.begin()), std::make_move_iterator(fields.end()));
  log()(level, message, WithoutEmpty(std::move(all)));
}

void Report::Record(const ObjectIdentity& object, bool warning, absl::string_view reason, const std::string& note,
                    absl::string_view action) const {
  kube::Event event;
  event.warning = warning;
  event.reason = std::string(reason);
  event.action = std::string(action.empty() ? words_.action : action);
  event.note = note;
  event.api_version = words_.kind.api_version;
  event.kind = words_.kind.kind;
  event.name_space = object.name_space;
  event.name = object.name;
  event.uid = object.uid;
  dependencies_.record(event);
}

}  // namespace cpsizer::sidecar
