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

// A rule is no longer than the longest SPIFFE ID, bytes.
inline constexpr size_t kMaxClientRuleBytes = 2'048;

// The kinds of subject alternative names that rules look at.
enum class NameKind : uint8_t { kUri, kDns };

// A subject alternative name of a client's certificate, which its authority vouches for. Any bytes.
struct ClientName {
  NameKind kind;
  absl::string_view value;
};

// One rule about who may call: a kind and a name, compiled. Thread-safe.
//
// `uri:spiffe://example.org/ns/hypershift/sa/cpsizer-sidecar` is exact. One `*` stands for one or more characters of
// one segment: none of them is `/` in a uri, or `.` in a dns name, so that `dns:*.ops.example.org` is what it is in
// certificates, and nobody gets in with a longer path. `*` alone is every client. A rule of one kind never looks at
// names of the other. Letters of a dns name are equal in both cases (RFC 4343), those of a uri are not.
class ClientRule {
 public:
  // Errors: InvalidArgument with a sentence about `text`.
  static absl::StatusOr<ClientRule> Parse(absl::string_view text);

  // True for a client that shows these names: any one of them is enough.
  bool Matches(absl::Span<const ClientName> names) const;

 private:
  ClientRule() = default;

  bool MatchesName(absl::string_view name) const;

  bool everybody_ = false;
  bool wildcard_ = false;
  NameKind kind_ = NameKind::kUri;
  std::string prefix_;  // all of the name where there is no wildcard
  std::string suffix_;
};

// Several, with commas between them. Errors: InvalidArgument with a sentence about the first that is wrong.
absl::StatusOr<std::vector<ClientRule>> ParseClientRules(absl::string_view text);

// `uri:spiffe://example.org/sa/x, dns:x.example.org`: the names for people and logs, escaped and at most three.
std::string ShowNames(absl::Span<const ClientName> names);

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_RPC_SECURITY_CLIENT_RULE_H_
