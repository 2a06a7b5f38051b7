#ifndef CPSIZER_TESTS_TESTING_ENVIRONMENT_H_
#define CPSIZER_TESTS_TESTING_ENVIRONMENT_H_

namespace cpsizer::testing {

// Returns the number in an environment variable, such as the duration of a test. Returns `otherwise` if the variable
// does not contain a number.
int NumberOf(const char* variable, int otherwise);

}  // namespace cpsizer::testing

#endif  // CPSIZER_TESTS_TESTING_ENVIRONMENT_H_
