#ifndef CPSIZER_TESTS_TESTING_FAKE_API_FAKE_API_COMMIT_H_
#define CPSIZER_TESTS_TESTING_FAKE_API_FAKE_API_COMMIT_H_

#include <string>

#include "absl/time/time.h"
#include "tests/testing/fake_api/fake_api_fields.h"
#include "tests/testing/fake_api/fake_api_store.h"

// The last step of every write to the fake API server. It sets the fields that the server maintains, and stores the
// object.
namespace cpsizer::testing {

// Returns a time in the format of Kubernetes objects: RFC 3339, whole seconds.
std::string ApiTime(absl::Time time);

// An intended change of an object.
struct FakeApiIntent {
  FakeApiTarget target;  // with the subresource of the request
  FakeApiManager manager;
  absl::Time now;
  bool dry_run = false;
  // True if the test itself writes. Unlike clients, the test can write the object and its status in one write.
  bool whole = false;
  // True if the new object already contains its managedFields, as after an apply.
  bool has_fields = false;
};

// Returns the object to store when a write changes `before` to `after`. `before` is null for a new object. Metadata
// that only the server writes is kept. A write to the status changes only the status, and other writes do not change
// the status. Increments the generation if the spec changes, and records the owners of fields. The result is equal to
// `before` if nothing changes.
Json Prepared(FakeApiStore& store, const FakeApiKind& kind, const FakeApiObject& before, Json after,
              const FakeApiIntent& intent);

// Stores the prepared object unless it is unchanged or the request is a dry run. If the object is being deleted and
// this write removes its last finalizer, the object is removed from the store. Returns the object for the response.
FakeApiObject Commit(FakeApiStore& store, const FakeApiObject& before, Json prepared, const FakeApiIntent& intent);

// Deletes `object` if it has no finalizers. Marks it for deletion if it has finalizers.
FakeApiObject CommitDeletion(FakeApiStore& store, const FakeApiObject& object, const FakeApiIntent& intent);

}  // namespace cpsizer::testing

#endif  // CPSIZER_TESTS_TESTING_FAKE_API_FAKE_API_COMMIT_H_
