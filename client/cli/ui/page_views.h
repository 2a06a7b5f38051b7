#ifndef CPSIZER_CLIENT_CLI_UI_PAGE_VIEWS_H_
#define CPSIZER_CLIENT_CLI_UI_PAGE_VIEWS_H_

#include <string>
#include <vector>

#include "client/cli/ui/page_options.h"

namespace cpsizer::cli {

// Returns the views of page_state.h for which the files or the cluster have objects, in their order. A kind that a
// cluster does not serve, or that cannot be listed, has no view.
std::vector<std::string> ViewsWithData(const PageOptions& options);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_UI_PAGE_VIEWS_H_
