#ifndef CPSIZER_TESTS_TESTING_NET_BIND_LOOPBACK_H_
#define CPSIZER_TESTS_TESTING_NET_BIND_LOOPBACK_H_

namespace cpsizer::testing {

// Returns a socket, owned by the caller, at a port of 127.0.0.1 that the system chose, and sets `port`. It does not
// listen yet.
int BindLoopback(int& port);

}  // namespace cpsizer::testing

#endif  // CPSIZER_TESTS_TESTING_NET_BIND_LOOPBACK_H_
