#include "client/webhook/admission_review.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "absl/strings/str_cat.h"
#include "tests/webhook/review_bodies.h"

namespace cpsizer::webhook {
namespace {

using ::cpsizer::testing::MachineAutoscalerOf;
using ::cpsizer::testing::ReviewOf;
using ::testing::HasSubstr;

TEST(AdmissionReviewTest, ReadsTheRequest) {
  nlohmann::json body = ReviewOf("UPDATE", MachineAutoscalerOf(1, 2));
  body["request"]["oldObject"] = MachineAutoscalerOf(3, 4);
  body["request"]["subResource"] = "status";
  body["request"]["dryRun"] = true;
  const absl::StatusOr<AdmissionReview> review = ReadAdmissionReview(body.dump());
  ASSERT_TRUE(review.ok()) << review.status();
  EXPECT_EQ(review->uid, "705ab4f5-6393-11e8-b7cc-42010a800002");
  EXPECT_EQ(review->operation, Operation::kUpdate);
  EXPECT_EQ(review->operation_text, "UPDATE");
  EXPECT_EQ(review->sub_resource, "status");
  EXPECT_EQ(review->api_version, "autoscaling.openshift.io/v1beta1");
  EXPECT_EQ(review->kind, "MachineAutoscaler");
  EXPECT_EQ(review->name_space, "openshift-machine-api");
  EXPECT_EQ(review->name, "worker");
  EXPECT_EQ(review->user, "admin");
  EXPECT_TRUE(review->dry_run);
  EXPECT_EQ(tree::NumberAt(review->object, {"spec", "minReplicas"}), 1);
  EXPECT_EQ(tree::NumberAt(review->old_object, {"spec", "minReplicas"}), 3);
}

TEST(AdmissionReviewTest, AnObjectOfTheCoreGroupHasOnlyAVersion) {
  nlohmann::json body = ReviewOf("CREATE", MachineAutoscalerOf(1, 2));
  body["request"]["kind"] = {{"group", ""}, {"version", "v1"}, {"kind", "Pod"}};
  EXPECT_EQ(ReadAdmissionReview(body.dump())->api_version, "v1");
}

TEST(AdmissionReviewTest, ManagedFieldsAreNotRead) {
  nlohmann::json object = MachineAutoscalerOf(1, 2);
  object["metadata"]["managedFields"] = {{{"manager", "kubectl"}}};
  const absl::StatusOr<AdmissionReview> review = ReadAdmissionReview(ReviewOf("CREATE", object).dump());
  EXPECT_TRUE(tree::Find(review->object, {"metadata", "managedFields"}).is_null());
}

TEST(AdmissionReviewTest, RefusesAnInvalidReviewWithOneSentence) {
  const nlohmann::json good = ReviewOf("CREATE", MachineAutoscalerOf(1, 2));
  const auto with = [&good](const char* pointer, const nlohmann::json& value) {
    nlohmann::json changed = good;
    changed[nlohmann::json::json_pointer(pointer)] = value;
    return changed.dump();
  };
  const struct {
    std::string body;
    absl::string_view why;
  } kCases[] = {
      {"", "it is not a JSON object"},
      {"{", "it is not a JSON object"},
      {"[]", "it is not a JSON object"},
      {good.dump() + "x", "it is not a JSON object"},
      {std::string(100'000, '['), "it is not a JSON object"},
      {absl::StrCat("{\"a\":[", std::string(3'000'000, '0'), "]}"), "it is not a JSON object"},
      {absl::StrCat("{\"a\":", std::string(401, '9'), "}"),
       "it has a number that is too large: 999999999999999999999999..."},
      {R"({"a":-1e400})", "it has a number that is too large: -1e400"},
      {absl::StrCat("{\"a\":", std::string(512, '['), std::string(512, ']'), "}"), "it has more than 512 levels"},
      {"{}", "its apiVersion is \"\""},
      {with("/apiVersion", "admission.k8s.io/v1beta1"), "its apiVersion is \"admission.k8s.io/v1beta1\""},
      {with("/kind", "Pod\n"), "its kind \"Pod\\n\""},
      {with("/request", nullptr), "it has no request"},
      {with("/request", "x"), "it has no request"},
      {with("/request/uid", ""), "request.uid is missing"},
      {with("/request/uid", 5), "request.uid is missing"},
      {with("/request/uid", std::string(kMaxUidBytes + 1, 'u')), "request.uid is too long"},
      {with("/request/kind", nullptr), "request.kind.kind is missing"},
  };
  for (const auto& test : kCases) {
    const absl::StatusOr<AdmissionReview> review = ReadAdmissionReview(test.body);
    ASSERT_FALSE(review.ok()) << test.body.substr(0, 100);
    EXPECT_TRUE(absl::IsInvalidArgument(review.status()));
    EXPECT_THAT(std::string(review.status().message()), HasSubstr(test.why)) << test.body.substr(0, 100);
    EXPECT_EQ(review.status().message().find('\n'), absl::string_view::npos);
  }
}

TEST(AdmissionReviewTest, RefusesAReviewWithTooManyValues) {
  std::string body = "{\"a\":[0";
  for (int i = 0; i < 1'000'000; ++i) body += ",0";
  EXPECT_THAT(std::string(ReadAdmissionReview(body + "]}").status().message()), HasSubstr("too many values"));
}

TEST(AdmissionReviewTest, FormatsADenial) {
  ReviewResult result;
  result.allowed = false;
  result.code = 422;
  result.reason = "Invalid";
  result.message = "no\nhow \xff";
  const std::string body = FormatAdmissionReview("u\"1", result);
  const nlohmann::json review = nlohmann::json::parse(body);
  EXPECT_EQ(review["apiVersion"], "admission.k8s.io/v1");
  EXPECT_EQ(review["kind"], "AdmissionReview");
  EXPECT_EQ(review["response"]["uid"], "u\"1");
  EXPECT_EQ(review["response"]["allowed"], false);
  EXPECT_EQ(review["response"]["status"]["code"], 422);
  EXPECT_EQ(review["response"]["status"]["reason"], "Invalid");
  EXPECT_EQ(review["response"]["status"]["message"], "no\nhow \xef\xbf\xbd");
  EXPECT_FALSE(review["response"].contains("warnings"));
}

TEST(AdmissionReviewTest, FormatsWarnings) {
  ReviewResult result;
  result.warnings = {"one", "two"};
  const nlohmann::json review = nlohmann::json::parse(FormatAdmissionReview("u", result));
  EXPECT_EQ(review["response"]["allowed"], true);
  EXPECT_EQ(review["response"]["warnings"], nlohmann::json({"one", "two"}));
  EXPECT_FALSE(review["response"].contains("status"));
}

}  // namespace
}  // namespace cpsizer::webhook
