// The monitoring of an installation: alerts with their pages, the label of the namespace, and the dashboard of the
// console.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "tests/deploy/shape_test.h"
#include "tests/testing/paths.h"

namespace cpsizer::deploy {
namespace {

using kube::Find;
using kube::Json;
using kube::TextAt;

class MonitoringTest : public ShapeTest {
 protected:
  static bool Has(const std::string& component) { return HasComponent(GetParam(), component); }
};

INSTANTIATE_TEST_SUITE_P(Deploy, MonitoringTest, ::testing::ValuesIn(Shapes()), NameOfShape);

TEST_P(MonitoringTest, EachAlertNamesItsPageBelowTheBaseOfTheOverlay) {
  const std::string base =
      Has("runbooks") ? kOtherRunbooks : "https://github.com/cpsizer/cpsizer/blob/main/docs/runbooks";
  const std::vector<Json> objects = All("PrometheusRule");
  ASSERT_EQ(objects.size(), Has("prometheus-rules") ? 1u : 0u);
  for (const Json& object : objects) {
    size_t alerts = 0;
    for (const Json& group : Find(object, {"spec", "groups"})) {
      for (const Json& rule : group["rules"]) {
        const std::string page = absl::StrCat(TextAt(rule, {"alert"}), ".md");
        EXPECT_EQ(TextAt(rule, {"annotations", "runbook_url"}), absl::StrCat(base, "/", page));
        EXPECT_TRUE(std::filesystem::exists(testing::SourcePath("docs/runbooks/" + page))) << page;
        ++alerts;
      }
    }
    EXPECT_GE(alerts, 20u);
  }
}

TEST_P(MonitoringTest, TheBaseItselfIsNotInstalled) {
  for (const Json& map : All("ConfigMap")) EXPECT_NE(TextAt(map, {"metadata", "name"}), "cpsizer-runbooks");
}

TEST_P(MonitoringTest, OnlyTheComponentLabelsTheNamespaceForTheMonitoringOfThePlatform) {
  for (const Json& object : All("Namespace")) {
    EXPECT_EQ(TextAt(object, {"metadata", "labels", "openshift.io/cluster-monitoring"}),
              Has("cluster-monitoring") ? "true" : "");
  }
  EXPECT_TRUE(!Has("cluster-monitoring") || All("Namespace").size() == 1u);
}

TEST_P(MonitoringTest, ThePlatformsPrometheusMayOnlyFindItsTargets) {
  size_t found = 0;
  for (const char* kind : {"Role", "RoleBinding"}) {
    for (const Json& object : All(kind)) {
      if (TextAt(object, {"metadata", "name"}) != "cpsizer-cluster-monitoring") continue;
      ++found;
      EXPECT_EQ(TextAt(object, {"metadata", "namespace"}), GetParam().name_space);
      for (const Json& rule : Find(object, {"rules"})) EXPECT_EQ(rule["verbs"], Json({"get", "list", "watch"}));
      for (const Json& subject : Find(object, {"subjects"})) {
        const Json expected = {
            {"kind", "ServiceAccount"}, {"name", "prometheus-k8s"}, {"namespace", "openshift-monitoring"}};
        EXPECT_EQ(subject, expected);
      }
    }
  }
  EXPECT_EQ(found, Has("cluster-monitoring") ? 2u : 0u);
}

TEST_P(MonitoringTest, TheConsoleGetsTheDashboard) {
  size_t found = 0;
  for (const Json& map : All("ConfigMap")) {
    if (TextAt(map, {"metadata", "namespace"}) != "openshift-config-managed") continue;
    ++found;
    EXPECT_EQ(TextAt(map, {"metadata", "name"}), "cpsizer-dashboard");
    EXPECT_EQ(TextAt(map, {"metadata", "labels", "console.openshift.io/dashboard"}), "true");
    // The console reads only the first key, regardless of its name.
    ASSERT_EQ(Find(map, {"data"}).size(), 1u);
    std::ifstream file(testing::SourcePath("deploy/components/console-dashboard/cpsizer.json"));
    const std::string expected{std::istreambuf_iterator<char>(file), {}};
    EXPECT_EQ(TextAt(map, {"data", "cpsizer.json"}), expected);
  }
  EXPECT_EQ(found, Has("console-dashboard") ? 1u : 0u);
}

}  // namespace
}  // namespace cpsizer::deploy
