#include "tests/testing/environment.h"

#include <cstdlib>

#include "absl/strings/numbers.h"

namespace cpsizer::testing {

int NumberOf(const char* variable, int otherwise) {
  const char* const text = std::getenv(variable);
  int number = 0;
  return text != nullptr && absl::SimpleAtoi(text, &number) ? number : otherwise;
}

}  // namespace cpsizer::testing
