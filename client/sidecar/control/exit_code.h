#ifndef CPSIZER_CLIENT_SIDECAR_CONTROL_EXIT_CODE_H_
#define CPSIZER_CLIENT_SIDECAR_CONTROL_EXIT_CODE_H_

namespace cpsizer::sidecar {

inline constexpr int kExitOk = 0;
inline constexpr int kExitFindings = 1;     // a configuration that no decision can use
inline constexpr int kExitUsage = 2;        // a flag, a file, or an address that cannot be used
inline constexpr int kExitUnreachable = 3;  // the service does not respond, or the lease is lost
inline constexpr int kExitInternal = 4;

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_CONTROL_EXIT_CODE_H_
