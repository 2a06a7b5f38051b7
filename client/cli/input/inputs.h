#ifndef CPSIZER_CLIENT_CLI_INPUT_INPUTS_H_
#define CPSIZER_CLIENT_CLI_INPUT_INPUTS_H_

#include <cstddef>
#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "client/cli/base/flags.h"
#include "client/cli/base/places.h"
#include "client/cli/base/screen.h"
#include "client/cli/input/listed_kind.h"
#include "client/objects/found_object.h"
#include "client/objects/inventory.h"
#include "client/objects/known_objects.h"
#include "cpsizer/v1/finding.pb.h"
#include "cpsizer/v1/recommend_size.pb.h"
#include "google/protobuf/repeated_ptr_field.h"

namespace cpsizer::cli {

// Returns whether a decision can be made with `found`. Prints the errors of its reader. Does not print warnings,
// because AddReaderWarnings() adds them to the response.
bool IsDecidable(const objects::CheckedObject& found, const Places& places, Screen& err);

// Adds the warnings of the reader of `found` to the findings of a response, so that the output has them in the form of
// the other findings. `prefix` is the path of the object in the request, such as `kubeletConfig.`, or empty.
void AddReaderWarnings(const objects::CheckedObject& found, absl::string_view prefix,
                       google::protobuf::RepeatedPtrField<v1::Finding>& findings);

// Prints the warnings of the reader of `found`, for output without findings.
void PrintReaderWarnings(const objects::CheckedObject& found, const Places& places, Screen& err);

struct Inputs {
  objects::Inventory inventory;
  size_t left_out = 0;   // the hosted clusters that FilterClusters() has removed from `inventory`
  std::string source;    // the name of the source in messages, such as `the files of -f`
  bool is_live = false;  // ReadSource() has read a cluster
  // The CPU policy of a live cluster, copied from LiveCluster.
  absl::optional<absl::StatusOr<v1::SizeCpuPolicy>> installed_cpu_policy;
  std::string installed_vpa_settings;  // copied from LiveCluster
  // The version of the API server; absent for files, and if no kind needs it.
  absl::optional<absl::StatusOr<std::string>> server_version;
  // Kinds that a live cluster does not serve.
  std::vector<std::string> absent;
  // The highest exit code of the errors that were already printed, such as kExitUsage for an input that cannot be read.
  int exit_code = 0;
};

// Reads `paths`, which are the values of `flag`, into `inputs`. Prints the problems and the number of skipped objects
// to `err`. Skips an object if its kind is not in `kinds`. Also skips an object of `optional_kinds` that cannot be
// read. If there are no paths, prints an error and returns another exit code than kExitFine.
int ReadFiles(const std::vector<std::string>& paths, absl::string_view flag, Screen& err, Inputs& inputs,
              const objects::KindSet& kinds = objects::kSizingKinds,
              const objects::KindSet& optional_kinds = objects::kNoKinds,
              objects::MistypedValues mistyped_values = objects::MistypedValues::kRefuse);

// Reads the files of -f like ReadFiles(). Without -f, reads from the cluster the objects that sizing uses, and the
// other kinds in `kinds`, such as autoscalers.
int ReadSource(const SourceFlags& flags, Screen& err, Inputs& inputs,
               const objects::KindSet& kinds = objects::kSizingKinds,
               const objects::KindSet& optional_kinds = objects::kNoKinds,
               objects::MistypedValues mistyped_values = objects::MistypedValues::kRefuse);

// Returns whether `inventory` has only problems and no objects. The problems were already printed.
bool NothingCouldBeRead(const objects::Inventory& inventory);

// Errors: InvalidArgument if `flags` specify both files and a cluster. For a verb with AddFleetSource(), -n does not
// specify a cluster, because -n also selects objects of files.
absl::Status CheckSource(const SourceFlags& flags);

// Reads the files of -f, or the objects that `list` returns for a cluster. If an object could not be read, prints the
// reason and returns another exit code than kExitFine: no decision is made from incomplete input.
int ReadWhole(const SourceFlags& flags, const objects::KindSet& kinds,
              absl::FunctionRef<absl::StatusOr<ListedObjects>()> list, Screen& err, Inputs& inputs);

// Returns the CPU policy for the decisions. If --cpu-policy was given, this is `wanted`. Without this flag, it is the
// policy that the installed sidecar of a live cluster publishes. If there is no such policy, returns
// SIZE_CPU_POLICY_UNSPECIFIED, which means the default of the service. On a live cluster without --cpu-policy, prints
// in one line which policy is used and why.
v1::SizeCpuPolicy ChooseCpuPolicy(const Inputs& inputs, v1::SizeCpuPolicy wanted, Screen& err);

// Adds the settings of VPAs that the installed sidecar of a live cluster publishes to `options`, unless a flag has set
// them. If there are such settings, prints them in one line.
void AddInstalledVpaSettings(const Inputs& inputs, v1::RecommendSizeOptions& options, Screen& err);

// Returns the version of Kubernetes for the decisions about autoscalers: `wanted`, the value of --kubernetes-version,
// or else the version of the API server. Returns an empty text if there is none: the default of the service then
// applies. Prints in one line which version is used, except the default for files whose autoscalers all have a
// minReplicas above 0.
std::string ChooseKubernetesVersion(const Inputs& inputs, const std::string& wanted, Screen& err);

// Prints why the cluster could not be read. Returns the exit code, or kWrongFlags if no flag specifies a source.
// `standard_input` says whether the verb accepts `-f -`.
int PrintUnreachable(const absl::Status& status, const ClusterFlags& flags, Screen& err, bool standard_input = true);

// Returns whether `inputs` have a configuration. If not, prints an error and raises the exit code of `inputs`.
bool HasConfiguration(Inputs& inputs, Screen& err);

// Prints an error for each file or object of `inputs` that could not be read.
void PrintUnreadable(const Inputs& inputs, Screen& err);

// Like PrintUnreadable(), and also prints the documents of folders that are not Kubernetes objects, as warnings, and
// how many objects were skipped. Raises the exit code of `inputs` if an object could not be read.
void PrintProblems(Inputs& inputs, Screen& err);

// Prints that `inputs` have no valid object of `kind`, and raises the exit code of `inputs`. If nothing could be read,
// prints nothing, because the problems were already printed.
void PrintNone(absl::string_view kind, Inputs& inputs, Screen& err);
// Like PrintNone(), but prints `<source> contain no <what>`.
void PrintNothing(absl::string_view what, Inputs& inputs, Screen& err);

// Returns whether all inputs could be read. If not, prints that no decision is made, because the missing input could
// change the decision.
bool IsWhole(const Inputs& inputs, Screen& err);

// Returns whether there is at most one object of `kind`. If not, prints an error and raises the exit code of `inputs`.
bool IsAtMostOne(size_t count, absl::string_view kind, Inputs& inputs, Screen& err);

// Returns whether a decision can be made with `found`. If not, prints the errors of its reader and raises the exit code
// of `inputs`.
bool IsDecidable(const objects::CheckedObject& found, Inputs& inputs, Screen& err);

// Prints which annotations of an autoscaling/v1 autoscaler cannot be read. The API server ignores these annotations.
void PrintUnreadableAnnotations(const objects::FoundAutoscaler& found, Screen& err);

// Returns the only configuration among `inputs`. If there is no configuration, if there are several, or if
// IsDecidable() is false, prints an error, raises the exit code of `inputs` and returns null.
const objects::FoundConfiguration* TheConfiguration(Inputs& inputs, Screen& err);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_INPUT_INPUTS_H_
