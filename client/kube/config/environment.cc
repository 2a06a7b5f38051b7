#include "client/kube/config/environment.h"

#include <unistd.h>

namespace cpsizer::kube {

Environment ProcessEnvironment() {
  Environment environment;
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    const absl::string_view text = *entry;
    const size_t equals = text.find('=');
    if (equals == absl::string_view::npos) continue;
    environment.emplace(std::string(text.substr(0, equals)), std::string(text.substr(equals + 1)));
  }
  return environment;
}

std::string ValueOf(const Environment& environment, absl::string_view name) {
  const auto found = environment.find(std::string(name));
  return found == environment.end() ? "" : found->second;
}

}  // namespace cpsizer::kube
