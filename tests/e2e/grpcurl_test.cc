#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "tests/e2e/programs.h"
#include "tests/testing/subprocess.h"
#include "tests/testing/tools.h"

namespace cpsizer::e2e {
namespace {

using ::nlohmann::json;
using ::testing::HasSubstr;
using ::testing::IsSupersetOf;

// Runs the real grpcurl with the real server, as a developer does.
class GrpcurlTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (const std::string reason = testing::WhyToolsAreMissing({"grpcurl"}); !reason.empty()) {
      if (testing::ToolsAreRequired()) FAIL() << reason << ", which CI requires";
      GTEST_SKIP() << reason;
    }
    grpcurl_ = testing::ToolPath("grpcurl");
    auto server = StartServer();
    ASSERT_TRUE(server.ok()) << server.status();
    server_ = *std::move(server);
  }

  // Runs `grpcurl -plaintext ADDRESS arguments`. If `data` is not empty, runs `grpcurl -plaintext -d @ ADDRESS
  // arguments` with `data` on standard input.
  testing::FinishedProcess Run(const std::vector<std::string>& arguments, const std::string& data = "") {
    std::vector<std::string> command = {grpcurl_, "-plaintext"};
    if (!data.empty()) command.insert(command.end(), {"-d", "@"});
    command.push_back(server_->address());
    command.insert(command.end(), arguments.begin(), arguments.end());
    testing::SubprocessOptions options;
    options.input = data;
    auto finished = testing::RunProcess(command, options);
    EXPECT_TRUE(finished.ok()) << finished.status();
    return finished.ok() ? *std::move(finished) : testing::FinishedProcess{-1, "", ""};
  }

  // Returns the response of a call that must succeed.
  json Call(const std::string& method, const std::string& data) {
    const testing::FinishedProcess call = Run({method}, data);
    EXPECT_EQ(call.exit_code, 0) << call.standard_error;
    return json::parse(call.standard_output, nullptr, /*allow_exceptions=*/false);
  }

 private:
  std::string grpcurl_;
  std::unique_ptr<testing::ServerProcess> server_;
};

TEST_F(GrpcurlTest, ListsTheServices) {
  const testing::FinishedProcess list = Run({"list"});
  EXPECT_EQ(list.exit_code, 0) << list.standard_error;
  const std::vector<std::string> services = absl::StrSplit(list.standard_output, '\n');
  EXPECT_THAT(services, IsSupersetOf({"cpsizer.v1.SizingService", "grpc.health.v1.Health"}));
}

TEST_F(GrpcurlTest, DescribesTheServiceWithItsComments) {
  const testing::FinishedProcess describe = Run({"describe", "cpsizer.v1.SizingService"});
  EXPECT_EQ(describe.exit_code, 0) << describe.standard_error;
  EXPECT_THAT(describe.standard_output, HasSubstr("rpc RecommendSize ( .cpsizer.v1.RecommendSizeRequest ) returns ( "
                                                  ".cpsizer.v1.RecommendSizeResponse );"));
  EXPECT_THAT(describe.standard_output,
              HasSubstr("// Decides which size a hosted control plane needs, and explains the decision."));
}

TEST_F(GrpcurlTest, DescribesAMessageWithJsonNamesAndComments) {
  const testing::FinishedProcess describe = Run({"describe", "cpsizer.v1.SizeCapacity"});
  EXPECT_EQ(describe.exit_code, 0) << describe.standard_error;
  EXPECT_THAT(describe.standard_output,
              HasSubstr("kube_api_server_memory_fraction = 3 [json_name = \"kubeAPIServerMemoryFraction\"]"));
  EXPECT_THAT(describe.standard_output, HasSubstr("// Memory of the machine, a quantity of bytes above zero."));
}

TEST_F(GrpcurlTest, AcceptsTheOutputOfKubectlUnedited) {
  struct Case {
    const char* demand;
    const char* size;
    const char* outcome;
    const char* driver;
  };
  constexpr Case kCases[] = {
      {R"({"memory": "20Gi", "cpu": "12"})", "large", "SIZE_OUTCOME_RECOMMENDED", "SIZE_DRIVER_CPU"},
      {R"({"memory": "20Gi"})", "medium", "SIZE_OUTCOME_RECOMMENDED", "SIZE_DRIVER_MEMORY"},
      {R"({"memory": "41.6Gi"})", "medium", "SIZE_OUTCOME_RECOMMENDED", "SIZE_DRIVER_MEMORY"},
      {R"({"cpu": "8001m"})", "large", "SIZE_OUTCOME_RECOMMENDED", "SIZE_DRIVER_CPU"},
      {R"({"memory": "200Gi"})", "large", "SIZE_OUTCOME_BEST_EFFORT", "SIZE_DRIVER_MEMORY"},
  };
  const std::string config = ReadSourceFile("tests/testdata/clustersizingconfiguration_kubectl_get.json");
  for (const Case& test : kCases) {
    SCOPED_TRACE(test.demand);
    const json answer =
        Call("cpsizer.v1.SizingService/RecommendSize",
             absl::StrCat(R"({"clusterSizingConfiguration": )", config, R"(, "demand": )", test.demand, "}"));
    ASSERT_TRUE(answer.is_object()) << answer;
    EXPECT_EQ(answer.value("recommendedSize", ""), test.size);
    EXPECT_EQ(answer.value("outcome", ""), test.outcome);
    EXPECT_EQ(answer.value("driver", ""), test.driver);
    EXPECT_EQ(answer.value("configGeneration", ""), "3");
    EXPECT_FALSE(answer.value("summary", "").empty());
  }
}

