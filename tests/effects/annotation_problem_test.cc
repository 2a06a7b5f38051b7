// Tests which annotations cannot be used, and what happens then.
#include "client/effects/annotation_problem.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "client/objects/hypershift.h"

namespace cpsizer::effects {
namespace {

struct ProblemCase {
  std::string key;
  const char* value;
  Consequence consequence;
  const char* why;
};

std::string RequestOf(const char* target) {
  return absl::StrCat(objects::kRequestOverridePrefix, target);
}

TEST(AnnotationProblemTest, EachProblemHasItsConsequence) {
  const ProblemCase cases[] = {
      {RequestOf("etcd.etcd"), "memory=2Gi,cpu=1", Consequence::kNone, ""},
      {RequestOf("etcd.etcd"), "example.com/device=1", Consequence::kNone, ""},
      {RequestOf("etcd"), "memory=2Gi", Consequence::kStopsOperator, "\"etcd\" is not DEPLOYMENT.CONTAINER"},
      {RequestOf("etcd.etcd"), "", Consequence::kStopsOperator, "\"\" is not RESOURCE=QUANTITY"},
      {RequestOf("etcd.etcd"), "memory=2Gi,", Consequence::kStopsOperator, "\"\" is not RESOURCE=QUANTITY"},
      {RequestOf("etcd.etcd"), "mem=2Gi", Consequence::kStopsOperator,
       "\"mem\" is not a resource of containers; write cpu or memory"},
      {RequestOf("etcd.etcd"), "memory=2GB,cpu=x", Consequence::kIgnored, "\"2GB\" and \"x\" are not quantities"},
      {RequestOf("etcd.etcd"), "memory=-2Gi", Consequence::kRefused, "\"-2Gi\" is negative"},
      {RequestOf(".etcd"), "memory=2Gi", Consequence::kIgnored, "\".etcd\" has no name of a deployment"},
      {RequestOf("etcd."), "memory=2Gi", Consequence::kIgnored, "\"etcd.\" has no name of a container"},
      {RequestOf("a.b.c"), "memory=2Gi", Consequence::kIgnored,
       "\"b.c\" is not the name of a container, because it has a dot"},
      {objects::kGoMemLimit, "7GiB", Consequence::kNone, ""},
      {objects::kGoMemLimit, "off", Consequence::kNone, ""},
      {objects::kGoMemLimit, "", Consequence::kNone, ""},
      {objects::kGoMemLimit, "1024B", Consequence::kNone, ""},
      {objects::kGoMemLimit, "8388607TiB", Consequence::kNone, ""},
      {objects::kGoMemLimit, "8388608TiB", Consequence::kStopsApiServer, "\"8388608TiB\" is not a GOMEMLIMIT"},
      {objects::kGoMemLimit, "7Gi", Consequence::kStopsApiServer, "\"7Gi\" is not a GOMEMLIMIT"},
      {objects::kGoMemLimit, "iB", Consequence::kStopsApiServer, "\"iB\" is not a GOMEMLIMIT"},
      {objects::kGoMemLimit, "-1", Consequence::kStopsApiServer, "\"-1\" is not a GOMEMLIMIT"},
      {objects::kHealthCheckTimeout, "8m0s", Consequence::kNone, ""},
      {objects::kHealthCheckTimeout, "8", Consequence::kIgnored, "\"8\" is not a duration"},
      {objects::kMaxInflight, "400", Consequence::kNone, ""},
      {objects::kMaxInflight, "-1", Consequence::kStopsApiServer, "\"-1\" is not a number from 0 on"},
      {objects::kMaxMutatingInflight, "many", Consequence::kStopsApiServer, "\"many\" is not a number from 0 on"},
      {objects::kEtcdPriorityClass, "any", Consequence::kNone, ""},
  };
  for (const ProblemCase& each : cases) {
    const AnnotationProblem problem = ProblemOf(each.key, each.value);
    EXPECT_EQ(problem.consequence, each.consequence) << each.key << ": " << each.value;
    EXPECT_EQ(problem.why, each.why) << each.key << ": " << each.value;
  }
}

}  // namespace
}  // namespace cpsizer::effects
