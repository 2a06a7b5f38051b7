#ifndef CPSIZER_TESTS_TESTING_REAL_API_EXAMPLE_FLEET_H_
#define CPSIZER_TESTS_TESTING_REAL_API_EXAMPLE_FLEET_H_

#include "absl/status/status.h"
#include "tests/testing/real_api/api_user.h"

namespace cpsizer::testing {

// Creates all of deploy/examples/fleet, with the status of its VPAs and their namespaces, after InstallSidecar.
absl::Status CreateExampleFleet(ApiUser& admin);

}  // namespace cpsizer::testing

#endif  // CPSIZER_TESTS_TESTING_REAL_API_EXAMPLE_FLEET_H_
