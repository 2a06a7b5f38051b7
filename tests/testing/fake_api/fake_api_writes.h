#ifndef CPSIZER_TESTS_TESTING_FAKE_API_FAKE_API_WRITES_H_
#define CPSIZER_TESTS_TESTING_FAKE_API_FAKE_API_WRITES_H_

#include <functional>

#include "absl/time/time.h"
#include "absl/types/optional.h"
#include "tests/testing/fake_api/fake_api_answer.h"
#include "tests/testing/fake_api/fake_api_request.h"
#include "tests/testing/fake_api/fake_api_store.h"

namespace cpsizer::testing {

// Why an admission policy refuses what a client would store there; absent if it does not.
using FakeApiAdmission =
    std::function<absl::optional<FakeApiAnswer>(const FakeApiTarget&, const Json& after, const FakeApiStore&)>;

// A write of a client, to a kind that is installed.
struct FakeApiCall {
  FakeApiStore& store;
  const FakeApiKind& kind;
  const FakeApiTarget& target;
  const FakeApiRequest& request;
  absl::Time now;
  bool enforce_namespaces = false;  // what is created must be in a namespace that is there
  FakeApiAdmission admission;       // may be empty
};

// Does what a POST, PUT, PATCH or DELETE asks for and answers as a real API server was seen to.
FakeApiAnswer Write(const FakeApiCall& call);

}  // namespace cpsizer::testing

#endif  // CPSIZER_TESTS_TESTING_FAKE_API_FAKE_API_WRITES_H_
