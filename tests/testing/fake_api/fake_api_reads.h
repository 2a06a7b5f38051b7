#ifndef CPSIZER_TESTS_TESTING_FAKE_API_FAKE_API_READS_H_
#define CPSIZER_TESTS_TESTING_FAKE_API_FAKE_API_READS_H_

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "absl/types/optional.h"
#include "tests/testing/fake_api/fake_api_answer.h"
#include "tests/testing/fake_api/fake_api_request.h"
#include "tests/testing/fake_api/fake_api_store.h"

namespace cpsizer::testing {

// The form of the response that the Accept header requests.
enum class FakeApiForm { kWhole, kMetadata, kMetadataList };
FakeApiForm FormOf(const FakeApiRequest& request);

// Returns `object` in this form, serialized.
std::string Rendered(const Json& object, FakeApiForm form);

// Selects objects of a collection by the namespace of the path and by the field selector.
struct FakeApiSelector {
  absl::optional<std::string> name;
  absl::optional<std::string> name_space;
  // The object that an Event is about.
  absl::optional<std::string> involved_kind;
  absl::optional<std::string> involved_name;

  bool Takes(const Json& object) const;
};
// Returns the selector; absent if it is not supported.
absl::optional<FakeApiSelector> SelectorOf(const FakeApiTarget& target, const FakeApiRequest& request);

// One page of a list, or the reason why there is no page.
struct FakeApiPage {
  absl::optional<FakeApiAnswer> refusal;
  std::vector<FakeApiObject> items;
  int64_t version = 0;
  std::string next;  // the continue token; empty for the last page
  absl::optional<size_t> remaining;
};

FakeApiAnswer ListAnswer(const FakeApiKind& kind, const FakeApiPage& page, FakeApiForm form);

// Splits lists into pages. All pages of a list show the state at the time of the first page. A list request with an
// older resourceVersion returns the current state. A real server does this only if the request permits a newer version.
// Not thread-safe.
class FakeApiPager {
 public:
  // A page has at most `most_in_page` objects if the client requests pages.
  explicit FakeApiPager(size_t most_in_page) : most_in_page_(most_in_page) {}

  FakeApiPage Take(const FakeApiStore& store, const FakeApiTarget& target, const FakeApiRequest& request);
  // Expires all continue tokens.
  void ExpireTokens() { moments_.clear(); }

 private:
  struct Moment {
    std::shared_ptr<const FakeApiStore::Objects> objects;
    int64_t version = 0;
  };

  const size_t most_in_page_;
  std::map<int64_t, Moment> moments_;
  int64_t last_moment_ = 0;
};

}  // namespace cpsizer::testing

#endif  // CPSIZER_TESTS_TESTING_FAKE_API_FAKE_API_READS_H_
