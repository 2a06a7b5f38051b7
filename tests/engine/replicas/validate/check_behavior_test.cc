// Tests the validation of behavior: section 16 of docs/reference/horizontal-pod-autoscaler.md.
#include "server/engine/replicas/validate/check_behavior.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "cpsizer/limits.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/engine/replicas/autoscalers.h"

namespace cpsizer {
namespace {

using ::cpsizer::testing::ErrorsIn;
using ::cpsizer::testing::WithBehavior;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

struct CheckBehaviorCase {
  const char* name;
  const char* rules;
  // The paths are relative to scaleUp or scaleDown.
  std::vector<std::string> errors;
};

const std::vector<CheckBehaviorCase>& CheckBehaviorCases() {
  static const std::vector<CheckBehaviorCase> cases = {
      {"nothing, which means the defaults", "{}", {}},
      {"the bounds of the window", R"({"stabilizationWindowSeconds": 3600})", {}},
      {"no window", R"({"stabilizationWindowSeconds": 0})", {}},
      {"a window too long",
       R"({"stabilizationWindowSeconds": 3601})",
       {"VALUE_OUT_OF_RANGE ~.stabilizationWindowSeconds"}},
      {"a negative window",
       R"({"stabilizationWindowSeconds": -1})",
       {"VALUE_OUT_OF_RANGE ~.stabilizationWindowSeconds"}},
      {"each way to select", R"({"selectPolicy": "Min"})", {}},
      {"no way to select", R"({"selectPolicy": "Average"})", {"VALUE_NOT_SUPPORTED ~.selectPolicy"}},
      {"an empty way to select", R"({"selectPolicy": ""})", {"FIELD_REQUIRED ~.selectPolicy"}},
      {"the bounds of a policy",
       R"({"policies": [{"type": "Pods", "value": 1, "periodSeconds": 1},
                        {"type": "Percent", "value": 2147483647, "periodSeconds": 1800}]})",
       {}},
      {"an empty policy",
       R"({"policies": [{}]})",
       {"FIELD_REQUIRED ~.policies[0].type", "VALUE_OUT_OF_RANGE ~.policies[0].value",
        "VALUE_OUT_OF_RANGE ~.policies[0].periodSeconds"}},
      {"a bad policy after a good one",
       R"({"policies": [{"type": "Pods", "value": 1, "periodSeconds": 15},
                        {"type": "pods", "value": -4, "periodSeconds": 1801}]})",
       {"VALUE_NOT_SUPPORTED ~.policies[1].type", "VALUE_OUT_OF_RANGE ~.policies[1].value",
        "VALUE_OUT_OF_RANGE ~.policies[1].periodSeconds"}},
      {"policies count though none is used",
       R"({"selectPolicy": "Disabled", "policies": [{"type": "Pods", "value": 0, "periodSeconds": 15}]})",
       {"VALUE_OUT_OF_RANGE ~.policies[0].value"}},
      {"no tolerance at all", R"({"tolerance": "0"})", {}},
      {"a negative tolerance", R"({"tolerance": "-1m"})", {"VALUE_OUT_OF_RANGE ~.tolerance"}},
      {"no tolerance", R"({"tolerance": "5%"})", {"QUANTITY_MALFORMED ~.tolerance"}},
      {"in order",
       R"({"tolerance": "-1", "policies": [{"type": "Pods", "value": 0, "periodSeconds": 15}], "selectPolicy": "x",
           "stabilizationWindowSeconds": -1})",
       {"VALUE_OUT_OF_RANGE ~.stabilizationWindowSeconds", "VALUE_NOT_SUPPORTED ~.selectPolicy",
        "VALUE_OUT_OF_RANGE ~.policies[0].value", "VALUE_OUT_OF_RANGE ~.tolerance"}},
  };
  return cases;
}

TEST(CheckBehavior, IsTheSameForBothDirections) {
  for (const char* direction : {"scaleUp", "scaleDown"}) {
    for (const CheckBehaviorCase& c : CheckBehaviorCases()) {
      std::vector<std::string> errors;
      for (const std::string& error : c.errors) {
        errors.push_back(absl::StrReplaceAll(error, {{"~", absl::StrCat("spec.behavior.", direction)}}));
      }
      EXPECT_EQ(ErrorsIn(WithBehavior(absl::StrCat("{\"", direction, "\": ", c.rules, "}"))), errors)
          << direction << ": " << c.name;
    }
  }
}

TEST(CheckBehavior, TheLargestNumberOfPoliciesIsChecked) {
  std::string policies;
  for (int i = 1; i < kMaxScalingPolicies; ++i) {
    absl::StrAppend(&policies, R"({"type": "Pods", "value": 1, "periodSeconds": 15},)");
  }
  const auto with_last = [&](absl::string_view last) {
    return ErrorsIn(WithBehavior(absl::StrCat(R"({"scaleUp": {"policies": [)", policies, last, "]}}")));
  };
  constexpr absl::string_view kBad = R"({"type": "Pods", "value": 0, "periodSeconds": 15})";
  EXPECT_THAT(with_last(kBad), ElementsAre("VALUE_OUT_OF_RANGE spec.behavior.scaleUp.policies[99].value"));
  EXPECT_THAT(with_last(absl::StrCat(kBad, ",", kBad)), ElementsAre("LIMIT_EXCEEDED spec.behavior.scaleUp.policies"));
}

TEST(CheckBehavior, AnEmptyOneIsFine) {
  EXPECT_THAT(ErrorsIn(WithBehavior("{}")), IsEmpty());
}

TEST(CheckBehavior, UpComesBeforeDown) {
  EXPECT_THAT(ErrorsIn(WithBehavior(R"({"scaleDown": {"tolerance": ""}, "scaleUp": {"tolerance": ""}})")),
              ElementsAre("QUANTITY_MALFORMED spec.behavior.scaleUp.tolerance",
                          "QUANTITY_MALFORMED spec.behavior.scaleDown.tolerance"));
}

}  // namespace
}  // namespace cpsizer
