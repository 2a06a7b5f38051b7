#ifndef CPSIZER_TESTS_TESTING_REAL_API_KUBECTL_H_
#define CPSIZER_TESTS_TESTING_REAL_API_KUBECTL_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "tests/testing/subprocess.h"
#include "tests/testing/temporary_folder.h"

namespace cpsizer::testing {

// The kubectl to run: among the tools (tools.h) there is one where the machine has none, or one that is too old.
std::string KubectlPath();

// The PATH of this process, but that this kubectl is found first.
std::string PathWithKubectl();

// The same for a cluster without nodes: kubectl_without_nodes.sh is found first, in a folder that this makes in
// `folder`.
std::string PathWithoutNodes(const TemporaryFolder& folder);

// Why tests that need it cannot run, in a sentence; empty if they can.
std::string WhyKubectlIsMissing();

// Runs it to its end. `kubeconfig` may be empty for what asks no server. Errors: those of RunProcess().
absl::StatusOr<FinishedProcess> RunKubectl(const std::vector<std::string>& arguments,
                                           const std::string& kubeconfig = "");

}  // namespace cpsizer::testing

#endif  // CPSIZER_TESTS_TESTING_REAL_API_KUBECTL_H_
