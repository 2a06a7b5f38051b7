#ifndef CPSIZER_CLIENT_CLI_UI_FLEET_VERB_VIEWS_H_
#define CPSIZER_CLIENT_CLI_UI_FLEET_VERB_VIEWS_H_

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "client/cli/input/listed_kind.h"
#include "client/cli/ui/fleet/fleet_snapshot.h"
#include "client/cli/ui/fleet/page_options.h"
#include "client/objects/inventory.h"
#include "client/objects/known_objects.h"
#include "client/tree/node.h"
#include "client/ui/page_api.h"

namespace cpsizer::cli {

// A view of the page that shows the output of a verb with `-o json`.
struct VerbView {
  absl::string_view name;  // in `views` of the status
  absl::string_view path;  // of the output

  // The kinds that the view reads from files, and whether the objects of files are data for it.
  objects::KindSet kinds;
  bool (*has_data)(const PageOptions& options, const objects::Inventory& inventory);

  // A live cluster has data for the view if it has an object of one of these kinds: in the namespace of the page if
  // `in_namespace` is true, else in any namespace.
  absl::Span<const ListedKind> live_kinds;
  bool in_namespace;

  // Reads the files or the cluster again. Errors: FAILED_PRECONDITION with the text that the verb prints.
  ui::ApiResponse (*answer)(const PageOptions& options);
};

// Returns the table of these views, in the order of `views` in the status.
absl::Span<const VerbView> VerbViews();

inline constexpr char kReplicasView[] = "replicas";
inline constexpr char kCapacityView[] = "capacity";

// Answers `/api/capacity` with the output of the verb. `body` is `{"yaml", "nodesLike"}`: the text of a second
// configuration as for `--with`, and the values of `--nodes-like`. Both may be missing. Errors: those of VerbView, and
// InvalidArgument for a text that is not a configuration.
ui::ApiResponse CapacityAnswer(const PageOptions& options, const tree::Node& body);

// Answers `/api/requests` with the output of `cpsizer fit --requests` for the fleet. Requires a history of usage.
// Errors: those of VerbView.
ui::ApiResponse RequestsAnswer(const PageOptions& options, const FleetSnapshot& snapshot);

// Answers `/api/replicas/simulate` with the output of the verb. `body` is `{"namespace", "name", "series"}`, where
// `series` is the text of a series file. Errors: those of VerbView.
ui::ApiResponse SimulateAnswer(const PageOptions& options, const tree::Node& body);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_UI_FLEET_VERB_VIEWS_H_
