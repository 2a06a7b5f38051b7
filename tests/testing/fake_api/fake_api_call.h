#ifndef CPSIZER_TESTS_TESTING_FAKE_API_FAKE_API_CALL_H_
#define CPSIZER_TESTS_TESTING_FAKE_API_FAKE_API_CALL_H_

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "tests/testing/fake_api/fake_api_commit.h"
#include "tests/testing/fake_api/fake_api_writes.h"

// Functions that all kinds of writes to the fake API server use.
namespace cpsizer::testing {

// Returns the change that the request of `call` intends. `operation` is Update or Apply.
FakeApiIntent IntentOf(const FakeApiCall& call, absl::string_view operation);

// Returns why `body` is not a valid object for the path of the call; absent if it is valid.
absl::optional<FakeApiAnswer> BodyRefusal(const FakeApiCall& call, const Json& body);
// Returns why no object can be created in the namespace of the call; absent if one can.
absl::optional<FakeApiAnswer> NamespaceRefusal(const FakeApiCall& call);
// Returns why the preconditions in the metadata of a merge patch or an apply do not match the existing object; absent
// if they match.
absl::optional<FakeApiAnswer> PreconditionRefusal(const Json& before, const Json& patch);

// Validates `prepared` and stores it.
FakeApiAnswer CheckAndCommit(const FakeApiCall& call, const FakeApiObject& before, Json prepared,
                             const FakeApiIntent& intent);

// Executes a server-side apply.
FakeApiAnswer ApplyPatch(const FakeApiCall& call);

}  // namespace cpsizer::testing

#endif  // CPSIZER_TESTS_TESTING_FAKE_API_FAKE_API_CALL_H_
