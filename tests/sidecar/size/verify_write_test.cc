#include "tests/sidecar/size/verify_write.h"

#include <string>

#include "gtest/gtest.h"
#include "tests/sidecar/size/objects.h"

namespace cpsizer::sidecar {
namespace {

using kube::Json;
using testing::FakeApiWrite;

constexpr char kCondition[] = R"(k:{"type":"ClusterSizingConfigurationValid"})";

// Returns an entry of managedFields. Its manager owns the whole condition or only the message, depending on `part`.
Json OwnerOf(const char* part, const char* manager, const char* operation = "Apply") {
  return {{"manager", manager},
          {"operation", operation},
          {"fieldsV1", {{"f:status", {{"f:conditions", {{kCondition, {{part, Json::object()}}}}}}}}}};
}

// The conditions of a configuration have the owners in `owners`. Returns the result of verifying a write that releases
// the condition.
std::string VerifyConditionRelease(const Json& owners) {
  FakeApiWrite write;
  write.method = "PATCH";
  write.path = "/apis/scheduling.hypershift.openshift.io/v1alpha1/clustersizingconfigurations/cluster/status";
  write.query = {{"fieldManager", "cpsizer-sidecar"}};
  write.content_type = "application/apply-patch+yaml";
  Json configuration = ConfigurationJson();
  configuration["metadata"]["uid"] = "u";
  configuration["metadata"]["managedFields"] = owners;
  const Json body = {{"apiVersion", configuration["apiVersion"]},
                     {"kind", configuration["kind"]},
                     {"metadata", {{"name", "cluster"}, {"uid", "u"}}},
                     {"status", {{"conditions", Json::array()}}}};
  return VerifyConditionWrite({write, body, {}, {}, configuration});
}

TEST(VerifyWriteTest, AConditionIsReleasedOnlyIfItIsSharedAndStays) {
  const Json ours = OwnerOf(".", "cpsizer-sidecar");
  const Json theirs = OwnerOf(".", "hypershift-operator");
  EXPECT_EQ(VerifyConditionRelease(Json::array({ours, theirs})), "");
  const char kTheirs[] = "the condition is another writer's";
  EXPECT_EQ(VerifyConditionRelease(Json::array({theirs})), kTheirs) << "no part of it is from the sidecar";
  EXPECT_EQ(VerifyConditionRelease(Json::array({ours, OwnerOf("f:message", "hypershift-operator", "Update")})), kTheirs)
      << "it would go, with what they wrote in it";
  EXPECT_EQ(VerifyConditionRelease(Json::array({OwnerOf(".", "cpsizer-sidecar", "Update"), theirs})), kTheirs);
  const char kWrong[] = "not the result of the library";
  EXPECT_EQ(VerifyConditionRelease(Json::array({ours})), kWrong) << "it has no other owner";
  EXPECT_EQ(VerifyConditionRelease(Json::array()), kWrong);
}

}  // namespace
}  // namespace cpsizer::sidecar
