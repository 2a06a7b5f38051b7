#ifndef CPSIZER_TESTS_TESTING_FAKE_API_FAKE_API_WRITES_H_
#define CPSIZER_TESTS_TESTING_FAKE_API_FAKE_API_WRITES_H_

#include <functional>

#include "absl/time/time.h"
#include "absl/types/optional.h"
#include "tests/testing/fake_api/fake_api_answer.h"
#include "tests/testing/fake_api/fake_api_request.h"
#include "tests/testing/fake_api/fake_api_store.h"

namespace cpsizer::testing {

// Returns why an admission policy refuses a client's write; absent if the policy admits the write.
using FakeApiAdmission =
    std::function<absl::optional<FakeApiAnswer>(const FakeApiTarget&, const Json& after, const FakeApiStore&)>;

// A write of a client to an installed kind.
struct FakeApiCall {
  FakeApiStore& store;
  const FakeApiKind& kind;
  const FakeApiTarget& target;
  const FakeApiRequest& request;
  absl::Time now;
  bool enforce_namespaces = false;  // an object can be created only in an existing namespace
  FakeApiAdmission admission;       // may be empty
};

// Executes a POST, PUT, PATCH or DELETE. Responds like a real API server.
FakeApiAnswer Write(const FakeApiCall& call);

}  // namespace cpsizer::testing

#endif  // CPSIZER_TESTS_TESTING_FAKE_API_FAKE_API_WRITES_H_