TEST_F(GrpcurlTest, ValidatesTheOutputOfKubectlUnedited) {
  const std::string config = ReadSourceFile("tests/testdata/clustersizingconfiguration_kubectl_get.json");
  const json answer =
      Call("cpsizer.v1.SizingService/ValidateConfig", absl::StrCat(R"({"clusterSizingConfiguration": )", config, "}"));
  ASSERT_TRUE(answer.is_object()) << answer;
  EXPECT_EQ(answer.value("valid", false), true) << answer;
  EXPECT_EQ(answer["condition"].value("reason", ""), "AsExpected");
  EXPECT_EQ(answer["sizes"].size(), 3u);
}

// The example of the Kubernetes documentation: a value of twice the target doubles the replicas, a value of half the
// target halves them, and a value 10 % above the target changes nothing.
TEST_F(GrpcurlTest, RecommendsReplicas) {
  struct Case {
    const char* usage;
    int replicas;
    const char* outcome;
  };
  constexpr Case kCases[] = {{"200m", 4, "REPLICAS_OUTCOME_RESCALE"},
                             {"50m", 1, "REPLICAS_OUTCOME_RESCALE"},
                             {"110m", 2, "REPLICAS_OUTCOME_KEEP"}};
  const std::string request_text = ReadSourceFile("tests/testdata/replicas_request.json");
  for (const Case& test : kCases) {
    SCOPED_TRACE(test.usage);
    const json answer =
        Call("cpsizer.v1.SizingService/RecommendReplicas", absl::StrReplaceAll(request_text, {{"USAGE", test.usage}}));
    ASSERT_TRUE(answer.is_object()) << answer;
    EXPECT_EQ(answer.value("desiredReplicas", 0), test.replicas);
    EXPECT_EQ(answer.value("outcome", ""), test.outcome);
    EXPECT_FALSE(answer.value("summary", "").empty());
  }
}

TEST_F(GrpcurlTest, CallsHealth) {
  for (const char* request : {"{}", R"({"service": "cpsizer.v1.SizingService"})"}) {
    EXPECT_EQ(Call("grpc.health.v1.Health/Check", request), json({{"status", "SERVING"}})) << request;
  }
  const testing::FinishedProcess unknown = Run({"grpc.health.v1.Health/Check"}, R"({"service": "no.such.Service"})");
  EXPECT_NE(unknown.exit_code, 0);
  EXPECT_THAT(unknown.standard_error, HasSubstr("Code: NotFound"));
}

TEST_F(GrpcurlTest, ShowsTheDetailsOfAnError) {
  const testing::FinishedProcess call = Run(
      {"cpsizer.v1.SizingService/RecommendSize"},
      R"({"clusterSizingConfiguration": {"spec": {"sizes": [{"name": "small", "capacity": {"memory": "1 Gi", "kubeAPIServerCPUFraction": "2"}}]}},
          "demand": {"memory": "1Gi"}})");
  EXPECT_NE(call.exit_code, 0);
  EXPECT_THAT(call.standard_error, HasSubstr("Code: InvalidArgument"));
  EXPECT_THAT(call.standard_error, HasSubstr("type.googleapis.com/google.rpc.BadRequest"));
  EXPECT_THAT(call.standard_error, HasSubstr("spec.sizes[0].capacity.memory"));
  EXPECT_THAT(call.standard_error, HasSubstr("spec.sizes[0].capacity.kubeAPIServerCPUFraction"));
  EXPECT_THAT(call.standard_error, HasSubstr("type.googleapis.com/google.rpc.ErrorInfo"));
  EXPECT_THAT(call.standard_error, HasSubstr("\"reason\": \"QUANTITY_MALFORMED\""));
}

}  // namespace
}  // namespace cpsizer::e2e
