#ifndef CPSIZER_TESTS_TESTING_REAL_API_KUBECTL_H_
#define CPSIZER_TESTS_TESTING_REAL_API_KUBECTL_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "tests/testing/subprocess.h"
#include "tests/testing/temporary_folder.h"

namespace cpsizer::testing {

// Returns the path of the kubectl to run: the kubectl among the tools (tools.h), or the kubectl in PATH if the tools
// have none. The tools contain a kubectl only if the machine has none or a version that is too old.
std::string KubectlPath();

// Returns the PATH of this process with the folder of KubectlPath() in front.
std::string PathWithKubectl();

// Returns a PATH for a cluster without nodes. Its first folder contains kubectl_without_nodes.sh under the name
// kubectl. This function creates this first folder in `folder`.
std::string PathWithoutNodes(const TemporaryFolder& folder);

// Returns a sentence that explains why tests that need kubectl cannot run; empty if they can run.
std::string WhyKubectlIsMissing();

// Runs kubectl and waits until it exits. `kubeconfig` may be empty for commands without a server. Errors: as for
// RunProcess().
absl::StatusOr<FinishedProcess> RunKubectl(const std::vector<std::string>& arguments,
                                           const std::string& kubeconfig = "");

}  // namespace cpsizer::testing

#endif  // CPSIZER_TESTS_TESTING_REAL_API_KUBECTL_H_
