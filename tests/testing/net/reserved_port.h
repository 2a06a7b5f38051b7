#ifndef CPSIZER_TESTS_TESTING_NET_RESERVED_PORT_H_
#define CPSIZER_TESTS_TESTING_NET_RESERVED_PORT_H_

#include <string>

namespace cpsizer::testing {

// A free port of 127.0.0.1 for a server that stops and starts again on the same port. While the server does not run,
// the system does not assign the port to another socket or connection. The server must set SO_REUSEADDR, as servers
// usually do.
class ReservedPort {
 public:
  ReservedPort();
  ~ReservedPort();
  ReservedPort(const ReservedPort&) = delete;
  ReservedPort& operator=(const ReservedPort&) = delete;

  // Returns an address such as `127.0.0.1:40123`.
  const std::string& address() const { return address_; }
  int port() const { return port_; }

 private:
  // The socket is bound but never listens. Clients are refused while the server does not run.
  int socket_;
  int port_ = 0;
  std::string address_;
};

}  // namespace cpsizer::testing

#endif  // CPSIZER_TESTS_TESTING_NET_RESERVED_PORT_H_
