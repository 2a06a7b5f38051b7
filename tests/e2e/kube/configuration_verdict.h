#ifndef CPSIZER_TESTS_E2E_KUBE_CONFIGURATION_VERDICT_H_
#define CPSIZER_TESTS_E2E_KUBE_CONFIGURATION_VERDICT_H_

#include <set>
#include <string>

#include "absl/status/status.h"
#include "tests/testing/json.h"
#include "tests/testing/real_api/api_user.h"

namespace cpsizer::e2e {

// The result of validating a ClusterSizingConfiguration: the rules of the findings with severity error. If the object
// cannot be read, the result contains only the problem.
struct Verdict {
  std::set<std::string> errors;
  std::string problem;

  bool good() const { return errors.empty() && problem.empty(); }
};

Verdict Validate(const kube::Json& configuration);

// Creates the object with a dry run, and returns the response of the API server. An update would not work, because the
// API server would validate only the changes.
absl::Status TryToCreate(testing::ApiUser& admin, const kube::Json& configuration);

}  // namespace cpsizer::e2e

#endif  // CPSIZER_TESTS_E2E_KUBE_CONFIGURATION_VERDICT_H_
