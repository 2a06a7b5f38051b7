#ifndef CPSIZER_TESTS_E2E_KUBE_CONFIGURATION_VERDICT_H_
#define CPSIZER_TESTS_E2E_KUBE_CONFIGURATION_VERDICT_H_

#include <set>
#include <string>

#include "absl/status/status.h"
#include "tests/testing/json.h"
#include "tests/testing/real_api/api_user.h"

namespace cpsizer::e2e {

// What the validator finds in a ClusterSizingConfiguration: its rules of severity error; or, where it cannot be read,
// the problem alone.
struct Verdict {
  std::set<std::string> errors;
  std::string problem;

  bool good() const { return errors.empty() && problem.empty(); }
};

Verdict Validate(const kube::Json& configuration);

// What the API server says to it, which it does not store: an update would be judged by what it changes alone.
absl::Status TryToCreate(testing::ApiUser& admin, const kube::Json& configuration);

}  // namespace cpsizer::e2e

#endif  // CPSIZER_TESTS_E2E_KUBE_CONFIGURATION_VERDICT_H_
