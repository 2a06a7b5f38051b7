#ifndef CPSIZER_TESTS_TESTING_FAKE_API_FAKE_API_COMMIT_H_
#define CPSIZER_TESTS_TESTING_FAKE_API_FAKE_API_COMMIT_H_

#include <string>

#include "absl/time/time.h"
#include "tests/testing/fake_api/fake_api_fields.h"
#include "tests/testing/fake_api/fake_api_store.h"

// The last step of every write: what the server itself keeps in an object, whoever writes it.
namespace cpsizer::testing {

// Times as objects have them: RFC 3339, whole seconds.
std::string ApiTime(absl::Time time);

// What one wants to make of an object.
struct FakeApiIntent {
  FakeApiTarget target;  // with the subresource
  FakeApiManager manager;
  absl::Time now;
  bool dry_run = false;
  // By the test, which may do what no client can: write object and status at once.
  bool whole = false;
  // The new state has its managedFields already, as after an apply.
  bool has_fields = false;
};

// `after` as it would be stored over `before`, null for a new object: identity and times kept, status kept from writes
// of the rest and the rest from those of status, generation counted, ownership recorded. Equal to `before` where
// nothing changes.
Json Prepared(FakeApiStore& store, const FakeApiKind& kind, const FakeApiObject& before, Json after,
              const FakeApiIntent& intent);

// Stores what was prepared, unless it is the same or only tried; an object being deleted whose last finalizer goes is
// gone. Returns the object that the writer gets to see.
FakeApiObject Commit(FakeApiStore& store, const FakeApiObject& before, Json prepared, const FakeApiIntent& intent);

// Begins or completes the deletion of `object`: at once without finalizers, else it is marked.
FakeApiObject CommitDeletion(FakeApiStore& store, const FakeApiObject& object, const FakeApiIntent& intent);

}  // namespace cpsizer::testing

#endif  // CPSIZER_TESTS_TESTING_FAKE_API_FAKE_API_COMMIT_H_
