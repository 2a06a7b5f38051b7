#ifndef CPSIZER_CLIENT_KUBE_CONFIG_ENVIRONMENT_H_
#define CPSIZER_CLIENT_KUBE_CONFIG_ENVIRONMENT_H_

#include <map>
#include <string>

#include "absl/strings/string_view.h"

namespace cpsizer::kube {

// Environment variables: the key is the name of a variable.
using Environment = std::map<std::string, std::string>;

// Returns the environment of this process. Must not be called while another thread changes the environment.
Environment ProcessEnvironment();

// Returns the value of the variable `name`, or an empty string if the variable is not set.
std::string ValueOf(const Environment& environment, absl::string_view name);

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_CONFIG_ENVIRONMENT_H_
