#ifndef CPSIZER_CLIENT_CLI_INPUT_OBJECT_FILTER_H_
#define CPSIZER_CLIENT_CLI_INPUT_OBJECT_FILTER_H_

#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "client/cli/base/flags.h"
#include "client/cli/base/screen.h"
#include "client/objects/label_selector.h"

namespace cpsizer::cli {

// Sets the namespace of a verb with AddFleetSource(): none with -A, else that of -n, else on a cluster that of the
// context. All namespaces are read in a pod, and if the context names none or `default`, which tools write into
// contexts: a fleet is rarely there, and omitting clusters is worse than showing more. Prints the namespace that the
// context gives.
void ChooseNamespace(SourceFlags& flags, Screen& err);

// Selects the objects that a verb decides about, of those that were read, by -n and -l.
class ObjectFilter {
 public:
  // For `flags` of AddFleetSource(). `named` is the object that the command line names, or empty. Absent, after a
  // message, if the selector is malformed or there is an object that it would select from; the exit code is kExitUsage.
  static absl::optional<ObjectFilter> Make(const SourceFlags& flags, absl::string_view named, Screen& err);

  // An object without a namespace gets that of -n when it is created, so every namespace admits it.
  bool Admits(absl::string_view name_space, const objects::Labels& labels) const;

  // Returns the text for messages that there is no object: ` in namespace "shop" with labels app=web`; empty if it
  // admits all.
  std::string Words() const;

 private:
  std::string name_space_;  // empty: all
  std::string text_;        // the selector as written; empty: all
  objects::LabelSelector selector_;
};

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_INPUT_OBJECT_FILTER_H_
