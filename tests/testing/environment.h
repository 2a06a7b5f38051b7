#ifndef CPSIZER_TESTS_TESTING_ENVIRONMENT_H_
#define CPSIZER_TESTS_TESTING_ENVIRONMENT_H_

namespace cpsizer::testing {

// The number that an environment variable holds: how long a test is to go on. `otherwise` where it holds none.
int NumberOf(const char* variable, int otherwise);

}  // namespace cpsizer::testing

#endif  // CPSIZER_TESTS_TESTING_ENVIRONMENT_H_
