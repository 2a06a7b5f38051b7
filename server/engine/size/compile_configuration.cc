#include "server/engine/size/compile_configuration.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "cpsizer/status.h"
#include "server/engine/base/findings.h"
#include "server/engine/base/object_type.h"
#include "server/engine/base/text.h"
#include "server/engine/size/node_count.h"
#include "server/engine/size/operator_fields.h"
#include "server/engine/size/size_fields.h"
#include "server/engine/size/size_rows.h"

namespace cpsizer {
namespace {

// Compiles the ladder. If the configuration cannot be used, returns nothing and adds the errors to `out`.
absl::optional<SizeLadder> CompileLadder(const v1::ClusterSizingConfiguration& config,
                                         const SizeLadder::MachineSets& machine_sets, SizeLadder::FindingList& out) {
  Findings findings(out);
  CheckObjectType(config, kSizingType, findings);
  absl::optional<SizeLadder> ladder = SizeLadder::Compile(config, machine_sets, out);
  if (findings.has_errors()) ladder.reset();
  // All other fields do not influence a decision, so their errors are only warnings.
  Findings others(out, v1::SEVERITY_WARNING);
  CheckOperatorFields(config, others);
  return ladder;
}

// Returns a sentence about MachineSets that were ignored because they could not be read. These MachineSets may be the
// only reason why a memory capacity is missing.
std::string MalformedMachineSets(const SizeLadder::FindingList& findings) {
  const absl::string_view id = Info(Rule::kMachineSetMalformed).id;
  std::string text;
  int more = 0;
  for (const v1::Finding& finding : findings) {
    if (finding.rule() != id) continue;
    if (!text.empty()) {
      ++more;
      continue;
    }
    text = absl::StrCat(" One was ignored: ", finding.path(), ": ", finding.message(), " (", id, ")");
  }
  return more == 0 ? text : absl::StrCat(text, "; and ", more, " more");
}

// Returns the error of a decision that needs memory capacities; OK if every size has a memory capacity.
absl::Status CheckMemoryCapacities(const SizeLadder& ladder, const SizeLadder::FindingList& ladder_findings) {
  if (ladder.Complete(Resource::kMemory)) return absl::OkStatus();
  std::vector<absl::string_view> names;
  SizeLadder::FindingList missing;
  Findings findings(missing);
  for (const Size& size : ladder.sizes()) {
    if (size.resources.memory.known()) continue;
    names.push_back(size.name);
    findings.Add(Rule::kCapacityMissing,
                 absl::StrCat(Indexed(kSizesPath, size.index), ".", kMemoryNames.capacity_field), "",
                 absl::StrCat("size ", size.name, " has no memory capacity"));
  }
  const RuleInfo& info = Info(Rule::kCapacityMissing);
  return FailedPrecondition(
      missing, absl::StrCat("no memory capacity is known for ", JoinNames(names), ". ", info.remedy, " (", info.id, ")",
                            MalformedMachineSets(ladder_findings)));
}

}  // namespace

SizeConfiguration CompileSizeConfiguration(const v1::ClusterSizingConfiguration& config,
                                           const SizeLadder::MachineSets& machine_sets) {
  SizeConfiguration configuration;
  configuration.generation = config.metadata().generation();
  configuration.ladder = CompileLadder(config, machine_sets, configuration.findings);
  if (configuration.ladder.has_value()) {
    configuration.node_counts = ReadNodeCounts(config.spec());
    configuration.memory_capacities = CheckMemoryCapacities(*configuration.ladder, configuration.findings);
  }
  return configuration;
}

SizeConfiguration CompileSizeConfiguration(const v1::RecommendSizeRequest& request) {
  if (request.has_cluster_sizing_configuration()) {
    return CompileSizeConfiguration(request.cluster_sizing_configuration(), request.machine_sets());
  }
  SizeConfiguration configuration;
  Findings(configuration.findings)
      .Add(Rule::kConfigMissing, "clusterSizingConfiguration", "", "the request has no configuration");
  return configuration;
}

void PrepareRows(SizeConfiguration& configuration) {
  configuration.rows.clear();
  for (const Size& size : configuration.ladder->sizes()) configuration.rows.push_back(PrepareRow(size));
}

size_t SizeConfiguration::MemoryBytes() const {
  size_t bytes = sizeof *this + findings.SpaceUsedExcludingSelfLong() + memory_capacities.message().size();
  for (const PreparedRow& row : rows) bytes += sizeof row + row.memory.capacity() + row.cpu.capacity();
  for (const NodeCountRange& range : node_counts) bytes += sizeof range + range.size.capacity();
  memory_capacities.ForEachPayload(
      [&bytes](absl::string_view url, const absl::Cord& payload) { bytes += url.size() + payload.size(); });
  return ladder.has_value() ? bytes + ladder->HeapBytes() : bytes;
}

}  // namespace cpsizer
