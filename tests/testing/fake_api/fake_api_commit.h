#ifndef CPSIZER_TESTS_TESTING_FAKE_API_FAKE_API_COMMIT_H_
#define CPSIZER_TESTS_TESTING_FAKE_API_FAKE_API_COMMIT_H_

#include <string>

#include "absl/time/time.h"
#include "tests/testing/fake_api/fake_api_fields.h"
#include "tests/testing/fake_api/fake_api_store.h"

// The last step of every write: the fields that the server itself maintains in an object, for any writer.
namespace cpsizer::testing {

// Returns a time in the form of objects: RFC 3339, whole seconds.
std::string ApiTime(absl::Time time);

// The intended change of an object.
struct FakeApiIntent {
  FakeApiTarget target;  // with the subresource
  FakeApiManager manager;
  absl::Time now;
  bool dry_run = false;
  // The writer is the test, which can write object and status at once, unlike clients.
  bool whole = false;
  // The new state already has its managedFields, as after an apply.
  bool has_fields = false;
};

// Returns `after` as it would be stored over `before`, null for a new object: identity and times are kept, status is
// kept by other writes and the rest by status writes, generation is counted, ownership recorded. Equal to `before` if
// nothing changes.
Json Prepared(FakeApiStore& store, const FakeApiKind& kind, const FakeApiObject& before, Json after,
              const FakeApiIntent& intent);

// Stores the prepared object, unless it is unchanged or the request is a dry run. If the object is being deleted and
// this write removes its last finalizer, the object is removed from the store. Returns the object that the writer
// receives.
FakeApiObject Commit(FakeApiStore& store, const FakeApiObject& before, Json prepared, const FakeApiIntent& intent);

// Starts or completes the deletion of `object`: at once without finalizers, else it is marked.
FakeApiObject CommitDeletion(FakeApiStore& store, const FakeApiObject& object, const FakeApiIntent& intent);

}  // namespace cpsizer::testing

#endif  // CPSIZER_TESTS_TESTING_FAKE_API_FAKE_API_COMMIT_H_
