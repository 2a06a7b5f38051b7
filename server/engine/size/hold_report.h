#ifndef CPSIZER_SERVER_ENGINE_SIZE_HOLD_REPORT_H_
#define CPSIZER_SERVER_ENGINE_SIZE_HOLD_REPORT_H_

#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "cpsizer/rules.h"
#include "cpsizer/v1/recommend_size.pb.h"
#include "server/engine/base/findings.h"

namespace cpsizer {

// The size that a cluster has.
struct CurrentSize {
  // The index of the size in the ladder. If the ladder does not have the size, the index of the last size, because the
  // current size may have been as large.
  int place = 0;
  // True if the ladder has the size.
  bool known = true;
};

// Collects the findings of the rules that can hold a cluster.
class HoldReport {
 public:
  // If `holds` is false, all rules are only findings.
  HoldReport(bool holds, Findings& findings) : holds_(holds), findings_(findings) {}

  // Adds a finding. If `held_by` is set, the rule holds the cluster. The first rule that holds is the reason.
  void Add(Rule rule, absl::string_view path, absl::string_view value, absl::string_view message,
           v1::SizeHoldRule held_by) {
    findings_.Add(rule, path, value, message);
    HoldBy(rule, message, held_by);
  }

  // Add() without a finding: for a rule whose finding is about the configuration.
  void HoldBy(Rule rule, absl::string_view message, v1::SizeHoldRule held_by) {
    if (!holds_ || held_by == v1::SIZE_HOLD_RULE_UNSPECIFIED || hold_.has_value()) return;
    hold_ = Hold{rule, held_by, std::string(message)};
  }

  // The reason of a hold: the first rule that holds the cluster, and the message, which its finding has too if
  // Add() was called.
  struct Hold {
    Rule rule;
    v1::SizeHoldRule held_by;
    std::string message;
  };
  const absl::optional<Hold>& hold() const { return hold_; }

 private:
  const bool holds_;
  Findings& findings_;
  absl::optional<Hold> hold_;
};

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_SIZE_HOLD_REPORT_H_
