#ifndef CPSIZER_TESTS_TESTING_CALL_COPY_H_
#define CPSIZER_TESTS_TESTING_CALL_COPY_H_

#include <functional>

namespace cpsizer::testing {

// Calls a copy of `function`, so that the call may assign another function to the original. Does nothing if `function`
// is empty.
inline void CallCopy(std::function<void()> function) {  // NOLINT(performance-unnecessary-value-param)
  if (function) function();
}

}  // namespace cpsizer::testing

#endif  // CPSIZER_TESTS_TESTING_CALL_COPY_H_
