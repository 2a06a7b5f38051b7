#ifndef CPSIZER_SERVER_ENGINE_MACHINE_VALIDATE_SERVER_ADDRESS_H_
#define CPSIZER_SERVER_ENGINE_MACHINE_VALIDATE_SERVER_ADDRESS_H_

#include <cstdint>

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"

namespace cpsizer {

// The parts of a server's address that are checked.
struct ServerAddress {
  bool https = false;
  uint16_t port = 0;  // 0 if the address has none
};

// Reads an absolute http or https URL with a host: visible ASCII without spaces, credentials, query and fragment.
// Returns nothing if the text is not one.
absl::optional<ServerAddress> ParseServerAddress(absl::string_view text);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_MACHINE_VALIDATE_SERVER_ADDRESS_H_
