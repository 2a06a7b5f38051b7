#include "client/cli/input/inputs.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "client/cli/base/exit_code.h"
#include "client/cli/base/print_error.h"
#include "client/cli/input/live_cluster.h"
#include "client/cli/input/reader_warnings.h"
#include "client/cli/input/sources.h"
#include "client/cli/output/show.h"
#include "client/kube/config/config_source.h"
#include "client/objects/escape.h"
#include "client/objects/lease/cpu_policies.h"
#include "client/objects/lease/sidecar_lease.h"
#include "client/objects/lease/vpa_settings.h"
#include "client/replicas/server_version.h"
#include "cpsizer/limits.h"
#include "cpsizer/replicas_defaults.h"

namespace cpsizer::cli {
namespace {

// Returns the kind and the place of the first skipped object, so that the user can notice a misspelt kind. A cluster
// returns only objects of known kinds, so the text is then the reason.
std::string FirstSkipped(const objects::Inventory& inventory, bool is_live) {
  if (!inventory.first_skipped.has_value()) {
    return is_live ? " (VPAs without a HostedCluster that is read, and MachineSets without a size)" : "";
  }
  const objects::OtherObject& first = *inventory.first_skipped;
  return absl::StrCat(" (", objects::EscapeCut(first.kind, kMaxQuotedValueBytes), " at ",
                      objects::PlaceText(first.file, first.position), inventory.skipped_objects > 1 ? ", ...)" : ")");
}

void PrintSkipped(const objects::Inventory& inventory, bool is_live, Screen& err) {
  std::vector<std::string> parts;
  if (inventory.skipped_objects > 0) {
    parts.push_back(absl::StrCat(Counted(static_cast<size_t>(inventory.skipped_objects), "object"),
                                 inventory.skipped_objects == 1 ? " that is not used" : " that are not used",
                                 FirstSkipped(inventory, is_live)));
  }
  if (inventory.skipped_files > 0) {
    parts.push_back(
        absl::StrCat(Counted(static_cast<size_t>(inventory.skipped_files), "file"), " not named .yaml, .yml or .json"));
  }
  if (!parts.empty()) PrintNote(absl::StrCat("skipped ", absl::StrJoin(parts, " and ")), err);
}

// Prints documents that were not read, so that they do not count as checked. A folder can have many.
void PrintNotRead(const std::vector<objects::FileProblem>& documents, Screen& err) {
  constexpr size_t kMost = 20;
  for (size_t i = 0; i < std::min(documents.size(), kMost); ++i) {
    PrintWarning(objects::ProblemText(documents[i]), err);
  }
  if (documents.size() <= kMost) return;
  PrintNote(absl::StrCat(Counted(documents.size() - kMost, "more document"), " cannot be read as Kubernetes objects"),
            err);
}

std::string PlacesText(const std::vector<objects::FoundConfiguration>& configurations) {
  std::vector<std::string> places;
  places.reserve(configurations.size());
  for (const objects::FoundConfiguration& found : configurations) {
    places.push_back(objects::PlaceText(found.file, found.PositionOf("kind")));
  }
  return ListNames(places);
}

}  // namespace

bool NothingCouldBeRead(const objects::Inventory& inventory) {
  return !inventory.problems.empty() && inventory.configurations.empty() && inventory.clusters.empty() &&
         inventory.machine_sets.empty() && inventory.replicas.empty() && inventory.cpu.empty() &&
         inventory.machines.empty() && inventory.skipped_objects == 0;
}

void PrintUnreadable(const Inputs& inputs, Screen& err) {
  for (const objects::FileProblem& problem : inputs.inventory.problems) {
    PrintError(objects::ProblemText(problem), err);
  }
}

void PrintProblems(Inputs& inputs, Screen& err) {
  PrintUnreadable(inputs, err);
  if (!inputs.inventory.problems.empty()) inputs.exit_code = kExitUsage;
  PrintNotRead(inputs.inventory.optional_problems, err);
  PrintNotRead(inputs.inventory.not_objects, err);
  PrintSkipped(inputs.inventory, inputs.is_live, err);
}

int PrintUnreachable(const absl::Status& status, const ClusterFlags& flags, Screen& err, bool standard_input) {
  if (kube::IsNothingSet(status) && flags.empty()) {
    PrintError(absl::StrCat("specify the files to read with -f PATH", standard_input ? " (-f - is standard input)" : "",
                            ", or the cluster with --kubeconfig"),
               err);
    return kWrongFlags;
  }
  PrintError(status.message(), err);
  const bool configuration =
      absl::IsNotFound(status) || absl::IsInvalidArgument(status) || absl::IsFailedPrecondition(status);
  return configuration ? kExitUsage : kExitCallFailed;
}

int ReadFiles(const std::vector<std::string>& paths, absl::string_view flag, Screen& err, Inputs& inputs,
              const objects::KindSet& kinds, const objects::KindSet& optional_kinds,
              objects::MistypedValues mistyped_values) {
  if (paths.empty()) {
    PrintError(absl::StrCat("specify the files to read with ", flag, " PATH; ", flag, " - reads standard input"), err);
    return kWrongFlags;
  }
  inputs.source = absl::StrCat("the files of ", flag);
  inputs.inventory = objects::ReadInventory(paths, kinds, optional_kinds, mistyped_values);
  PrintProblems(inputs, err);
  return kExitFine;
}

int ReadSource(const SourceFlags& flags, Screen& err, Inputs& inputs, const objects::KindSet& kinds,
               const objects::KindSet& optional_kinds, objects::MistypedValues mistyped_values) {
  if (!IsOneSource(flags, err)) return kWrongFlags;
  if (!flags.files.empty()) return ReadFiles(flags.files, "-f", err, inputs, kinds, optional_kinds, mistyped_values);
  absl::StatusOr<LiveCluster> cluster = ReadLiveCluster(flags.cluster, kinds, mistyped_values);
  if (!cluster.ok()) return PrintUnreachable(cluster.status(), flags.cluster, err, flags.standard_input);
  for (const std::string& kind : cluster->absent) PrintNote(absl::StrCat("the cluster does not serve ", kind), err);
  for (const std::string& why : cluster->not_listed) PrintNote(why, err);
  inputs.source = "the objects of the cluster";
  inputs.is_live = true;
  inputs.inventory = std::move(cluster->inventory);
  inputs.installed_cpu_policy = std::move(cluster->installed_cpu_policy);
  inputs.installed_vpa_settings = std::move(cluster->installed_vpa_settings);
  inputs.server_version = std::move(cluster->server_version);
  inputs.absent = std::move(cluster->absent);
  PrintProblems(inputs, err);
  return kExitFine;
}

bool IsOneSource(const SourceFlags& flags, Screen& err) {
  const ClusterFlags& cluster = flags.cluster;
  const bool names_cluster =
      cluster.of_fleet ? !cluster.kubeconfig.empty() || !cluster.context.empty() : !cluster.empty();
  if (flags.files.empty() || !names_cluster) return true;
  PrintError(
      absl::StrCat(cluster.of_fleet ? "--kubeconfig and --context are" : "--kubeconfig, --context and --namespace are",
                   " for reading a cluster; leave them out, or leave out -f"),
      err);
  return false;
}

int ReadWhole(const SourceFlags& flags, const objects::KindSet& kinds,
              absl::FunctionRef<absl::StatusOr<ListedObjects>()> list, Screen& err, Inputs& inputs) {
  if (!flags.files.empty()) {
    if (const int unread = ReadSource(flags, err, inputs, kinds); unread != kExitFine) return unread;
  } else {
    absl::StatusOr<ListedObjects> listed = list();
    if (!listed.ok()) return PrintUnreachable(listed.status(), flags.cluster, err);
    for (const std::string& why : listed->not_read) PrintNote(why, err);
    inputs.source = "the objects of the cluster";
    inputs.inventory = std::move(listed->inventory);
    PrintProblems(inputs, err);
  }
  return IsWhole(inputs, err) ? kExitFine : inputs.exit_code;
}

v1::SizeCpuPolicy ChooseCpuPolicy(const Inputs& inputs, v1::SizeCpuPolicy wanted, Screen& err) {
  if (wanted != v1::SIZE_CPU_POLICY_UNSPECIFIED || !inputs.installed_cpu_policy.has_value()) return wanted;
  const absl::StatusOr<v1::SizeCpuPolicy>& installed = *inputs.installed_cpu_policy;
  const v1::SizeCpuPolicy policy = installed.ok() ? *installed : wanted;
  const std::string lease = absl::StrCat("the lease ", objects::kInstalledNamespace, "/", objects::kSizesLease);
  PrintNote(
      absl::StrCat("decided with --cpu-policy=", objects::CpuPolicyName(policy),
                   installed.ok() ? absl::StrCat(", the policy of the sidecar of ", lease)
                                  : absl::StrCat(", the default; the policy of the sidecar could not be read from ",
                                                 lease, ": ", std::string(installed.status().message()))),
      err);
  return policy;
}

void AddInstalledVpaSettings(const Inputs& inputs, v1::RecommendSizeOptions& options, Screen& err) {
  v1::RecommendSizeOptions merged;
  const absl::Status status = objects::ReadVpaSettings(inputs.installed_vpa_settings, merged);
  const std::string lease = absl::StrCat("the lease ", objects::kInstalledNamespace, "/", objects::kSizesLease);
  if (!status.ok()) {
    return PrintNote(absl::StrCat("the VPA settings of ", lease, " are ignored: ", std::string(status.message())), err);
  }
  const std::string text = objects::VpaSettingsText(merged);
  if (text.empty()) return;
  PrintNote(absl::StrCat("decided with the VPA settings of the sidecar of ", lease, ": ", text), err);
  merged.MergeFrom(options);
  options = std::move(merged);
}

std::string ChooseKubernetesVersion(const Inputs& inputs, const std::string& wanted, Screen& err) {
  constexpr absl::string_view kDefaults = "the defaults are those of Kubernetes ";
  if (!wanted.empty()) {
    PrintNote(absl::StrCat(kDefaults, replicas::VersionWords(wanted), " (--kubernetes-version)"), err);
    return wanted;
  }
  if (!inputs.server_version.has_value()) {
    const std::vector<objects::FoundAutoscaler>& autoscalers = inputs.inventory.replicas.autoscalers;
    const bool matters = std::any_of(autoscalers.begin(), autoscalers.end(), [](const objects::FoundAutoscaler& found) {
      return found.autoscaler.spec().has_min_replicas() && found.autoscaler.spec().min_replicas() == 0;
    });
    if (matters) {
      PrintNote(absl::StrCat(kDefaults, kDefaultKubernetesVersion, "; set another version with --kubernetes-version"),
                err);
    }
    return "";
  }
  const absl::StatusOr<std::string>& version = *inputs.server_version;
  if (version.ok()) {
    PrintNote(absl::StrCat(kDefaults, replicas::VersionWords(*version), ", the version of the API server"), err);
    return *version;
  }
  PrintNote(absl::StrCat(kDefaults, kDefaultKubernetesVersion, ", because the version of the API server is not known: ",
                         std::string(version.status().message()), "; set it with --kubernetes-version"),
            err);
  return "";
}

bool HasConfiguration(Inputs& inputs, Screen& err) {
  if (!inputs.inventory.configurations.empty()) return true;
  PrintNone("ClusterSizingConfiguration", inputs, err);
  return false;
}

void PrintNone(absl::string_view kind, Inputs& inputs, Screen& err) {
  PrintNothing(absl::StrCat(kind, " that can be read"), inputs, err);
}

void PrintNothing(absl::string_view what, Inputs& inputs, Screen& err) {
  inputs.exit_code = std::max(inputs.exit_code, kExitUsage);
  if (NothingCouldBeRead(inputs.inventory)) return;
  PrintError(absl::StrCat(inputs.source, " contain no ", what), err);
}

bool IsWhole(const Inputs& inputs, Screen& err) {
  if (inputs.inventory.problems.empty()) return true;
  PrintError("no decision is made from incomplete input; fix what cannot be read, or remove it", err);
  return false;
}

bool IsAtMostOne(size_t count, absl::string_view kind, Inputs& inputs, Screen& err) {
  if (count <= 1) return true;
  inputs.exit_code = std::max(inputs.exit_code, kExitUsage);
  PrintError(absl::StrCat(inputs.source, " contain ", count, " objects of kind ", kind, "; keep one of them"), err);
  return false;
}

bool IsDecidable(const objects::CheckedObject& found, Inputs& inputs, Screen& err) {
  if (IsDecidable(found, ObjectPlaces(found), err)) return true;
  inputs.exit_code = std::max(inputs.exit_code, kExitFindings);
  return false;
}

void PrintUnreadableAnnotations(const objects::FoundAutoscaler& found, Screen& err) {
  for (const std::string& name : found.unreadable_annotations) {
    const std::string path = absl::StrCat("metadata.annotations[", name, "]");
    PrintNote(
        absl::StrCat(objects::PlaceText(found.file, found.PositionOf(path)), ": ", path,
                     " cannot be read; the API server ignores it without a message. Correct or remove the annotation"),
        err);
  }
}

const objects::FoundConfiguration* TheConfiguration(Inputs& inputs, Screen& err) {
  if (!HasConfiguration(inputs, err)) return nullptr;
  const std::vector<objects::FoundConfiguration>& configurations = inputs.inventory.configurations;
  if (configurations.size() > 1) {
    inputs.exit_code = std::max(inputs.exit_code, kExitUsage);
    PrintError(absl::StrCat(inputs.source, " contain ", configurations.size(), " ClusterSizingConfigurations (",
                            PlacesText(configurations), "); keep one of them"),
               err);
    return nullptr;
  }
  const objects::FoundConfiguration& found = configurations.front();
  return IsDecidable(found, inputs, err) ? &found : nullptr;
}

}  // namespace cpsizer::cli
