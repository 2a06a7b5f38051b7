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

// What the Accept header asks for.
enum class FakeApiForm { kWhole, kMetadata, kMetadataList };
FakeApiForm FormOf(const FakeApiRequest& request);

// `object` as it travels in this form.
std::string Rendered(const Json& object, FakeApiForm form);

// Which objects of a collection are meant: the namespace of the path and the field selector.
struct FakeApiSelector {
  absl::optional<std::string> name;
  absl::optional<std::string> name_space;

  bool Takes(const Json& object) const;
};
// Absent for a selector that no server supports.
absl::optional<FakeApiSelector> SelectorOf(const FakeApiTarget& target, const FakeApiRequest& request);

// One page of a list, or why there is none.
struct FakeApiPage {
  absl::optional<FakeApiAnswer> refusal;
  std::vector<FakeApiObject> items;
  int64_t version = 0;
  std::string next;  // the continue token, empty at the end
  absl::optional<size_t> remaining;
};

FakeApiAnswer ListAnswer(const FakeApiKind& kind, const FakeApiPage& page, FakeApiForm form);

// Cuts lists into pages, all of which show the moment of the first. A list at an older resourceVersion than the present
// shows the present, which a real server does only where the version is a minimum. Not thread-safe.
class FakeApiPager {
 public:
  // A page has at most so many objects, where pages are asked for at all.
  explicit FakeApiPager(size_t most_in_page) : most_in_page_(most_in_page) {}

  FakeApiPage Take(const FakeApiStore& store, const FakeApiTarget& target, const FakeApiRequest& request);
  // Makes every continue token too old.
  void Forget() { moments_.clear(); }

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
