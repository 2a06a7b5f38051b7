#ifndef CPSIZER_TESTS_TESTING_NET_BIND_LOOPBACK_H_
#define CPSIZER_TESTS_TESTING_NET_BIND_LOOPBACK_H_

namespace cpsizer::testing {

// Returns a socket that is bound to a port of 127.0.0.1, and sets `port` to the port, which the system chooses. The
// caller owns the socket, which does not listen yet.
int BindLoopback(int& port);

}  // namespace cpsizer::testing

#endif  // CPSIZER_TESTS_TESTING_NET_BIND_LOOPBACK_H_
