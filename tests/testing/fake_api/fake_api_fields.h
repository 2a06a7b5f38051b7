#ifndef CPSIZER_TESTS_TESTING_FAKE_API_FAKE_API_FIELDS_H_
#define CPSIZER_TESTS_TESTING_FAKE_API_FAKE_API_FIELDS_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "tests/testing/fake_api/fake_api_answer.h"
#include "tests/testing/json.h"

// The owners of fields, as in metadata.managedFields. A set of fields is a tree in the form of fieldsV1, in which a
// leaf is `{}`. `status.conditions` is a list whose items have a key, such as `k:{"type":"Ready"}`. Any other list is
// one field.
//
// Source: structured-merge-diff, and the behaviour of a real API server.
namespace cpsizer::testing {

struct FakeApiManager {
  std::string name;
  std::string operation;  // Update or Apply
  std::string subresource;
  std::string time;  // RFC 3339
};

// Returns the fields of `after` whose values differ from those in `before`, which may be null.
Json ChangedFields(const Json& before, const Json& after);
// Returns the fields of `fields` that are not in `others`.
Json FieldsWithout(const Json& fields, const Json& others);
// Returns all fields that managers other than `manager` own.
Json FieldsOfOthers(const Json& object, const FakeApiManager& manager);
// Returns the fields that `manager` owns.
Json FieldsOf(const Json& object, const FakeApiManager& manager);

// Records in `after` that `manager` has changed `before` to `after`. Then only `manager` owns the changed fields, and
// removed fields have no owner.
void RecordUpdate(const Json& before, const FakeApiManager& manager, Json& after);
// Records that `manager` has applied exactly `fields`. If `alone` is true, no other manager owns these fields
// afterwards.
void RecordApply(const FakeApiManager& manager, const Json& fields, bool alone, Json& object);

// Returns the fields in which an apply of `applied` to `live` conflicts with another manager: the other manager owns
// the field, and the value in `applied` differs from the value in `live`. `fields` are the fields of `applied`.
std::vector<FakeApiCause> ApplyConflicts(const Json& live, const Json& applied, const Json& fields,
                                         const FakeApiManager& manager);
// Returns `live` merged with `applied`.
Json Merged(Json live, const Json& applied);
// Removes `fields` from `object`. An item of a list is removed completely, including the fields of other managers.
void RemoveFields(const Json& fields, Json& object);

}  // namespace cpsizer::testing

#endif  // CPSIZER_TESTS_TESTING_FAKE_API_FAKE_API_FIELDS_H_
