#include "client/objects/hypershift.h"

#include "gtest/gtest.h"

namespace cpsizer::objects {
namespace {

TEST(HyperShiftTest, ControlPlaneNamespaceJoinsNamespaceAndNameWithoutDots) {
  EXPECT_EQ(ControlPlaneNamespace("clusters", "hc1"), "clusters-hc1");
  EXPECT_EQ(ControlPlaneNamespace("clusters", "hc.1.b"), "clusters-hc-1-b");
  EXPECT_EQ(ControlPlaneNamespace("a-b", "c"), ControlPlaneNamespace("a", "b.c"));
}

}  // namespace
}  // namespace cpsizer::objects
