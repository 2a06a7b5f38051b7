#ifndef CPSIZER_TESTS_E2E_KUBE_CONFIGURATION_VERDICT_H_
#define CPSIZER_TESTS_E2E_KUBE_CONFIGURATION_VERDICT_H_

#include <set>
#include <string>

#include "absl/status/status.h"
#include "tests/testing/json.h"
#include "tests/testing/real_api/api_user.h"

namespace cpsizer::e2e {

// The findings of the validator for a ClusterSizingConfiguration: its rules of severity error; or, if it cannot be
// read, the problem alone.
struct Verdict {
  std::set<std::string> errors;
  std::string problem;

  bool good() const { return errors.empty() && problem.empty(); }
};

Verdict Validate(const kube::Json& configuration);

// Returns the response of the API server to a dry-run create: an update would be validated by its changes alone.
absl::Status TryToCreate(testing::ApiUser& admin, const kube::Json& configuration);

}  // namespace cpsizer::e2e

#endif  // CPSIZER_TESTS_E2E_KUBE_CONFIGURATION_VERDICT_H_
