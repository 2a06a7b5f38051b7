#ifndef CPSIZER_TESTS_TESTING_NET_BIND_LOOPBACK_H_
#define CPSIZER_TESTS_TESTING_NET_BIND_LOOPBACK_H_

namespace cpsizer::testing {

// A socket of the caller's at a port of 127.0.0.1 that the system chose, and says in `port`. It does not listen yet.
int BindLoopback(int& port);

}  // namespace cpsizer::testing

#endif  // CPSIZER_TESTS_TESTING_NET_BIND_LOOPBACK_H_
