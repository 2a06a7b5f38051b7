#ifndef CPSIZER_TESTS_E2E_AUTOSCALING_SCENARIO_H_
#define CPSIZER_TESTS_E2E_AUTOSCALING_SCENARIO_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "tests/testing/json.h"

namespace cpsizer::e2e {

// One autoscaler, what it looks at and what becomes of it: an entry of the table in `scenarios/`, whose README says
// what each field means.
struct Scenario {
  // What is shown, a sentence.
  std::string name;
  // Of the reference, such as `8.1`.
  std::string section;
  // Its own, and what it is called in the table's order.
  std::string name_space;
  // As written.
  kube::Json fields;
};

// The scenarios of one file of the table, of which `first` is the number of the first. Errors: InvalidArgument, where a
// field is unknown or missing.
absl::StatusOr<std::vector<Scenario>> ReadScenarios(const std::string& file, size_t first);

// What there is after that many changes, none at first: the fields of a change take the place of those before.
kube::Json FieldsAfter(const Scenario& scenario, size_t changes);
size_t ChangesOf(const Scenario& scenario);

// The value of a field, or `otherwise`.
kube::Json FieldOr(const kube::Json& fields, const char* name, kube::Json otherwise);

}  // namespace cpsizer::e2e

#endif  // CPSIZER_TESTS_E2E_AUTOSCALING_SCENARIO_H_
