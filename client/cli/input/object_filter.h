#ifndef CPSIZER_CLIENT_CLI_INPUT_OBJECT_FILTER_H_
#define CPSIZER_CLIENT_CLI_INPUT_OBJECT_FILTER_H_

#include <cstddef>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "client/cli/base/flags.h"
#include "client/cli/base/screen.h"
#include "client/objects/label_selector.h"

namespace cpsizer::cli {

// Sets the namespace that a verb with AddFleetSource() reads. `named` is the name of the object in the command line, or
// empty. The flag -A selects all namespaces, and -n selects one. Without both flags, uses the namespace in `named`,
// which is `namespace/name`; if it has none, uses the namespace of the kubeconfig context and prints it. Uses all
// namespaces for files, in a pod, and if the context has no namespace or `default`. Tools write `default` into
// contexts, but a fleet is rarely in this namespace. Too many clusters in the output are better than missing clusters.
void ChooseNamespace(SourceFlags& flags, absl::string_view named, Screen& err);

// Selects the objects that a verb decides about, by namespace (-n) and by labels (-l).
class ObjectFilter {
 public:
  // Makes the filter for `flags` of AddFleetSource(). `named` is the name of the object in the command line, or empty.
  // Errors: InvalidArgument if the selector is malformed, or if both a selector and `named` are given.
  static absl::StatusOr<ObjectFilter> Make(const SourceFlags& flags, absl::string_view named);

  // Returns whether the filter selects the object. An object without a namespace is always selected by -n, because it
  // gets the namespace of -n when it is created.
  bool Admits(absl::string_view name_space, const objects::Labels& labels) const;

  // Returns a description of the filter, such as ` in namespace "shop" with labels app=web`. The message that there is
  // no object contains this text. The text is empty if the filter selects all objects.
  std::string Words() const;

  // Returns the error for files of which the filter selects no object, although they have `left_out` objects of `kind`,
  // such as `-n nope leaves out all 13 HostedClusters of the files; change -n`. Requires a filter that does not select
  // all objects, and left_out > 0.
  std::string LeavesOutAll(absl::string_view kind, size_t left_out) const;

 private:
  std::string name_space_;  // empty: all namespaces
  std::string text_;        // the selector as the user wrote it; empty: all labels
  objects::LabelSelector selector_;
};

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_INPUT_OBJECT_FILTER_H_
