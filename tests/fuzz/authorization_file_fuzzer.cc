#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "absl/strings/match.h"
#include "absl/strings/string_view.h"
#include "server/rpc/authorization_rules.h"

namespace cpsizer::server {
namespace {

bool IsPrintable(absl::string_view text) {
  return std::none_of(text.begin(), text.end(), [](unsigned char c) { return c < ' ' || c == 0x7F; });
}

// Returns whether `text` has all required properties.
bool Holds(absl::string_view text) {
  const absl::StatusOr<AuthorizationRules> rules = AuthorizationRules::Parse(text);
  if (!rules.ok()) {
    const absl::string_view message = rules.status().message();
    return absl::StartsWith(message, "line ") && IsPrintable(message);
  }
  if (rules->size() == 0 || rules->size() > kMaxClientRules) return false;
  // A client without names is allowed only by `*`.
  const bool star = absl::StrContains(text, '*');
  for (const MethodInfo& method : kMethodTable) {
    if (rules->Allow(method.method, {}) && !star) return false;
  }
  return true;
}

}  // namespace
}  // namespace cpsizer::server

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (!cpsizer::server::Holds(absl::string_view(reinterpret_cast<const char*>(data), size))) std::abort();
  return 0;
}
