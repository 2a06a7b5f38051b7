// Tests the profile of sizes on the page: effects, and requests proposed from usage.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "client/cli/ui/fleet/page_options.h"
#include "client/cli/ui/ui_flags.h"
#include "tests/cli/run_command.h"
#include "tests/cli/ui/page_fixture.h"
#include "tests/testing/temporary_folder.h"

namespace cpsizer::cli {
namespace {

using nlohmann::json;
using ::testing::Contains;
using ::testing::HasSubstr;

constexpr char kProfileSizes[] = R"(apiVersion: scheduling.hypershift.openshift.io/v1alpha1
kind: ClusterSizingConfiguration
metadata:
  name: cluster
spec:
  sizes:
  - name: small
    criteria: {from: 0, to: 10}
    effects:
      resourceRequests:
      - {deploymentName: kube-apiserver, containerName: kube-apiserver, memory: 1Gi, cpu: 500m}
  - name: large
    criteria: {from: 11}
)";

// Returns six clusters with the size small.
std::string SmallClusters() {
  std::string text;
  for (int i = 0; i < 6; ++i) {
    absl::StrAppend(&text,
                    "---\napiVersion: hypershift.openshift.io/v1beta1\nkind: HostedCluster\nmetadata:\n  name: c", i,
                    "\n  namespace: clusters\n  labels: {hypershift.openshift.io/hosted-cluster-size: small}\n");
  }
  return text;
}

// Returns the usage of 8 days: that of each kube-apiserver is 2Gi and 200m.
std::string UsageOfDays() {
  std::string csv = "time,namespace,cluster,pod,container,memory,cpu\n";
  for (int day = 0; day <= 8; ++day) {
    for (int i = 0; i < 6; ++i) {
      absl::StrAppend(&csv, 1'767'571'200 + day * 86'400, ",clusters,c", i,
                      ",kube-apiserver-6bd9f7c8d4-x2x9z,kube-apiserver,2Gi,200m\n");
    }
  }
  return csv;
}

class SizeViewsTest : public ::testing::Test {
 protected:
  UiFlags Flags() {
    UiFlags flags = FlagsForFiles({sizes_});
    flags.usage.replay.history = {usage_};
    return flags;
  }
  json Fit(std::vector<std::string> more = {}) {
    more.insert(more.begin(), {"fit", "--requests", "-f", sizes_, "--history", usage_, "-o", "json"});
    return json::parse(RunCommand(more).out);
  }
  // Returns what is printed for flags that cannot be used.
  static std::string Refusal(const UiFlags& flags) {
    std::ostringstream out;
    std::ostringstream err;
    Environment environment = {Screen(out, Terminal()), Screen(err, Terminal()), [] { return RunOptions().now; }};
    EXPECT_FALSE(ReadPageOptions(flags, environment).has_value());
    return err.str();
  }

  const TemporaryFolder folder_;
  const std::string sizes_ = folder_.Write("sizes.yaml", kProfileSizes + SmallClusters());
  const std::string usage_ = folder_.Write("usage.csv", UsageOfDays());
};

TEST_F(SizeViewsTest, RequestsAreTheOutputOfFit) {
  TestedPage page(Flags());
  EXPECT_THAT(page.Get("/api/status").json["views"], Contains("usage"));
  const json requests = page.Get("/api/requests").json;
  EXPECT_EQ(requests, Fit());
  EXPECT_EQ(requests["requests"][0]["proposed"], "2496Mi");
  EXPECT_EQ(page.WorkOf("/api/requests"), ui::ApiWork::kReplay);
}

TEST_F(SizeViewsTest, RequestsHaveTheFlagsOfFit) {
  UiFlags flags = Flags();
  flags.usage.requests.headroom = "1.5";
  flags.usage.requests.quantile = "0.5";
  flags.usage.requests.allow_decrease = true;
  const json requests = TestedPage(flags).Get("/api/requests").json;
  EXPECT_EQ(requests, Fit({"--headroom=1.5", "--quantile=0.5", "--allow-decrease"}));
  EXPECT_NE(requests, Fit());
}

TEST_F(SizeViewsTest, WithoutUsageThereAreNoRequests) {
  TestedPage page(FlagsForFiles({sizes_}));
  EXPECT_EQ(page.Get("/api/status").json["views"], json({"fleet", "whatIf", "sizes", "reference"}));
  EXPECT_EQ(page.Get("/api/requests").code, 404);
}

TEST_F(SizeViewsTest, WrongFlagsOfUsageAreRefused) {
  UiFlags flags = Flags();
  flags.usage.requests.headroom = "0.5";
  EXPECT_THAT(Refusal(flags), HasSubstr("--headroom"));
  flags = FlagsForFiles({sizes_});
  flags.usage.requests.quantile = "0.9";
  EXPECT_THAT(Refusal(flags), HasSubstr("--quantile is for --usage-history"));
  flags = Flags();
  flags.usage.replay.history = {"-"};
  EXPECT_THAT(Refusal(flags), HasSubstr("standard input"));
}

TEST_F(SizeViewsTest, UsageOfOtherClustersIsAnError) {
  UiFlags flags = Flags();
  flags.usage.replay.history = {
      folder_.Write("other.csv",
                    "time,namespace,cluster,pod,container,memory,cpu\n"
                    "1767571200,other,x,kube-apiserver-6bd9f7c8d4-x2x9z,kube-apiserver,2Gi,200m\n")};
  const TestedPage::Answer answer = TestedPage(flags).Get("/api/requests");
  EXPECT_EQ(answer.code, 400) << answer.json;
  EXPECT_THAT(answer.json["error"]["message"].dump(), HasSubstr("no sample is of a cluster with a size"));
}

TEST_F(SizeViewsTest, EffectsHaveTheRequestsOfEachSize) {
  TestedPage page(FlagsForFiles({sizes_}));
  const json effects = page.Get("/api/effects").json;
  json printed = json::parse(RunCommand({"effects", "-f", sizes_, "-o", "json"}).out);
  ASSERT_EQ(effects["sizes"].size(), 2);
  for (json& size : printed["sizes"]) size["clusters"] = 0;
  EXPECT_EQ(effects["sizes"], printed["sizes"]);
  EXPECT_EQ(effects["baseline"], printed["baseline"]);
  EXPECT_EQ(page.WorkOf("/api/effects"), ui::ApiWork::kMemory);
}

TEST_F(SizeViewsTest, WithoutAConfigurationThereAreNoEffects) {
  TestedPage page(FlagsForFiles({folder_.Write("clusters.yaml", SmallClusters())}));
  EXPECT_EQ(page.Get("/api/effects").code, 400);
}

}  // namespace
}  // namespace cpsizer::cli
