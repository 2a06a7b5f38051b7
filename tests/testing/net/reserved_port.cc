#include "tests/testing/net/reserved_port.h"

#include <unistd.h>

#include "absl/strings/str_cat.h"
#include "tests/testing/net/bind_loopback.h"

namespace cpsizer::testing {

ReservedPort::ReservedPort() {
  int port = 0;
  socket_ = BindLoopback(port);
  address_ = absl::StrCat("127.0.0.1:", port);
}

ReservedPort::~ReservedPort() {
  close(socket_);
}

}  // namespace cpsizer::testing
