#include "server/stop_signals.h"

#include <signal.h>
#include <unistd.h>

namespace cpsizer::server {
namespace {

sigset_t StopSignals() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGTERM);
  sigaddset(&signals, SIGINT);
  return signals;
}

// A handler, not the default action: the kernel withholds that one from the first process of a container.
void ExitAtOnce(int signal) {
  _exit(128 + signal);
}

}  // namespace

void HoldStopSignals() {
  const sigset_t signals = StopSignals();
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  signal(SIGPIPE, SIG_IGN);
}

absl::string_view WaitForStopSignal() {
  const sigset_t signals = StopSignals();
  int received = 0;
  while (sigwait(&signals, &received) != 0) {
  }
  signal(SIGTERM, ExitAtOnce);
  signal(SIGINT, ExitAtOnce);
  pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
  return received == SIGTERM ? "SIGTERM" : "SIGINT";
}

}  // namespace cpsizer::server
