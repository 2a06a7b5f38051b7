// Tests server-side apply of conditions. As for a real ClusterSizingConfiguration, the operator and cpsizer (`us`)
// apply conditions to the same status.
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/testing/fake_api/fake_api_server.h"
#include "tests/testing/net/raw_http_client.h"

namespace cpsizer::testing {
namespace {

using kube::Find;
using kube::ParseJson;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr char kConfig[] = "/apis/scheduling.hypershift.openshift.io/v1alpha1/clustersizingconfigurations/cluster";

Json Condition(absl::string_view type, absl::string_view message = "m") {
  return {{"type", std::string(type)},
          {"status", "True"},
          {"reason", "R"},
          {"message", std::string(message)},
          {"lastTransitionTime", "2026-11-21T02:00:00Z"}};
}

Json StatusWith(const std::vector<Json>& conditions) {
  return {{"status", {{"conditions", conditions}}}};
}

class FakeApiApplyTest : public ::testing::Test {
 protected:
  FakeApiApplyTest() {
    server_.InstallKind(ClusterSizingConfigurations());
    server_.Put({{"apiVersion", "scheduling.hypershift.openshift.io/v1alpha1"},
                 {"kind", "ClusterSizingConfiguration"},
                 {"metadata", {{"name", "cluster"}}},
                 {"spec", {{"sizes", Json::array()}}}});
  }

  RawHttpClient::Reply Apply(absl::string_view manager, const Json& body) {
    RawHttpClient client(server_.url());
    client.Begin("PATCH", absl::StrCat(kConfig, "/status?fieldManager=", manager), body.dump(),
                 {"Content-Type: application/apply-patch+yaml"});
    return client.Read();
  }

  std::vector<std::string> Types() const {
    std::vector<std::string> types;
    const Json object = server_.Get(kConfig);
    for (const Json& condition : Find(object, {"status", "conditions"})) types.push_back(condition["type"]);
    return types;
  }

  std::vector<std::string> OwnersOf(const std::string& type) const {
    std::vector<std::string> owners;
    const Json object = server_.Get(kConfig);
    const std::string key = absl::StrCat(R"(k:{"type":")", type, R"("})");
    for (const Json& entry : object["metadata"]["managedFields"]) {
      if (Find(entry, {"fieldsV1", "f:status", "f:conditions"}).contains(key)) owners.push_back(entry["manager"]);
    }
    return owners;
  }

  FakeApiServer server_;
};

TEST_F(FakeApiApplyTest, EachManagerOwnsItsConditionType) {
  EXPECT_EQ(Apply("operator", StatusWith({Condition("Valid")})).code, 200);
  EXPECT_EQ(Apply("us", StatusWith({Condition("Other")})).code, 200);
  EXPECT_THAT(Types(), ElementsAre("Valid", "Other"));
  EXPECT_THAT(OwnersOf("Valid"), ElementsAre("operator"));
  EXPECT_THAT(OwnersOf("Other"), ElementsAre("us"));
  const Json entry = server_.Get(kConfig)["metadata"]["managedFields"].back();
  EXPECT_EQ(entry["subresource"], "status");
  EXPECT_EQ(entry["operation"], "Apply");
  EXPECT_EQ(server_.Get(kConfig)["metadata"]["generation"], 1);
}

TEST_F(FakeApiApplyTest, RepeatedApplyIsNotAChange) {
  Apply("us", StatusWith({Condition("Valid")}));
  const Json before = server_.Get(kConfig);
  Apply("us", StatusWith({Condition("Valid")}));
  EXPECT_EQ(server_.Get(kConfig), before);
  EXPECT_EQ(Apply("us", StatusWith({Condition("Valid", "other")})).code, 200);
  EXPECT_NE(server_.Get(kConfig), before);
}

TEST_F(FakeApiApplyTest, DifferentValuesConflictAndEqualValuesAreShared) {
  Apply("operator", StatusWith({Condition("Valid")}));
  const auto conflict = Apply("us", StatusWith({Condition("Valid", "other")}));
  EXPECT_EQ(conflict.code, 409);
  EXPECT_EQ(ParseJson(conflict.body)["details"]["causes"][0]["field"], R"(.status.conditions[type="Valid"].message)");
  EXPECT_EQ(Apply("us", StatusWith({Condition("Valid")})).code, 200);
  EXPECT_THAT(OwnersOf("Valid"), ElementsAre("operator", "us"));
  EXPECT_EQ(Apply("operator", StatusWith({Condition("Valid", "other")})).code, 409);
  // When cpsizer releases the condition, the operator still owns it.
  EXPECT_EQ(Apply("us", StatusWith({})).code, 200);
  EXPECT_THAT(Types(), ElementsAre("Valid"));
  EXPECT_EQ(Apply("operator", StatusWith({Condition("Valid", "other")})).code, 200);
}

TEST_F(FakeApiApplyTest, UpdateAndApplyOfOneNameAreTwoOwners) {
  server_.Modify(
      kConfig, [](Json& object) { object["status"]["conditions"] = Json::array({Condition("Valid")}); }, "us");
  EXPECT_EQ(Apply("us", StatusWith({Condition("Valid", "other")})).code, 409);
}

TEST_F(FakeApiApplyTest, AnOwnEntryIsDropped) {
  for (const Json& body : {StatusWith({}), Json::object()}) {
    Apply("us", StatusWith({Condition("Valid")}));
    EXPECT_EQ(Apply("us", body).code, 200);
    EXPECT_THAT(Types(), IsEmpty());
  }
  Apply("us", StatusWith({Condition("Valid")}));
  const auto refused = Apply("us", {{"status", Json::object()}});
  EXPECT_EQ(refused.code, 422);
  EXPECT_THAT(refused.body, HasSubstr("status in body must be of type object"));
}

TEST_F(FakeApiApplyTest, EntryIsRemovedWithUpdatesOfAnotherManager) {
  Apply("us", StatusWith({Condition("Valid")}));
  server_.Modify(
      kConfig, [](Json& object) { object["status"]["conditions"][0]["message"] = "theirs"; }, "operator");
  EXPECT_THAT(OwnersOf("Valid"), ElementsAre("us", "operator"));
  const auto refused = Apply("us", StatusWith({}));
  EXPECT_EQ(refused.code, 422);
  EXPECT_THAT(refused.body, HasSubstr("conditions in body must be of type array"));
  EXPECT_THAT(OwnersOf("Valid"), ElementsAre("us", "operator"));
  server_.Modify(
      kConfig, [](Json& object) { object["status"]["conditions"].push_back(Condition("Other")); }, "operator");
  EXPECT_EQ(Apply("us", StatusWith({})).code, 200);
  EXPECT_THAT(Types(), ElementsAre("Other"));
  EXPECT_THAT(OwnersOf("Valid"), IsEmpty());
}

TEST_F(FakeApiApplyTest, RefusesTheErrorsOfTheSchema) {
  for (const char* const name : {"status", "reason", "message", "lastTransitionTime"}) {
    Json condition = Condition("Valid");
    condition.erase(name);
    EXPECT_EQ(Apply("us", StatusWith({condition})).code, 422) << name;
  }
  const auto undeclared = Apply("us", {{"status", {{"what", 1}}}});
  EXPECT_EQ(undeclared.code, 500);
  EXPECT_FALSE(ParseJson(undeclared.body).contains("reason"));
}

}  // namespace
}  // namespace cpsizer::testing
