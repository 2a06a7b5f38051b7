#ifndef CPSIZER_SERVER_RPC_SECURITY_SECURITY_OPTIONS_H_
#define CPSIZER_SERVER_RPC_SECURITY_SECURITY_OPTIONS_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "server/process/flag_table.h"
#include "server/process/tls/client_rule.h"
#include "server/process/tls/tls_identity.h"
#include "server/process/tls/tls_version.h"

namespace cpsizer::server {

// The options for TLS and for the authorization of clients.
struct SecurityOptions {
  bool insecure = false;
  TlsFiles tls;
  TlsVersion tls_min_version = TlsVersion::k12;
  std::vector<ClientRule> allowed_clients;
  std::string authorization_file;
};

// Returns the flags that set `options`. `options` must outlive the flags.
std::vector<Flag> SecurityFlags(SecurityOptions& options);

// Returns InvalidArgument with one sentence if the options contradict each other.
absl::Status CheckSecurityOptions(const SecurityOptions& options);

// Describes the transport security for log lines and pages, such as `mTLS, TLS 1.2 or newer`. `local` is true if only
// this machine can reach the server.
absl::string_view Posture(const SecurityOptions& options, bool local);

// Describes which clients may call, for log lines and pages. `rules` is the number of all rules.
std::string AllowedClients(const SecurityOptions& options, bool local, size_t rules);

// Returns whether clients on other machines can connect and all clients that can connect may call.
bool AnyClientMayCall(const SecurityOptions& options, bool local);

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_RPC_SECURITY_SECURITY_OPTIONS_H_
