#include "server/process/admin/admin_port.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "server/process/listen_address.h"

namespace cpsizer::server {
namespace {

constexpr absl::string_view kFlag = "--admin-addr";

}  // namespace

absl::StatusOr<absl::optional<Listener>> OpenAdminPort(const std::string& admin_addr) {
  if (admin_addr.empty()) return absl::optional<Listener>();
  const absl::StatusOr<ListenAddress> address = ResolveListenAddress(admin_addr);
  if (!address.ok()) {
    return absl::InvalidArgumentError(absl::StrCat(kFlag, ": ", address.status().message(), ", or off"));
  }
  absl::StatusOr<Listener> listener = Listener::Open(*address, kFlag);
  if (!listener.ok()) return listener.status();
  return absl::optional<Listener>(*std::move(listener));
}

}  // namespace cpsizer::server
