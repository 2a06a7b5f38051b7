#ifndef CPSIZER_TESTS_TESTING_FAKE_API_FAKE_API_CALL_H_
#define CPSIZER_TESTS_TESTING_FAKE_API_FAKE_API_CALL_H_

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "tests/testing/fake_api/fake_api_commit.h"
#include "tests/testing/fake_api/fake_api_writes.h"

// What the writes of the fake API server share.
namespace cpsizer::testing {

// What the request asks for, by `operation`: Update or Apply.
FakeApiIntent IntentOf(const FakeApiCall& call, absl::string_view operation);

// Why `body`, sent to this path, is no object for it; absent if it is one.
absl::optional<FakeApiAnswer> BodyRefusal(const FakeApiCall& call, const Json& body);
// Why nothing can be created there.
absl::optional<FakeApiAnswer> NamespaceRefusal(const FakeApiCall& call);
// Why a merge patch, or an apply, with this metadata does not fit the object that is there.
absl::optional<FakeApiAnswer> PreconditionRefusal(const Json& before, const Json& patch);

// Validates `prepared` and stores it.
FakeApiAnswer CheckAndCommit(const FakeApiCall& call, const FakeApiObject& before, Json prepared,
                             const FakeApiIntent& intent);

// Server-side apply.
FakeApiAnswer ApplyPatch(const FakeApiCall& call);

}  // namespace cpsizer::testing

#endif  // CPSIZER_TESTS_TESTING_FAKE_API_FAKE_API_CALL_H_
