#ifndef CPSIZER_SERVER_RPC_SECURITY_CLIENT_RULE_H_
#define CPSIZER_SERVER_RPC_SECURITY_CLIENT_RULE_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace cpsizer::server {

// The maximum length of a rule, in bytes. It is the maximum length of a SPIFFE ID.
inline constexpr size_t kMaxClientRuleBytes = 2'048;

// The kinds of subject alternative names that rules match.
enum class NameKind : uint8_t { kUri, kDns };

// A subject alternative name of a client certificate. It may contain any bytes.
struct ClientName {
  NameKind kind;
  absl::string_view value;
};

// A compiled rule that matches clients by the kind and the value of a name. Thread-safe.
//
// For example, `uri:spiffe://example.org/ns/hypershift/sa/cpsizer-sidecar` matches exactly this name. A rule may have
// one `*`, which matches one or more characters of one segment: it does not match `/` in a uri name or `.` in a dns
// name. For this reason `dns:*.ops.example.org` has the same meaning as in certificates. A uri name with a longer path
// does not match. The rule `*` matches every client. A rule of one kind never matches names of the other kind. dns
// names are compared without case (RFC 4343), uri names with case.
class ClientRule {
 public:
  // Errors: InvalidArgument with one sentence about `text`.
  static absl::StatusOr<ClientRule> Parse(absl::string_view text);

  // Returns whether the rule matches at least one of the names of a client.
  bool Matches(absl::Span<const ClientName> names) const;

 private:
  ClientRule() = default;

  bool MatchesName(absl::string_view name) const;

  bool everybody_ = false;
  bool wildcard_ = false;
  NameKind kind_ = NameKind::kUri;
  std::string prefix_;  // the whole name if there is no `*`
  std::string suffix_;
};

// Parses rules that are separated by commas. Errors: InvalidArgument with one sentence about the first invalid rule.
absl::StatusOr<std::vector<ClientRule>> ParseClientRules(absl::string_view text);

// Returns at most three names for messages and log lines, escaped, in a form such as
// `uri:spiffe://example.org/sa/x, dns:x.example.org`.
std::string ShowNames(absl::Span<const ClientName> names);

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_RPC_SECURITY_CLIENT_RULE_H_
