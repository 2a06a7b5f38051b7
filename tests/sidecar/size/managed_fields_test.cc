#include "client/sidecar/size/managed_fields.h"

#include "client/objects/hypershift.h"
#include "client/sidecar/size/objects.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/sidecar/size/objects.h"

namespace cpsizer::sidecar {
namespace {

using kube::Json;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

Json Object(const Json& entries) {
  return {{"metadata", {{"managedFields", entries}}}};
}

Json OwnsCondition(const char* operation, const Json& conditions) {
  return {{"manager", "m"}, {"operation", operation}, {"fieldsV1", {{"f:status", {{"f:conditions", conditions}}}}}};
}

TEST(ConditionOwnersTest, ReturnsEntriesOfTheTypeAndOfAtomicLists) {
  const Json entry = {{R"(k:{"type":"ClusterSizingConfigurationValid"})", Json::object()}};
  const Json other = {{R"(k:{"type":"Other"})", Json::object()}};
  const auto owners = [](const Json& condition) {
    return ConditionOwners(Object(Json::array({condition})), objects::kConfigurationCondition);
  };
  EXPECT_THAT(owners(OwnsCondition("Apply", entry)), ElementsAre(ConditionOwner{"m", true}));
  EXPECT_THAT(owners(OwnsCondition("Update", entry)), ElementsAre(ConditionOwner{"m", false}));
  EXPECT_THAT(owners(OwnsCondition("Apply", other)), IsEmpty());
  EXPECT_THAT(owners(OwnsCondition("Apply", Json(7))), IsEmpty());
  const Json of_annotation = {{"f:metadata", {{"f:annotations", {{"f:example.com/size", Json::object()}}}}}};
  EXPECT_THAT(owners({{"manager", "m"}, {"operation", "Update"}, {"fieldsV1", of_annotation}}), IsEmpty());
}

TEST(ConditionOwnersTest, ReturnsWhoOwnsTheConditionAsAWhole) {
  const auto is_whole = [](const Json& conditions) {
    return ConditionOwners(Object(Json::array({OwnsCondition("Update", conditions)})), objects::kConfigurationCondition)
        .at(0)
        .whole;
  };
  const char* const key = R"(k:{"type":"ClusterSizingConfigurationValid"})";
  EXPECT_TRUE(is_whole({{key, {{".", Json::object()}, {"f:message", Json::object()}}}}));
  EXPECT_FALSE(is_whole({{key, {{"f:message", Json::object()}}}}));
  EXPECT_TRUE(is_whole(Json::object())) << "atomic";
}

}  // namespace
}  // namespace cpsizer::sidecar
