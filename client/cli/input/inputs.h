#ifndef CPSIZER_CLIENT_CLI_INPUT_INPUTS_H_
#define CPSIZER_CLIENT_CLI_INPUT_INPUTS_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "client/cli/base/flags.h"
#include "client/cli/base/screen.h"
#include "client/objects/inventory.h"
#include "client/objects/known_objects.h"

namespace cpsizer::cli {

// What a run looks at, read.
struct Inputs {
  objects::Inventory inventory;
  std::string source;  // what holds it, as sentences call that: `the files of -f`
  // kExitUsage if something could not be read, which has been said.
  int exit_code = 0;
};

// Reads `paths`, the values of `flag`, into `inputs`, and says on `err` what could not be read and how much was
// skipped: objects of other kinds than `kinds`, and those of the kinds `beside` that cannot be read. The exit code
// where there is nothing to read, which has been said; else kExitFine.
int ReadFiles(const std::vector<std::string>& paths, absl::string_view flag, Screen& err, Inputs& inputs,
              const objects::KindSet& kinds = objects::kSizingKinds,
              const objects::KindSet& beside = objects::kNoKinds);

// Reads the files of -f in the same way, or without any the cluster: of it what sizing looks at, and autoscalers where
// they are among `kinds`.
int ReadSource(const SourceFlags& flags, Screen& err, Inputs& inputs,
               const objects::KindSet& kinds = objects::kSizingKinds,
               const objects::KindSet& beside = objects::kNoKinds);

// Says why no cluster could be read. The exit code that goes with it.
int SayUnreachable(const absl::Status& status, const ClusterFlags& flags, Screen& err);

// Whether there is a configuration. If not, it has been said and the exit code of `inputs` raised.
bool HasConfiguration(Inputs& inputs, Screen& err);

// Says that `inputs` hold no `kind` that can be read, unless problems were said that explain it, and raises their exit
// code.
void SayNone(absl::string_view kind, Inputs& inputs, Screen& err);

// Whether everything in the files could be read. If not, says that nothing is decided: what is missing might have been
// the largest of what was observed.
bool IsWhole(const Inputs& inputs, Screen& err);

// Says which annotations of an older autoscaler are passed over.
void SayUnreadableAnnotations(const objects::FoundAutoscaler& found, Screen& err);

// The only configuration among `inputs`; null after it has been said what is wrong: there is none, there are several,
// or it has fields that nobody knows and says something else than it was meant to. Raises the exit code of `inputs`.
const objects::FoundConfiguration* TheConfiguration(Inputs& inputs, Screen& err);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_INPUT_INPUTS_H_
