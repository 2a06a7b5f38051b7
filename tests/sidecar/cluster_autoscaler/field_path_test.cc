#include "client/sidecar/cluster_autoscaler/field_path.h"

#include <gtest/gtest.h>

#include <string>

#include "absl/types/optional.h"

namespace cpsizer::sidecar {
namespace {

FieldStep KeyStep(const std::string& key) {
  return {key, absl::nullopt};
}

FieldStep IndexStep(size_t index) {
  return {"", index};
}

TEST(FieldPathTest, StepsInBracketsFollowEachOther) {
  EXPECT_EQ(ParseFieldPath("a[0][1].b"), (FieldPath{KeyStep("a"), IndexStep(0), IndexStep(1), KeyStep("b")}));
  EXPECT_EQ(ParseFieldPath("a[0][example.com/b].c"),
            (FieldPath{KeyStep("a"), IndexStep(0), KeyStep("example.com/b"), KeyStep("c")}));
}

}  // namespace
}  // namespace cpsizer::sidecar
