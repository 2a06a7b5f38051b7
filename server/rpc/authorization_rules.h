#ifndef CPSIZER_SERVER_RPC_AUTHORIZATION_RULES_H_
#define CPSIZER_SERVER_RPC_AUTHORIZATION_RULES_H_

#include <array>
#include <cstddef>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "server/rpc/methods.h"
#include "server/rpc/security/client_rule.h"

namespace cpsizer::server {

// Rules of one file; each is looked at in turn.
inline constexpr size_t kMaxClientRules = 1'000;

// Who may call which method: whoever a rule names, and nobody else. Thread-safe.
class AuthorizationRules {
 public:
  // The rules of a file of lines such as
  //
  //     # what         who
  //     *              uri:spiffe://example.org/ns/hypershift/sa/cpsizer-sidecar
  //     ValidateConfig dns:*.ops.example.org uri:spiffe://example.org/ns/ci/sa/checker
  //
  // A line is a method, or `*` for all of them, and one or more clients (see ClientRule), with blanks between them. `#`
  // begins a comment. Lines add up.
  //
  // Errors: InvalidArgument with a sentence that begins with the number of the line, also for a text without rules: it
  // would lock everybody out, and is what half a file looks like.
  static absl::StatusOr<AuthorizationRules> Parse(absl::string_view text);

  // Lets these clients call every method, beside those that are let in already.
  void AllowEverywhere(const std::vector<ClientRule>& clients);

  bool Allow(Method method, absl::Span<const ClientName> names) const;

  // Counted once for each client on a line.
  size_t size() const { return size_; }

 private:
  std::array<std::vector<ClientRule>, kMethodCount> rules_;
  size_t size_ = 0;
};

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_RPC_AUTHORIZATION_RULES_H_
