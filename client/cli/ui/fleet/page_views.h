#ifndef CPSIZER_CLIENT_CLI_UI_FLEET_PAGE_VIEWS_H_
#define CPSIZER_CLIENT_CLI_UI_FLEET_PAGE_VIEWS_H_

#include <vector>

#include "client/cli/base/screen.h"
#include "client/cli/input/inputs.h"
#include "client/cli/ui/fleet/page_options.h"
#include "client/cli/ui/fleet/page_state.h"

namespace cpsizer::cli {

// Reads the objects of the page like ReadSource(): all objects of files that a view uses, and of a cluster only those
// that sizing uses. A configuration with a value of the wrong type is read too, so that the page can show its findings.
int ReadPageInputs(const PageOptions& options, Screen& err, Inputs& inputs);

// Returns the views for which `inputs` or the cluster have objects. Waits for the cluster at most
// kMaxLiveRead; ViewProbe searches again later. Removes the objects that sizing does not use from `inputs`, because
// each view reads its objects again.
std::vector<PageView> TakeViews(const PageOptions& options, Inputs& inputs);

// Returns `found` with the view of the history and that of the usage, if there is one.
std::vector<PageView> WithHistory(const PageOptions& options, std::vector<PageView> found);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_UI_FLEET_PAGE_VIEWS_H_
