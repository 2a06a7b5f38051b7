#ifndef CPSIZER_CLIENT_CLI_INPUT_INPUTS_H_
#define CPSIZER_CLIENT_CLI_INPUT_INPUTS_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "client/cli/base/flags.h"
#include "client/cli/base/screen.h"
#include "client/cli/input/listed_kind.h"
#include "client/objects/inventory.h"
#include "client/objects/known_objects.h"
#include "cpsizer/v1/recommend_size.pb.h"

namespace cpsizer::cli {

// The inputs of a run.
struct Inputs {
  objects::Inventory inventory;
  std::string source;  // the name of the source in messages: `the files of -f`
  // The policy of a live cluster, copied from LiveCluster.
  absl::optional<absl::StatusOr<v1::SizeCpuPolicy>> installed_cpu_policy;
  // Kinds that a live cluster does not serve.
  std::vector<std::string> absent;
  // kExitUsage if an input could not be read; the message is then printed.
  int exit_code = 0;
};

// Reads `paths`, the values of `flag`, into `inputs`, and prints to `err` the problems and the number of skipped
// objects: those of other kinds than `kinds`, and those of `optional_kinds` that cannot be read. Returns kExitFine,
// or another exit code after printing an error if there are no paths.
int ReadFiles(const std::vector<std::string>& paths, absl::string_view flag, Screen& err, Inputs& inputs,
              const objects::KindSet& kinds = objects::kSizingKinds,
              const objects::KindSet& optional_kinds = objects::kNoKinds,
              objects::MistypedValues mistyped_values = objects::MistypedValues::kRefuse);

// Reads the files of -f in the same way, or without -f the cluster: the objects that sizing uses, and autoscalers if
// they are among `kinds`.
int ReadSource(const SourceFlags& flags, Screen& err, Inputs& inputs,
               const objects::KindSet& kinds = objects::kSizingKinds,
               const objects::KindSet& optional_kinds = objects::kNoKinds,
               objects::MistypedValues mistyped_values = objects::MistypedValues::kRefuse);

// Returns whether `flags` name files or a cluster, and not both: -n is for files too if the verb has
// AddFleetSource(). If not, prints an error; the exit code is kExitUsage.
bool IsOneSource(const SourceFlags& flags, Screen& err);

// Puts what was listed in the cluster of `flags` into `inputs`, and prints what was left out. Returns kExitFine, or
// another exit code after a message if the cluster could not be read.
int TakeListed(absl::StatusOr<ListedObjects> listed, const ClusterFlags& flags, Screen& err, Inputs& inputs);

// The CPU policy to decide with: `wanted` if --cpu-policy gave one; on a live cluster the policy that the installed
// sidecar publishes; else SIZE_CPU_POLICY_UNSPECIFIED, the default of the service. On a live cluster without
// --cpu-policy, prints in one line which policy it is and why.
v1::SizeCpuPolicy ChooseCpuPolicy(const Inputs& inputs, v1::SizeCpuPolicy wanted, Screen& err);

// Prints why the cluster could not be read, and returns the exit code.
int PrintUnreachable(const absl::Status& status, const ClusterFlags& flags, Screen& err);

// Returns whether there is a configuration. If not, prints that and raises the exit code of `inputs`.
bool HasConfiguration(Inputs& inputs, Screen& err);

// Prints what of `inputs` could not be read.
void PrintUnreadable(const Inputs& inputs, Screen& err);

// The same, and how many objects were skipped. Raises their exit code.
void PrintProblems(Inputs& inputs, Screen& err);

// Prints that `inputs` have no valid `kind`, unless printed problems explain it, and raises their exit code.
void PrintNone(absl::string_view kind, Inputs& inputs, Screen& err);

// Returns whether all inputs could be read. If not, prints that no decision is made: a missing input might have been
// the largest observation.
bool IsWhole(const Inputs& inputs, Screen& err);

// Returns whether there is at most one object of `kind`. If not, prints that and raises the exit code of `inputs`.
bool IsAtMostOne(size_t count, absl::string_view kind, Inputs& inputs, Screen& err);

// Returns whether `found` has no misspelt field, which would be ignored. If not, prints each and raises the exit code
// of `inputs`.
bool HasOnlyKnownFields(const objects::CheckedObject& found, Inputs& inputs, Screen& err);

// Prints the annotations of an autoscaling/v1 autoscaler that are ignored.
void PrintUnreadableAnnotations(const objects::FoundAutoscaler& found, Screen& err);

// Returns the only configuration among `inputs`; null, after a message, if there is none, there are several, or it has
// unknown fields, so that its meaning may differ from the intended one. Raises the exit code of `inputs`.
const objects::FoundConfiguration* TheConfiguration(Inputs& inputs, Screen& err);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_INPUT_INPUTS_H_
