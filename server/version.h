#ifndef CPSIZER_SERVER_VERSION_H_
#define CPSIZER_SERVER_VERSION_H_

#include <string>

#include "absl/strings/string_view.h"

namespace cpsizer::server {

// Version of the project, such as `0.1.0`.
absl::string_view Version();

// The commit of the sources, or `unknown`.
absl::string_view Commit();

// What --version prints: version, commit, API and libraries, several lines.
std::string VersionText();

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_VERSION_H_
