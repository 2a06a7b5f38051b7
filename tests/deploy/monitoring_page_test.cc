// Runs the sections of docs/observability.md about runbooks and OpenShift on the real API server, as they are written.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "tests/deploy/page_test.h"
#include "tests/testing/paths.h"

namespace cpsizer::deploy {
namespace {

using ::cpsizer::testing::DocsBlock;
using kube::Find;
using kube::Json;
using kube::TextAt;
using ::testing::StartsWith;

constexpr char kMonitoringPage[] = "docs/observability.md";
constexpr char kUserWorkloads[] = "With the monitoring of user workloads";

class MonitoringPageTest : public PageTest {
 protected:
  void SetUp() override {
    PageTest::SetUp();
    if (IsSkipped() || HasFatalFailure()) return;
    std::filesystem::create_directory_symlink(testing::SourcePath(), folder().PathOf("cpsizer"));
    std::filesystem::create_directory(folder().PathOf("sizing"));
  }

  // Writes the blocks below `heading` to files of these names, and returns the objects that kubectl renders from them.
  std::vector<Json> ObjectsOf(const std::string& heading, const std::vector<std::string>& files) {
    const auto blocks = YamlUnder(heading, kMonitoringPage);
    EXPECT_EQ(blocks.size(), files.size()) << heading;
    for (size_t i = 0; i < blocks.size() && i < files.size(); ++i) folder().Write(files[i], blocks[i].text);
    auto objects = RenderFolder(folder().PathOf("sizing"));
    EXPECT_TRUE(objects.ok()) << objects.status();
    return objects.ok() ? *std::move(objects) : std::vector<Json>();
  }
};

TEST_F(MonitoringPageTest, TheOverlayNamesTheRunbooks) {
  const auto rules = OfKind(ObjectsOf("Where the runbooks are", {"sizing/runbooks.yaml", "sizing/kustomization.yaml"}),
                            "PrometheusRule");
  ASSERT_EQ(rules.size(), 1u);
  for (const Json& rule : Find(rules[0], {"spec", "groups"})[0]["rules"]) {
    EXPECT_THAT(std::string(TextAt(rule, {"annotations", "runbook_url"})),
                StartsWith("https://wiki.example.com/cpsizer/runbooks/Cpsizer"));
  }
}

TEST_F(MonitoringPageTest, TheCommandsInstallMonitorsRulesAndDashboard) {
  const std::vector<Json> objects = ObjectsOf(kUserWorkloads, {"monitoring.yaml", "sizing/kustomization.yaml"});
  DeleteLater(objects);
  DeleteLater({{{"apiVersion", "v1"},
                {"kind", "ConfigMap"},
                {"metadata", {{"name", "cluster-monitoring-config"}, {"namespace", "openshift-monitoring"}}}}});
  const auto blocks = testing::BlocksBy("docs/observability.md", "tests/deploy/monitoring_page_test.cc");
  ExpectOnlyUnder({kUserWorkloads}, blocks);
  for (const DocsBlock& block : blocks) {
    for (const std::string& command : block.Lines()) RunInFolder(command);
  }
  EXPECT_TRUE(admin().Get("/api/v1/namespaces/openshift-config-managed/configmaps/cpsizer-dashboard").ok());
}

TEST_F(MonitoringPageTest, TheOverlayForThePlatformLabelsTheNamespace) {
  const auto namespaces =
      OfKind(ObjectsOf("With the monitoring of the platform", {"sizing/kustomization.yaml"}), "Namespace");
  ASSERT_EQ(namespaces.size(), 1u);
  EXPECT_EQ(TextAt(namespaces[0], {"metadata", "labels", "openshift.io/cluster-monitoring"}), "true");
}

}  // namespace
}  // namespace cpsizer::deploy
