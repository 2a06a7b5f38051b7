#ifndef CPSIZER_TESTS_TESTING_FAKE_API_FAKE_API_RULES_H_
#define CPSIZER_TESTS_TESTING_FAKE_API_FAKE_API_RULES_H_

#include "absl/types/optional.h"
#include "tests/testing/fake_api/fake_api_answer.h"
#include "tests/testing/fake_api/fake_api_store.h"

namespace cpsizer::testing {

// Returns why the server refuses to replace `before` with `after`; absent if the server accepts the change. `before` is
// null for a new object. Implements only rules that writes of cpsizer can violate, for annotations, conditions, Leases
// and Events. Real CRDs have more rules.
absl::optional<FakeApiAnswer> Refusal(const FakeApiKind& kind, const Json* before, const Json& after);

}  // namespace cpsizer::testing

#endif  // CPSIZER_TESTS_TESTING_FAKE_API_FAKE_API_RULES_H_
