#include "tests/testing/net/reserved_port.h"

#include <unistd.h>

#include "absl/strings/str_cat.h"
#include "tests/testing/net/bind_loopback.h"

namespace cpsizer::testing {

ReservedPort::ReservedPort() {
  socket_ = BindLoopback(port_);
  address_ = absl::StrCat("127.0.0.1:", port_);
}

ReservedPort::~ReservedPort() {
  close(socket_);
}

}  // namespace cpsizer::testing
