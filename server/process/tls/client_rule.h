#ifndef CPSIZER_SERVER_PROCESS_TLS_CLIENT_RULE_H_
#define CPSIZER_SERVER_PROCESS_TLS_CLIENT_RULE_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace cpsizer::server {

// The maximum length of a rule, in bytes. This is the maximum length of a SPIFFE ID.
inline constexpr size_t kMaxClientRuleBytes = 2'048;

// The kinds of subject alternative names for rules.
enum class NameKind : uint8_t { kUri, kDns };

// A subject alternative name of a client certificate. It may contain any bytes.
struct ClientName {
  NameKind kind;
  absl::string_view value;
};

// A rule that matches clients by the kind and the value of a name. Thread-safe.
//
// For example, `uri:spiffe://example.org/ns/hypershift/sa/cpsizer-sidecar` matches only this name. A rule may contain
// one `*`, which matches one or more characters of one segment. In a uri name, `*` does not match `/`, so that a name
// with a longer path does not match. In a dns name, `*` does not match `.`, so that `dns:*.ops.example.org` means the
// same as in a certificate.
//
// The rule `*` matches all clients. A rule of one kind never matches a name of another kind. dns names are compared
// without case (RFC 4343), and uri names are compared with case.
class ClientRule {
 public:
  // Parses a rule. Errors: InvalidArgument with one sentence about `text`.
  static absl::StatusOr<ClientRule> Parse(absl::string_view text);

  // Returns whether the rule matches at least one of the names of a client.
  bool Matches(absl::Span<const ClientName> names) const;

 private:
  ClientRule() = default;

  bool MatchesName(absl::string_view name) const;

  bool everybody_ = false;
  bool wildcard_ = false;
  NameKind kind_ = NameKind::kUri;
  std::string prefix_;  // the whole name if the rule contains no `*`
  std::string suffix_;
};

// Parses rules with commas between them. Errors: InvalidArgument with one sentence about the first invalid rule.
absl::StatusOr<std::vector<ClientRule>> ParseClientRules(absl::string_view text);

// Returns at most three names for messages and log lines, escaped. The form is `uri:spiffe://example.org/sa/x,
// dns:x.example.org`.
std::string ShowNames(absl::Span<const ClientName> names);

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_TLS_CLIENT_RULE_H_
