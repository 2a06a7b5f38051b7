#include "client/cli/input/inputs.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "client/cli/base/exit_code.h"
#include "client/cli/base/print_error.h"
#include "client/cli/input/live_cluster.h"
#include "client/cli/input/sources.h"
#include "client/cli/output/show.h"
#include "client/kube/config/config_source.h"
#include "client/objects/escape.h"
#include "cpsizer/limits.h"

namespace cpsizer::cli {
namespace {

// Returns the kind, the version and the place of the first skipped object, so that the user can notice a misspelt kind
// or another API group. A cluster returns only objects of known kinds, so the text is then the reason.
std::string FirstSkipped(const objects::Inventory& inventory, bool is_live) {
  if (is_live) return " (VPAs without a HostedCluster that is read, and MachineSets without a size)";
  if (!inventory.first_skipped.has_value()) return "";
  const objects::OtherObject& first = *inventory.first_skipped;
  const std::string of_version =
      first.api_version.empty() ? ""
                                : absl::StrCat(" of ", objects::EscapeCut(first.api_version, kMaxQuotedValueBytes));
  return absl::StrCat(" (", objects::EscapeCut(first.kind, kMaxQuotedValueBytes), of_version, " at ",
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

bool IsDecidable(const objects::CheckedObject& found, const Places& places, Screen& err) {
  for (const v1::Finding& finding : found.unknown_fields) {
    if (finding.severity() == v1::SEVERITY_ERROR) PrintFinding(finding, places, found.file, err);
  }
  return objects::FirstReaderError(found) == nullptr;
}

void AddReaderWarnings(const objects::CheckedObject& found, absl::string_view prefix,
                       google::protobuf::RepeatedPtrField<v1::Finding>& findings) {
  for (const v1::Finding& finding : found.unknown_fields) {
    if (finding.severity() == v1::SEVERITY_ERROR) continue;
    v1::Finding& added = *findings.Add();
    added = finding;
    added.set_path(absl::StrCat(prefix, finding.path()));
  }
}

void PrintReaderWarnings(const objects::CheckedObject& found, const Places& places, Screen& err) {
  for (const v1::Finding& finding : found.unknown_fields) {
    if (finding.severity() != v1::SEVERITY_ERROR) PrintFinding(finding, places, found.file, err);
  }
}

bool NothingCouldBeRead(const objects::Inventory& inventory) {
  return !inventory.problems.empty() && !inventory.HasObjects() && inventory.skipped_objects == 0;
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
  const bool configuration =
      absl::IsNotFound(status) || absl::IsInvalidArgument(status) || absl::IsFailedPrecondition(status);
  return PrintError(status, configuration ? kExitUsage : kExitCallFailed, err);
}

int ReadFiles(const std::vector<std::string>& paths, absl::string_view flag, Screen& err, Inputs& inputs,
              const objects::KindSet& kinds, const objects::KindSet& optional_kinds,
              objects::MistypedValues mistyped_values) {
  if (paths.empty()) {
    return PrintError(absl::InvalidArgumentError(absl::StrCat("specify the files to read with ", flag, " PATH; ", flag,
                                                              " - reads standard input")),
                      kWrongFlags, err);
  }
  inputs.source = absl::StrCat("the files of ", flag);
  inputs.inventory = objects::ReadInventory(paths, kinds, optional_kinds, mistyped_values);
  PrintProblems(inputs, err);
  return kExitFine;
}

int ReadSource(const SourceFlags& flags, Screen& err, Inputs& inputs, const objects::KindSet& kinds,
               const objects::KindSet& optional_kinds, objects::MistypedValues mistyped_values) {
  if (const absl::Status status = CheckSource(flags); !status.ok()) return PrintError(status, kWrongFlags, err);
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

absl::Status CheckSource(const SourceFlags& flags) {
  const ClusterFlags& cluster = flags.cluster;
  const bool names_cluster =
      cluster.of_fleet ? !cluster.kubeconfig.empty() || !cluster.context.empty() : !cluster.empty();
  if (flags.files.empty() || !names_cluster) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat(cluster.of_fleet ? "--kubeconfig and --context are" : "--kubeconfig, --context and --namespace are",
                   " for reading a cluster; leave them out, or leave out -f"));
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
