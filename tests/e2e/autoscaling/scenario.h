#ifndef CPSIZER_TESTS_E2E_AUTOSCALING_SCENARIO_H_
#define CPSIZER_TESTS_E2E_AUTOSCALING_SCENARIO_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "tests/testing/json.h"

namespace cpsizer::e2e {

// One autoscaler, its input and its expected result. A scenario is an entry of the table in `scenarios/`. The README in
// that folder explains each field.
struct Scenario {
  // The tested behavior, as a sentence.
  std::string name;
  // The section of docs/reference/horizontal-pod-autoscaler.md, such as `8.1`.
  std::string section;
  // The namespace of the scenario. Its name contains the number of the scenario; see ReadScenarios().
  std::string name_space;
  // The fields as they are written in the table.
  kube::Json fields;
};

// Reads the scenarios of one file of the table. The first scenario gets the number `first`. Errors: InvalidArgument if
// a field is unknown or missing.
absl::StatusOr<std::vector<Scenario>> ReadScenarios(const std::string& file, size_t first);

// Returns the fields after this number of changes; 0 returns the initial fields. A field of a change replaces the same
// field of the previous state.
kube::Json FieldsAfter(const Scenario& scenario, size_t changes);
size_t ChangesOf(const Scenario& scenario);

// Returns the value of a field, or `otherwise` if the field does not exist.
kube::Json FieldOr(const kube::Json& fields, const char* name, kube::Json otherwise);

}  // namespace cpsizer::e2e

#endif  // CPSIZER_TESTS_E2E_AUTOSCALING_SCENARIO_H_
