#include "server/engine/size/validate_sizing.h"

#include <algorithm>
#include <cstdint>
#include <string>

#include "absl/strings/str_cat.h"
#include "cpsizer/limits.h"
#include "cpsizer/size_ladder.h"
#include "server/engine/base/conclude_validation.h"
#include "server/engine/base/object_type.h"
#include "server/engine/size/decision.h"
#include "server/engine/size/operator_fields.h"
#include "server/engine/size/size_fields.h"
#include "server/engine/size/size_rows.h"

namespace cpsizer {
namespace {

// The texts that the operator uses in its condition.
constexpr char kConditionType[] = "ClusterSizingConfigurationValid";
constexpr char kValidReason[] = "AsExpected";
constexpr char kValidMessage[] = "Cluster sizing configuration valid.";
constexpr char kInvalidReason[] = "SizeConfigurationInvalid";

// Joins all errors, up to the maximum length of the message of a condition.
std::string JoinErrors(const SizeLadder::FindingList& findings) {
  std::string text;
  size_t total = 0;
  size_t listed = 0;
  for (const v1::Finding& finding : findings) {
    if (finding.severity() != v1::SEVERITY_ERROR) continue;
    ++total;
    const std::string line = absl::StrCat(text.empty() ? "" : "; ", finding.path(), ": ", finding.message());
    constexpr size_t kRoomForCount = 64;
    if (text.size() + line.size() + kRoomForCount > kMaxConditionMessageBytes || listed + 1 != total) continue;
    text += line;
    ++listed;
  }
  if (listed < total) absl::StrAppend(&text, "; and ", total - listed, " more");
  return text;
}

// Adds a note if no size has a capacity. This is not an error of the configuration: a decision that needs a capacity
// fails with an error of its own.
void NoteNoCapacity(const SizeLadder& ladder, Findings& findings) {
  if (ladder.Any(Resource::kMemory) || ladder.Any(Resource::kCpu)) return;
  findings.Add(Rule::kNoCapacity, kSizesPath, "",
               "no size has a capacity; a decision such as recommend needs the MachineSets of all sizes");
}

void SetCondition(const v1::ValidateConfigResponse& response, v1::Condition& condition) {
  condition.set_type(kConditionType);
  condition.set_status(response.valid() ? "True" : "False");
  condition.set_reason(response.valid() ? kValidReason : kInvalidReason);
  condition.set_message(response.valid() ? kValidMessage : JoinErrors(response.findings()));
  condition.set_observed_generation(std::max<int64_t>(response.config_generation(), 0));
}

}  // namespace

v1::SizeCpuPolicy ReadSizingOptions(const v1::ValidateConfigRequest& request, Findings& findings) {
  const v1::SizeCpuPolicy cpu_policy = ReadCpuPolicy(request.cpu_policy(), "cpuPolicy", findings);
  CheckCount(request.machine_sets_size(), kMaxMachineSets, "machineSets", findings);
  return cpu_policy;
}

void ValidateSizing(const v1::ValidateConfigRequest& request, v1::SizeCpuPolicy cpu_policy,
                    v1::ValidateConfigResponse& response) {
  const v1::ClusterSizingConfiguration& config = request.cluster_sizing_configuration();
  SizeLadder::FindingList& out = *response.mutable_findings();
  Findings findings(out);
  CheckObjectType(config, kSizingType, findings);
  const bool is_of_type = !findings.has_errors();
  const absl::optional<SizeLadder> ladder = SizeLadder::Compile(config, request.machine_sets(), out);
  CheckOperatorFields(config, findings);
  WarnAboutPace(config.spec(), findings);
  if (ladder.has_value()) {
    WarnAboutOperatorFields(config, *ladder, findings);
    NoteNoCapacity(*ladder, findings);
    AddRows(*ladder, *response.mutable_sizes());
    response.set_cpu_not_in_play_reason(ladder->WhyNotCpu(cpu_policy, /*demanded=*/true));
    const bool cpu_counts = response.cpu_not_in_play_reason() == v1::SIZE_NOT_IN_PLAY_REASON_UNSPECIFIED;
    response.set_decidable(is_of_type && (ladder->Complete(Resource::kMemory) || cpu_counts));
  }
  ConcludeValidation(config.metadata(), response);
  SetCondition(response, *response.mutable_condition());
}

}  // namespace cpsizer
