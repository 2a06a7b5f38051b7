#include "tests/testing/fake_gate.h"

#include <sys/eventfd.h>
#include <unistd.h>

namespace cpsizer::testing {

FakeGate::FakeGate() : event_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK | EFD_SEMAPHORE)) {}

FakeGate::~FakeGate() {
  close(event_);
}

void FakeGate::Open(uint64_t times) {
  // The write fails only if the counter of the eventfd is full. In this case the counter already lets enough waiters
  // pass.
  [[maybe_unused]] const ssize_t written = write(event_, &times, sizeof times);
}

void FakeGate::OpenForGood() {
  constexpr uint64_t kForGood = uint64_t{1} << 62;
  Open(kForGood);
}

bool FakeGate::Pass(FakeHttpConnection& connection) {
  uint64_t taken = 0;
  // If several threads wait, only one of them gets the value; the others continue to wait.
  while (read(event_, &taken, sizeof taken) != sizeof taken) {
    if (!connection.WaitFor(event_)) return false;
  }
  return true;
}

bool FakeGate::PassAll(FakeHttpConnection& connection) {
  if (!Pass(connection)) return false;
  uint64_t taken = 0;
  while (read(event_, &taken, sizeof taken) == sizeof taken) {
  }
  return true;
}

}  // namespace cpsizer::testing
