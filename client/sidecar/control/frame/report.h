#ifndef CPSIZER_CLIENT_SIDECAR_CONTROL_FRAME_REPORT_H_
#define CPSIZER_CLIENT_SIDECAR_CONTROL_FRAME_REPORT_H_

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "client/sidecar/control/controller_state.h"
#include "client/sidecar/control/counters.h"
#include "client/sidecar/control/frame/controller_dependencies.h"
#include "client/sidecar/control/log.h"
#include "client/sidecar/control/object_identity.h"

namespace cpsizer::sidecar {

// The words of all reports about the objects of one controller. The runbooks quote the messages.
struct ReportWords {
  ObjectKind kind;               // of events
  absl::string_view name_field;  // the key of the log field with the name of the object; empty: no object is named
  absl::string_view action;      // of events
  absl::string_view held;        // the message of a hold that begins
  absl::string_view released;    // the message of a hold that ends
};

// The words of one report: a log line, and an event. The event is a warning if the level is kWarn.
struct ReportLine {
  LogLevel level;
  absl::string_view message;
  absl::string_view event = "";   // the reason of the event; empty: no event is recorded
  absl::string_view action = "";  // empty: ReportWords::action
};

// Reports the decisions and the writes of one controller in log lines, events and counters. Each controller derives a
// class with its own reports.
//
// Must be used only on the thread of the event loop.
class Report {
 public:
  // `state` must outlive this object.
  Report(const ReportWords& words, ControllerDependencies dependencies, ControllerState& state)
      : words_(words), dependencies_(std::move(dependencies)), state_(state) {}
  Report(const Report&) = delete;
  Report& operator=(const Report&) = delete;

  // Holds the object, or releases it if `cause` has no reason. Logs once that the hold has begun or ended. Does not log
  // a hold by a shared cause, because the shared cause is logged once for all objects.
  void SetHold(const ObjectIdentity& object, const HoldCause& cause, const std::string& note);
  // Returns the reason of the hold of the object; empty if it is not held.
  std::string HoldReasonOf(const ObjectIdentity& object) const { return state_.holds.ReasonOf(KeyOf(object)); }

 protected:
  // Counts a decision by its outcome, and logs it.
  void Decided(const ObjectIdentity& object, const std::string& outcome, std::vector<LogField> fields);
  // Used in observe mode. Counts whether the decision would change the object.
  void Compared(const ObjectIdentity& object, bool would_change) {
    state_.agreements.Note(KeyOf(object), would_change ? "disagree" : "agree");
  }
  // Logs the line, and records its event with `note`.
  void Say(const ReportLine& line, const ObjectIdentity& object, std::vector<LogField> fields,
           const std::string& note = "");
  void LogObject(LogLevel level, absl::string_view message, const ObjectIdentity& object,
                 std::vector<LogField> fields) const;
  void Record(const ObjectIdentity& object, bool warning, absl::string_view reason, const std::string& note,
              absl::string_view action = "") const;

  absl::Time now() const { return dependencies_.loop.now(); }
  const Log& log() const { return dependencies_.log; }
  ControllerState& state() { return state_; }
  const ControllerState& state() const { return state_; }
  Counters& counters() const { return dependencies_.counters; }

 private:
  const ReportWords words_;
  const ControllerDependencies dependencies_;
  ControllerState& state_;
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_CONTROL_FRAME_REPORT_H_
