#ifndef CPSIZER_TESTS_TESTING_FAKE_API_FAKE_API_RULES_H_
#define CPSIZER_TESTS_TESTING_FAKE_API_FAKE_API_RULES_H_

#include "absl/types/optional.h"
#include "tests/testing/fake_api/fake_api_answer.h"
#include "tests/testing/fake_api/fake_api_store.h"

namespace cpsizer::testing {

// Returns why the server refuses to replace `before`, which is null for a new object, with `after`; absent if it
// accepts the change. Contains the rules that writes of cpsizer can violate: for annotations, conditions, Leases and
// Events. CRDs have more rules.
absl::optional<FakeApiAnswer> Refusal(const FakeApiKind& kind, const Json* before, const Json& after);

}  // namespace cpsizer::testing

#endif  // CPSIZER_TESTS_TESTING_FAKE_API_FAKE_API_RULES_H_
