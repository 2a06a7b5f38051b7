#ifndef CPSIZER_TESTS_TESTING_REAL_API_KUBECTL_H_
#define CPSIZER_TESTS_TESTING_REAL_API_KUBECTL_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "tests/testing/subprocess.h"
#include "tests/testing/temporary_folder.h"

namespace cpsizer::testing {

// Returns the kubectl to run: the tools (tools.h) contain one if the machine has none, or a version that is too old.
std::string KubectlPath();

// Returns the PATH of this process, with this kubectl first.
std::string PathWithKubectl();

// The same for a cluster without nodes: kubectl_without_nodes.sh is first, in a folder that this makes in `folder`.
std::string PathWithoutNodes(const TemporaryFolder& folder);

// Returns why tests that need it cannot run, in a sentence; empty if they can.
std::string WhyKubectlIsMissing();

// Runs it and waits for its end. `kubeconfig` may be empty for commands without a server. Errors: those of
// RunProcess().
absl::StatusOr<FinishedProcess> RunKubectl(const std::vector<std::string>& arguments,
                                           const std::string& kubeconfig = "");

}  // namespace cpsizer::testing

#endif  // CPSIZER_TESTS_TESTING_REAL_API_KUBECTL_H_
