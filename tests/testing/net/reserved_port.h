#ifndef CPSIZER_TESTS_TESTING_NET_RESERVED_PORT_H_
#define CPSIZER_TESTS_TESTING_NET_RESERVED_PORT_H_

#include <string>

namespace cpsizer::testing {

// A free port of 127.0.0.1, for a server that stops and starts again on the same one. Meanwhile the system gives it to
// nobody who asks for any port, nor to a connection. The server must set SO_REUSEADDR, as servers do.
class ReservedPort {
 public:
  ReservedPort();
  ~ReservedPort();
  ReservedPort(const ReservedPort&) = delete;
  ReservedPort& operator=(const ReservedPort&) = delete;

  // Such as `127.0.0.1:40123`.
  const std::string& address() const { return address_; }

 private:
  // Bound, but it never listens: clients are refused while no server is there.
  int socket_;
  std::string address_;
};

}  // namespace cpsizer::testing

#endif  // CPSIZER_TESTS_TESTING_NET_RESERVED_PORT_H_
