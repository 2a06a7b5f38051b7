#ifndef CPSIZER_TESTS_TESTING_FAKE_API_FAKE_API_FIELDS_H_
#define CPSIZER_TESTS_TESTING_FAKE_API_FAKE_API_FIELDS_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "tests/testing/fake_api/fake_api_answer.h"
#include "tests/testing/json.h"

// Who owns which field, as metadata.managedFields tells it: sets of fields are trees in the shape of fieldsV1, a leaf
// is
// `{}`. `status.conditions` is a list of items with a key, `k:{"type":"Ready"}`; any other list is one field.
//
// Source: structured-merge-diff, as a real API server was seen to use it.
namespace cpsizer::testing {

struct FakeApiManager {
  std::string name;
  std::string operation;  // Update or Apply
  std::string subresource;
  std::string time;  // RFC 3339
};

// The fields of `after` that are not so in `before`, which may be null.
Json ChangedFields(const Json& before, const Json& after);
// The fields of `fields` that are not in `others`.
Json FieldsWithout(const Json& fields, const Json& others);
// All fields that managers other than `manager` own.
Json FieldsOfOthers(const Json& object, const FakeApiManager& manager);
// Those that `manager` owns.
Json FieldsOf(const Json& object, const FakeApiManager& manager);

// Writes into `after` who owns what once `manager` has changed `before` to it: the changed fields are the manager's
// alone, and nobody owns what is gone.
void RecordUpdate(const Json& before, const FakeApiManager& manager, Json& after);
// Writes that `manager` has applied exactly `fields`; with `alone`, nobody else owns them from then on.
void RecordApply(const FakeApiManager& manager, const Json& fields, bool alone, Json& object);

// Where applying `applied`, whose fields are `fields`, to `live` meets another value that somebody else owns.
std::vector<FakeApiCause> ApplyConflicts(const Json& live, const Json& applied, const Json& fields,
                                         const FakeApiManager& manager);
// `live` with what `applied` says.
Json Merged(Json live, const Json& applied);
// Takes `fields` out of `object`. An item of a list goes as a whole, with what others own in it.
void RemoveFields(const Json& fields, Json& object);

}  // namespace cpsizer::testing

#endif  // CPSIZER_TESTS_TESTING_FAKE_API_FAKE_API_FIELDS_H_
