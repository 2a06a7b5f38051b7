#ifndef CPSIZER_SERVER_ENGINE_MACHINE_VALIDATE_SERVER_ADDRESS_H_
#define CPSIZER_SERVER_ENGINE_MACHINE_VALIDATE_SERVER_ADDRESS_H_

#include <cstdint>

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"

namespace cpsizer {

// The parts of the address of a server that are checked.
struct ServerAddress {
  bool https = false;
  uint16_t port = 0;  // 0 if the address has no port
};

// Reads an absolute http or https URL with a host. The URL must be visible ASCII without spaces, and must not have
// credentials, a query or a fragment. Returns nothing if the text is not such a URL.
absl::optional<ServerAddress> ParseServerAddress(absl::string_view text);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_MACHINE_VALIDATE_SERVER_ADDRESS_H_
