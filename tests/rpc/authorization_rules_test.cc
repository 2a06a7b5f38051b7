#include "server/rpc/authorization_rules.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "google/protobuf/descriptor.pb.h"
#include "proto/descriptor_set.h"

namespace cpsizer::server {
namespace {

using ::testing::HasSubstr;

std::vector<std::string> AllowedMethods(const AuthorizationRules& rules, absl::string_view dns_name) {
  std::vector<std::string> allowed;
  for (const MethodInfo& method : kMethodTable) {
    if (rules.Allow(method.method, {{NameKind::kDns, dns_name}})) allowed.emplace_back(method.name);
  }
  return allowed;
}

TEST(AuthorizationRulesTest, EveryMethodOfTheServiceHasRules) {
  google::protobuf::FileDescriptorSet files;
  ASSERT_TRUE(files.ParseFromString(std::string(DescriptorSet())));
  size_t methods = 1;  // 1 for the method of reflection
  for (const auto& file : files.file()) {
    if (file.package() != "cpsizer.v1" || file.service_size() == 0) continue;
    for (const auto& method : file.service(0).method()) {
      EXPECT_TRUE(AuthorizationRules::Parse(absl::StrCat(method.name(), " *")).ok()) << method.name();
      ++methods;
    }
  }
  EXPECT_EQ(methods, kMethodCount);
}

TEST(AuthorizationRulesTest, CombinesLinesAndAStarAllowsEveryMethod) {
  const auto rules = AuthorizationRules::Parse(
      "# who may call\n"
      "*\tdns:all.example.org  # the sidecar\r\n"
      "\n"
      "ValidateConfig dns:ci.example.org dns:check.example.org\n"
      "RecommendSize   dns:ci.example.org\n"
      "reflection dns:person.example.org");
  ASSERT_TRUE(rules.ok()) << rules.status();
  EXPECT_EQ(rules->size(), 5u);
  EXPECT_EQ(AllowedMethods(*rules, "all.example.org"),
            std::vector<std::string>({"RecommendSize", "BatchRecommendSize", "ValidateConfig", "RecommendReplicas",
                                      "ScaleCpuRequests", "RecommendMachine", "PlanClusterAutoscaler",
                                      "BatchRecommendReplicas", "reflection"}));
  EXPECT_EQ(AllowedMethods(*rules, "ci.example.org"), std::vector<std::string>({"RecommendSize", "ValidateConfig"}));
  EXPECT_EQ(AllowedMethods(*rules, "check.example.org"), std::vector<std::string>({"ValidateConfig"}));
  EXPECT_EQ(AllowedMethods(*rules, "person.example.org"), std::vector<std::string>({"reflection"}));
  EXPECT_EQ(AllowedMethods(*rules, "other.example.org"), std::vector<std::string>());
}

TEST(AuthorizationRulesTest, ClientsOfTheFlagMayCallEverything) {
  auto rules = AuthorizationRules::Parse("ValidateConfig *");
  EXPECT_EQ(AllowedMethods(*rules, "x"), std::vector<std::string>({"ValidateConfig"}));
  rules->AllowEverywhere(*ParseClientRules("dns:x"));
  EXPECT_EQ(rules->size(), 2u);
  EXPECT_EQ(AllowedMethods(*rules, "x").size(), kMethodCount);
  EXPECT_EQ(AllowedMethods(*rules, "y"), std::vector<std::string>({"ValidateConfig"}));
}

TEST(AuthorizationRulesTest, WithoutRulesEveryCallIsDenied) {
  EXPECT_EQ(AllowedMethods(AuthorizationRules(), "x"), std::vector<std::string>());
}

TEST(AuthorizationRulesTest, ReportsErrorsWithTheirLineNumber) {
  const struct {
    const char* text;
    const char* error;
  } kCases[] = {
      {"", "line 1: there is no rule, so every call would be denied; write `* *` to allow every client"},
      {"# RecommendSize dns:x\n\n",
       "line 3: there is no rule, so every call would be denied; write `* *` to allow every client"},
      {"* *\nRecomendSize dns:x", "line 2: there is no method RecomendSize; did you mean \"RecommendSize\"?"},
      {"Frobnicate dns:x",
       "line 1: there is no method Frobnicate; write one of RecommendSize, BatchRecommendSize, ValidateConfig, "
       "RecommendReplicas, ScaleCpuRequests, RecommendMachine, PlanClusterAutoscaler, BatchRecommendReplicas, "
       "reflection, or * for all"},
      {"dns:x RecommendSize",
       "line 1: there is no method dns:x; write one of RecommendSize, BatchRecommendSize, ValidateConfig, "
       "RecommendReplicas, ScaleCpuRequests, RecommendMachine, PlanClusterAutoscaler, BatchRecommendReplicas, "
       "reflection, or * for all"},
      {"RecommendSize # dns:x", "line 1: has no client; write one or more after the method"},
      {"RecommendSize dns:x z", "line 1: client z is not uri:NAME, dns:NAME or *"},
      {"RecommendSize dns:x,dns:y", "line 1: client dns:x,dns:y has a character that is not allowed in such a name"},
      {"\x1b[31m x",
       "line 1: there is no method \\x1b[31m; write one of RecommendSize, BatchRecommendSize, "
       "ValidateConfig, RecommendReplicas, ScaleCpuRequests, RecommendMachine, PlanClusterAutoscaler, "
       "BatchRecommendReplicas, reflection, or * for all"},
  };
  for (const auto& test : kCases) {
    EXPECT_EQ(AuthorizationRules::Parse(test.text).status().message(), test.error) << test.text;
  }
}

TEST(AuthorizationRulesTest, AcceptsClientsUpToTheLimit) {
  std::string text = "*";
  for (size_t i = 0; i < kMaxClientRules; ++i) absl::StrAppend(&text, " dns:", i);
  ASSERT_TRUE(AuthorizationRules::Parse(text).ok());
  EXPECT_THAT(std::string(AuthorizationRules::Parse(text + "\n* dns:x").status().message()),
              HasSubstr("line 2: there are more than 1000 clients"));
}

}  // namespace
}  // namespace cpsizer::server
