#ifndef CPSIZER_TESTS_CLI_EXAMPLE_FLEET_H_
#define CPSIZER_TESTS_CLI_EXAMPLE_FLEET_H_

#include <vector>

#include "tests/testing/fake_api/fake_api_server.h"

namespace cpsizer::cli {

// Makes `server` serve the objects of the example fleet. Returns the kinds that sizing uses.
std::vector<testing::FakeApiKind> ServeExampleFleet(testing::FakeApiServer& server);

}  // namespace cpsizer::cli

#endif  // CPSIZER_TESTS_CLI_EXAMPLE_FLEET_H_
