#ifndef CPSIZER_SERVER_PROCESS_TLS_TLS_VERSION_H_
#define CPSIZER_SERVER_PROCESS_TLS_TLS_VERSION_H_

#include <cstdint>

namespace cpsizer::server {

// The minimum version of TLS that a server accepts.
enum class TlsVersion : uint8_t { k12, k13 };

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_TLS_TLS_VERSION_H_
