#ifndef CPSIZER_TESTS_TESTING_FAKE_API_FAKE_API_RULES_H_
#define CPSIZER_TESTS_TESTING_FAKE_API_FAKE_API_RULES_H_

#include "absl/types/optional.h"
#include "tests/testing/fake_api/fake_api_answer.h"
#include "tests/testing/fake_api/fake_api_store.h"

namespace cpsizer::testing {

// Why the server refuses to store `after` in place of `before`, which is null for a new object; absent if it does not.
// Knows the rules that our writes can meet: annotations, conditions, Leases and Events. CRDs have more.
absl::optional<FakeApiAnswer> Refusal(const FakeApiKind& kind, const Json* before, const Json& after);

}  // namespace cpsizer::testing

#endif  // CPSIZER_TESTS_TESTING_FAKE_API_FAKE_API_RULES_H_
