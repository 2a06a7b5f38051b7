// Runs a real kube-apiserver with all objects of deploy/ and with the example fleet, for experiments. Prints the path
// of an admin's kubeconfig and the path of the sidecar's kubeconfig, one per line. Exits at the end of its standard
// input.
#include <csignal>
#include <cstdio>

#include "tests/testing/real_api/example_fleet.h"
#include "tests/testing/real_api/real_api_server.h"

namespace {

absl::Status Serve() {
  const auto server = cpsizer::testing::RealApiServer::Start();
  if (!server.ok()) return server.status();
  if (absl::Status status = cpsizer::testing::InstallSidecar(**server); !status.ok()) return status;
  if (absl::Status status = cpsizer::testing::CreateExampleFleet((*server)->admin()); !status.ok()) return status;
  printf("%s\n%s\n", (*server)->AdminKubeconfig().c_str(), (*server)->SidecarKubeconfig().c_str());
  fflush(stdout);
  while (getchar() != EOF) {
  }
  return absl::OkStatus();
}

}  // namespace

int main() {
  // Ctrl-C sends SIGINT to all processes of the terminal. This process ignores the signal and exits at the end of its
  // standard input.
  signal(SIGINT, SIG_IGN);
  const absl::Status status = Serve();
  if (!status.ok()) fprintf(stderr, "%s\n", status.ToString().c_str());
  return status.ok() ? 0 : 1;
}
