#ifndef CPSIZER_CLIENT_CLI_HISTORY_FIT_REQUESTS_EDIT_H_
#define CPSIZER_CLIENT_CLI_HISTORY_FIT_REQUESTS_EDIT_H_

#include <string>

#include "client/cli/base/screen.h"
#include "client/cli/history/fit_requests_result.h"

namespace cpsizer::cli {

// Replaces the present values of `result` with the proposed ones in the file at `path`, a YAML file or a Helm template.
// Changes all of them or none. Prints the number of changes, and the proposed values that the file has no place for
// because the size does not set them, or an error for each value that cannot be changed. Returns the exit code.
int EditRequests(const FitRequestsResult& result, const std::string& path, Screen& err);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_HISTORY_FIT_REQUESTS_EDIT_H_
