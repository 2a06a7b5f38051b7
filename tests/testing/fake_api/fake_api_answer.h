#ifndef CPSIZER_TESTS_TESTING_FAKE_API_FAKE_API_ANSWER_H_
#define CPSIZER_TESTS_TESTING_FAKE_API_FAKE_API_ANSWER_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "tests/testing/json.h"

// Error responses of the fake API server. A real API server sends the same texts and codes.
namespace cpsizer::testing {

using kube::Json;

struct FakeApiAnswer {
  int code = 200;
  std::string body;
  std::string content_type = "application/json";
  absl::optional<int> retry_after;  // seconds
};

struct FakeApiCause {
  std::string reason;
  std::string field;
  std::string message;
};

// Returns a metav1.Status; an empty `reason` is omitted.
Json StatusObject(int code, absl::string_view reason, absl::string_view message,
                  const std::vector<FakeApiCause>& causes = {});

FakeApiAnswer ObjectAnswer(int code, const Json& object);
FakeApiAnswer StatusAnswer(int code, absl::string_view reason, absl::string_view message,
                           const std::vector<FakeApiCause>& causes = {});
// Returns the response for a path that belongs to no installed kind.
FakeApiAnswer PageNotFound();
FakeApiAnswer NotFound(absl::string_view plural, absl::string_view name);
FakeApiAnswer BadRequest(absl::string_view message);
FakeApiAnswer Conflict(absl::string_view message);
// Returns a response with code 422 for one field.
FakeApiAnswer Invalid(absl::string_view field, absl::string_view message);
// Returns a response with code 500 and without a reason.
FakeApiAnswer Unreasoned(absl::string_view message);
FakeApiAnswer UnsupportedMediaType(absl::string_view content_type);

}  // namespace cpsizer::testing

#endif  // CPSIZER_TESTS_TESTING_FAKE_API_FAKE_API_ANSWER_H_
