#ifndef CPSIZER_CLIENT_SIDECAR_CONTROL_EXIT_CODE_H_
#define CPSIZER_CLIENT_SIDECAR_CONTROL_EXIT_CODE_H_

namespace cpsizer::sidecar {

inline constexpr int kExitOk = 0;
// A configuration exists, but no decision can use it.
inline constexpr int kExitFindings = 1;
// A flag, a file or an address cannot be used.
inline constexpr int kExitUsage = 2;
// The service does not respond, or the lease is lost.
inline constexpr int kExitUnreachable = 3;
inline constexpr int kExitInternal = 4;

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_CONTROL_EXIT_CODE_H_
