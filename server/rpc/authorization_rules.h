#ifndef CPSIZER_SERVER_RPC_AUTHORIZATION_RULES_H_
#define CPSIZER_SERVER_RPC_AUTHORIZATION_RULES_H_

#include <array>
#include <cstddef>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "server/process/tls/client_rule.h"
#include "server/rpc/methods.h"

namespace cpsizer::server {

// The maximum number of rules in one file. It is limited, because each check compares the rules one by one.
inline constexpr size_t kMaxClientRules = 1'000;

// Defines which client may call which method. Calls that no rule allows are denied. Thread-safe.
class AuthorizationRules {
 public:
  // Parses a file of lines such as
  //
  //     # what         who
  //     *              uri:spiffe://example.org/ns/hypershift/sa/cpsizer-sidecar
  //     ValidateConfig dns:*.ops.example.org uri:spiffe://example.org/ns/ci/sa/checker
  //
  // A line contains a method and one or more clients (see ClientRule), separated by blanks. `*` means all methods. `#`
  // begins a comment. A client may call the methods of all lines with this client.
  //
  // Errors: InvalidArgument with a message that begins with the line number. A text without rules is an error too: it
  // would deny every call, and it may be a file that is written only partly.
  static absl::StatusOr<AuthorizationRules> Parse(absl::string_view text);

  // Adds rules that allow `clients` to call all methods.
  void AllowEverywhere(const std::vector<ClientRule>& clients);

  bool Allow(Method method, absl::Span<const ClientName> names) const;

  // Returns the number of rules. Each client on a line is one rule.
  size_t size() const { return size_; }

 private:
  std::array<std::vector<ClientRule>, kMethodCount> rules_;
  size_t size_ = 0;
};

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_RPC_AUTHORIZATION_RULES_H_
