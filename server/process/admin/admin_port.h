#ifndef CPSIZER_SERVER_PROCESS_ADMIN_ADMIN_PORT_H_
#define CPSIZER_SERVER_PROCESS_ADMIN_ADMIN_PORT_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/types/optional.h"
#include "server/process/listener.h"

namespace cpsizer::server {

// Listens on the address `admin_addr`. Returns the listener, which does not accept connections yet. Returns nullopt if
// `admin_addr` is empty. Errors: the errors of ResolveListenAddress() and Listener::Open(). The message contains the
// name of the flag.
absl::StatusOr<absl::optional<Listener>> OpenAdminPort(const std::string& admin_addr);

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_ADMIN_ADMIN_PORT_H_
