#ifndef CPSIZER_CLIENT_KUBE_CONFIG_ENVIRONMENT_H_
#define CPSIZER_CLIENT_KUBE_CONFIG_ENVIRONMENT_H_

#include <map>
#include <string>

#include "absl/strings/string_view.h"

namespace cpsizer::kube {

// The variables of an environment by name.
using Environment = std::map<std::string, std::string>;

// The environment of this process. Must not be called while another thread changes it.
Environment ProcessEnvironment();

// The value of `name`; empty if it is not set.
std::string ValueOf(const Environment& environment, absl::string_view name);

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_CONFIG_ENVIRONMENT_H_
