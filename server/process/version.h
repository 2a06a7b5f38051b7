#ifndef CPSIZER_SERVER_PROCESS_VERSION_H_
#define CPSIZER_SERVER_PROCESS_VERSION_H_

#include <string>

#include "absl/strings/string_view.h"

namespace cpsizer::server {

// Returns the version of the project, such as `0.1.0`.
absl::string_view Version();

// Returns the commit of the source code, or `unknown`.
absl::string_view Commit();

// Returns the output of --version for `program`: the versions of the program, the API and the libraries, and the
// commit. The text has several lines.
std::string VersionText(absl::string_view program);

// Returns the content of VersionText() as a JSON object.
std::string VersionJson(absl::string_view program);

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_VERSION_H_
