#ifndef CPSIZER_TESTS_TESTING_FAKE_GATE_H_
#define CPSIZER_TESTS_TESTING_FAKE_GATE_H_

#include <cstdint>

#include "tests/testing/net/fake_http_server.h"

namespace cpsizer::testing {

// A gate at which a thread of a fake server waits until the test opens it. Thread-safe.
class FakeGate {
 public:
  FakeGate();
  ~FakeGate();
  FakeGate(const FakeGate&) = delete;
  FakeGate& operator=(const FakeGate&) = delete;

  // Lets `times` additional waiters pass.
  void Open(uint64_t times);
  // Lets all waiters pass from now on.
  void OpenForGood();

  // Waits until the gate lets this waiter pass. Returns false if the client has closed `connection` or the server
  // stops.
  bool Pass(FakeHttpConnection& connection);
  // Like Pass(), but uses all permits at once.
  bool PassAll(FakeHttpConnection& connection);

 private:
  const int event_;  // an eventfd that counts the permits
};

}  // namespace cpsizer::testing

#endif  // CPSIZER_TESTS_TESTING_FAKE_GATE_H_
