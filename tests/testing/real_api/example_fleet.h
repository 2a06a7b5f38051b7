#ifndef CPSIZER_TESTS_TESTING_REAL_API_EXAMPLE_FLEET_H_
#define CPSIZER_TESTS_TESTING_REAL_API_EXAMPLE_FLEET_H_

#include "absl/status/status.h"
#include "tests/testing/real_api/api_user.h"

namespace cpsizer::testing {

// Creates all objects of deploy/examples/fleet, with the namespaces and the status of its VPAs. Requires an earlier
// call of InstallSidecar().
absl::Status CreateExampleFleet(ApiUser& admin);

}  // namespace cpsizer::testing

#endif  // CPSIZER_TESTS_TESTING_REAL_API_EXAMPLE_FLEET_H_
