#ifndef CPSIZER_CLIENT_SIDECAR_CONTROL_EXIT_CODE_H_
#define CPSIZER_CLIENT_SIDECAR_CONTROL_EXIT_CODE_H_

namespace cpsizer::sidecar {

inline constexpr int kExitOk = 0;
// Used for a run on a folder: there is no configuration that decisions can use.
inline constexpr int kExitFindings = 1;
// A flag, a file, an address or the lease cannot be used.
inline constexpr int kExitUsage = 2;
// The service does not respond, or the lease is lost.
inline constexpr int kExitUnreachable = 3;
inline constexpr int kExitInternal = 4;

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_CONTROL_EXIT_CODE_H_
