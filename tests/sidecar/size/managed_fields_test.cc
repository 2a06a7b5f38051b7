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

constexpr char kManagedFieldsKey[] = "example.com/size";

Json Entry(const char* manager, const char* time, const Json& fields) {
  return {{"manager", manager}, {"operation", "Update"}, {"time", time}, {"fieldsV1", fields}};
}

Json OwnsAnnotation(const std::string& key) {
  return {{"f:metadata", {{"f:annotations", {{".", Json::object()}, {"f:" + key, Json::object()}}}}}};
}

Json Object(const Json& entries) {
  return {{"metadata", {{"managedFields", entries}}}};
}

TEST(AnnotationManagerTest, IsTheOneThatOwnsTheKeyAndLastDid) {
  EXPECT_EQ(AnnotationManager(
                Object(Json::array({Entry("kubectl", "2026-01-01T00:00:00Z", OwnsAnnotation("other")),
                                    Entry("operator", "2026-01-01T00:00:00Z", OwnsAnnotation(kManagedFieldsKey)),
                                    Entry("older", "2025-01-01T00:00:00Z", OwnsAnnotation(kManagedFieldsKey))})),
                kManagedFieldsKey),
            "operator");
}

TEST(AnnotationManagerTest, IsTheLastOneOfTheSameTime) {
  EXPECT_EQ(AnnotationManager(
                Object(Json::array({Entry("operator", "2026-01-01T00:00:00Z", OwnsAnnotation(kManagedFieldsKey)),
                                    Entry("kubectl", "2026-01-01T00:00:00Z", OwnsAnnotation(kManagedFieldsKey))})),
                kManagedFieldsKey),
            "kubectl");
}

TEST(AnnotationManagerTest, IsUnknownForMissingOrInvalidEntries) {
  EXPECT_EQ(AnnotationManager(Json::object(), kManagedFieldsKey), "");
  for (const char* text :
       {"[]", "7", R"("x")", "[7]", R"([{"fieldsV1": 7}])", R"([{"fieldsV1": {"f:metadata": []}}])"}) {
    EXPECT_EQ(AnnotationManager(Object(kube::ParseJson(text)), kManagedFieldsKey), "") << text;
  }
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
  EXPECT_THAT(owners(Entry("m", "2026-01-01T00:00:00Z", OwnsAnnotation(kManagedFieldsKey))), IsEmpty());
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
