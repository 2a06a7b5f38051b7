#ifndef CPSIZER_CLIENT_CLI_INPUT_OBJECT_FILTER_H_
#define CPSIZER_CLIENT_CLI_INPUT_OBJECT_FILTER_H_

#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "client/cli/base/flags.h"
#include "client/cli/base/screen.h"
#include "client/objects/label_selector.h"

namespace cpsizer::cli {

// Sets the namespace of a verb with AddFleetSource(). The result is all namespaces with -A, and otherwise the namespace
// of -n. Without -n, on a cluster, it is the namespace of the context. All namespaces are read in a pod, and if the
// context names no namespace or `default`. Tools write `default` into contexts, but a fleet is rarely in this
// namespace, and it is better to show too many clusters than to omit some. Prints the namespace if it is taken from the
// context.
void ChooseNamespace(SourceFlags& flags, Screen& err);

// Selects, by -n and -l, the objects that a verb decides about from the objects that were read.
class ObjectFilter {
 public:
  // Makes the filter for `flags` of AddFleetSource(). `named` is the object that the command line names, or empty.
  // Prints an error and returns nothing if the selector is malformed, or if both a selector and `named` are given. The
  // exit code is then kExitUsage.
  static absl::optional<ObjectFilter> Make(const SourceFlags& flags, absl::string_view named, Screen& err);

  // Returns whether the filter selects the object. An object without a namespace gets the namespace of -n when it is
  // created, so the filter selects it for any namespace.
  bool Admits(absl::string_view name_space, const objects::Labels& labels) const;

  // Returns a description of the filter for the message that there is no object, such as
  // ` in namespace "shop" with labels app=web`. The description is empty if the filter selects all objects.
  std::string Words() const;

 private:
  std::string name_space_;  // empty: all namespaces
  std::string text_;        // the selector as the user wrote it; empty: all labels
  objects::LabelSelector selector_;
};

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_INPUT_OBJECT_FILTER_H_
