#include "client/kube/requests.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/testing/json.h"

namespace cpsizer::kube {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

const ObjectVersion kRequestsVersion = {"/apis/g/v1/namespaces/n/things/a", "U", "7"};

TEST(RequestsTest, AMergePatchCarriesItsPreconditions) {
  const absl::StatusOr<HttpRequest> request =
      MergePatch(kRequestsVersion, {{"metadata", {{"annotations", {{"k", "v"}}}}}}, "cpsizer sidecar");
  ASSERT_TRUE(request.ok());
  EXPECT_EQ(request->method, "PATCH");
  EXPECT_EQ(request->path, "/apis/g/v1/namespaces/n/things/a?fieldManager=cpsizer%20sidecar");
  EXPECT_THAT(request->headers, ElementsAre("Accept: application/json", "Content-Type: application/merge-patch+json"));
  EXPECT_EQ(ParseJson(request->body),
            ParseJson(R"({"metadata":{"annotations":{"k":"v"},"uid":"U","resourceVersion":"7"}})"));
}

TEST(RequestsTest, NothingIsWrittenToAnObjectThatCouldBeAnother) {
  const ObjectVersion kUnknown[] = {{"/x", "", "7"}, {"/x", "U", ""}, {"/x", "", ""}};
  for (const ObjectVersion& version : kUnknown) {
    for (const absl::Status& status : {MergePatch(version, Json::object(), "m").status(), Delete(version).status()}) {
      EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
      EXPECT_THAT(std::string(status.message()), HasSubstr("/x is not written: its "));
    }
  }
}

TEST(RequestsTest, ADeletionCarriesItsPreconditions) {
  const absl::StatusOr<HttpRequest> request = Delete(kRequestsVersion);
  ASSERT_TRUE(request.ok());
  EXPECT_EQ(request->method, "DELETE");
  EXPECT_EQ(request->path, kRequestsVersion.path);
  EXPECT_EQ(ParseJson(request->body)["preconditions"], ParseJson(R"({"uid":"U","resourceVersion":"7"})"));
}

TEST(RequestsTest, AnApplyIsNeverForced) {
  const HttpRequest request = Apply("/x/status", ParseJson(R"({"kind":"Thing"})"), "m");
  EXPECT_EQ(request.method, "PATCH");
  EXPECT_EQ(request.path, "/x/status?fieldManager=m");
  EXPECT_EQ(request.headers.back(), "Content-Type: application/apply-patch+yaml");
  EXPECT_EQ(request.body, R"({"kind":"Thing"})");
}

TEST(RequestsTest, ACreateRequestUsesTheCollectionPath) {
  const HttpRequest request = Create("/apis/g/v1/things", {{"a", "gr\xff"}}, "m");
  EXPECT_EQ(request.method, "POST");
  EXPECT_EQ(request.path, "/apis/g/v1/things?fieldManager=m");
  EXPECT_EQ(request.headers.back(), "Content-Type: application/json");
  EXPECT_EQ(request.body, "{\"a\":\"gr\xef\xbf\xbd\"}");
}

}  // namespace
}  // namespace cpsizer::kube
