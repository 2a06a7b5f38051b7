#ifndef CPSIZER_TESTS_TESTING_FAKE_API_FAKE_API_FIELDS_H_
#define CPSIZER_TESTS_TESTING_FAKE_API_FAKE_API_FIELDS_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "tests/testing/fake_api/fake_api_answer.h"
#include "tests/testing/json.h"

// The owners of fields, as in metadata.managedFields: sets of fields are trees in the shape of fieldsV1, a leaf is
// `{}`. `status.conditions` is a list of items with a key, `k:{"type":"Ready"}`; any other list is one field.
//
// Source: structured-merge-diff, as observed on a real API server.
namespace cpsizer::testing {

struct FakeApiManager {
  std::string name;
  std::string operation;  // Update or Apply
  std::string subresource;
  std::string time;  // RFC 3339
};

// Returns the fields of `after` that differ in `before`, which may be null.
Json ChangedFields(const Json& before, const Json& after);
// Returns the fields of `fields` that are not in `others`.
Json FieldsWithout(const Json& fields, const Json& others);
// Returns all fields that managers other than `manager` own.
Json FieldsOfOthers(const Json& object, const FakeApiManager& manager);
// Returns the fields that `manager` owns.
Json FieldsOf(const Json& object, const FakeApiManager& manager);

// Writes into `after` the owners after `manager` has changed `before` to it: only the manager owns the changed
// fields, and removed fields have no owner.
void RecordUpdate(const Json& before, const FakeApiManager& manager, Json& after);
// Writes that `manager` has applied exactly `fields`; with `alone`, no other manager owns them afterwards.
void RecordApply(const FakeApiManager& manager, const Json& fields, bool alone, Json& object);

// Returns where applying `applied`, whose fields are `fields`, to `live` meets a different value of another manager.
std::vector<FakeApiCause> ApplyConflicts(const Json& live, const Json& applied, const Json& fields,
                                         const FakeApiManager& manager);
// Returns `live` merged with `applied`.
Json Merged(Json live, const Json& applied);
// Removes `fields` from `object`. An item of a list is removed completely, with the fields of other managers.
void RemoveFields(const Json& fields, Json& object);

}  // namespace cpsizer::testing

#endif  // CPSIZER_TESTS_TESTING_FAKE_API_FAKE_API_FIELDS_H_
