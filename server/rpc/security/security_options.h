#ifndef CPSIZER_SERVER_RPC_SECURITY_SECURITY_OPTIONS_H_
#define CPSIZER_SERVER_RPC_SECURITY_SECURITY_OPTIONS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "server/process/flag_table.h"
#include "server/process/tls/tls_identity.h"
#include "server/rpc/security/client_rule.h"

namespace cpsizer::server {

enum class TlsVersion : uint8_t { k12, k13 };

// Who may reach the service, and who may call: what a person can choose.
struct SecurityOptions {
  bool insecure = false;
  TlsFiles tls;
  TlsVersion tls_min_version = TlsVersion::k12;
  std::vector<ClientRule> allowed_clients;
  std::string authorization_file;
};

// The flags that fill in `options`, which must outlive them.
std::vector<Flag> SecurityFlags(SecurityOptions& options);

// Whether the flags fit together. Errors: InvalidArgument with a sentence.
absl::Status CheckSecurityOptions(const SecurityOptions& options);

// For the line that says what is served: `mTLS, TLS 1.2 or newer`, ... `local`: only this machine reaches it.
absl::string_view Posture(const SecurityOptions& options, bool local);

// Who may call; `rules` counts those of all sources.
std::string WhoMayCall(const SecurityOptions& options, bool local, size_t rules);

// Whether whoever reaches the address may call, from other machines as well.
bool AnybodyMayCall(const SecurityOptions& options, bool local);

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_RPC_SECURITY_SECURITY_OPTIONS_H_
