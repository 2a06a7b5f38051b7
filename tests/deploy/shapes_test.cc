// Tests the list of shapes. Combinations that are not in the list are never applied to an API server.
#include "tests/deploy/shapes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <set>
#include <string>

#include "absl/strings/str_cat.h"
#include "tests/testing/paths.h"

namespace cpsizer::deploy {
namespace {

using ::testing::Contains;

TEST(ShapesTest, EachOverlayAndComponentIsInAShape) {
  std::set<std::string> tried;
  for (const Shape& shape : Shapes()) {
    tried.insert(shape.resources.begin(), shape.resources.end());
    tried.insert(shape.components.begin(), shape.components.end());
  }
  for (const char* kind : {"overlays", "components"}) {
    for (const auto& entry : std::filesystem::directory_iterator(testing::SourcePath(absl::StrCat("deploy/", kind)))) {
      EXPECT_THAT(tried, Contains(absl::StrCat(kind, "/", entry.path().filename().string())));
    }
  }
}

}  // namespace
}  // namespace cpsizer::deploy
