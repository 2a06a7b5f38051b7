#ifndef CPSIZER_TESTS_TESTING_NET_RESERVED_PORT_H_
#define CPSIZER_TESTS_TESTING_NET_RESERVED_PORT_H_

#include <string>

namespace cpsizer::testing {

// A free port of 127.0.0.1, for a server that stops and restarts on the same one. In between the system assigns it to
// no other socket or connection. The server must set SO_REUSEADDR, as servers do.
class ReservedPort {
 public:
  ReservedPort();
  ~ReservedPort();
  ReservedPort(const ReservedPort&) = delete;
  ReservedPort& operator=(const ReservedPort&) = delete;

  // Returns an address such as `127.0.0.1:40123`.
  const std::string& address() const { return address_; }

 private:
  // Bound, but never listens: clients are refused while no server runs.
  int socket_;
  std::string address_;
};

}  // namespace cpsizer::testing

#endif  // CPSIZER_TESTS_TESTING_NET_RESERVED_PORT_H_
