#ifndef CPSIZER_SERVER_PROCESS_EXIT_CODE_H_
#define CPSIZER_SERVER_PROCESS_EXIT_CODE_H_

namespace cpsizer::server {

inline constexpr int kExitOk = 0;
inline constexpr int kExitUsage = 2;  // a flag, a file or an address cannot be used
inline constexpr int kExitInternal = 4;

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_EXIT_CODE_H_
