#include "client/cli/report/step_path.h"

#include <gtest/gtest.h>

#include <vector>

namespace cpsizer::cli {
namespace {

TEST(StepPathTest, PlacesValuesInThePanel) {
  EXPECT_EQ(PanelY(0, 8), 1000);
  EXPECT_EQ(PanelY(8, 8), 0);
  EXPECT_EQ(PanelY(2, 8), 750);
  EXPECT_EQ(PanelY(9, 8), 0) << "a value above the axis";
  EXPECT_EQ(PanelY(-1, 8), 1000);
  EXPECT_EQ(PanelY(1, 0), 1000) << "an axis without values";
}

TEST(StepPathTest, ALineHasOneCommandForEqualValues) {
  EXPECT_EQ(StepLine(SlotValues{1.0, 1.0, 1.0, 4.0}, 4), "M0 750H3V0H4");
  EXPECT_EQ(StepLine(SlotValues{1.0}, 4), "M0 750H1");
  EXPECT_EQ(StepLine(SlotValues{}, 4), "");
}

TEST(StepPathTest, AGapInterruptsALine) {
  EXPECT_EQ(StepLine(SlotValues{absl::nullopt, 1.0, absl::nullopt, absl::nullopt, 2.0}, 4), "M1 750H2M4 500H5");
}

TEST(StepPathTest, AnAreaIsBetweenTwoLines) {
  EXPECT_EQ(StepArea(SlotValues{0.0, 0.0, 1.0}, SlotValues{2.0, 3.0, 3.0}, 4), "M0 500H1V250H3V750H2V1000H0z");
  EXPECT_EQ(StepArea(SlotValues{0.0, absl::nullopt}, SlotValues{2.0, 3.0}, 4), "M0 500H1V1000H0z");
}

TEST(StepPathTest, AStripHasARectangleForEachRun) {
  EXPECT_EQ(StripArea({true, true, false, true}), "M0 0H2V1000H0zM3 0H4V1000H3z");
  EXPECT_EQ(StripArea({false, true}, 0.25), "M1 750H2V1000H1z");
  EXPECT_EQ(StripArea({false}), "");
}

TEST(StepPathTest, SpansAreInTheMiddleOfSlotsWithTwoValues) {
  EXPECT_EQ(Spans(SlotValues{1.0, 1.0, absl::nullopt}, SlotValues{1.0, 2.0, 3.0}, 4), "M1.5 750V500");
}

}  // namespace
}  // namespace cpsizer::cli
