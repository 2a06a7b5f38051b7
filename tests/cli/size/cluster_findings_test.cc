#include "client/cli/size/cluster_findings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "tests/cli/run_command.h"

namespace cpsizer::cli {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

std::vector<std::string> FindingsAbout(const std::string& target, const std::string& value) {
  objects::HostedCluster cluster;
  cluster.request_overrides.emplace_back(target, value);
  std::vector<std::string> texts;
  for (const v1::Finding& finding :
       ClusterFindings(cluster, OperatorRules(v1::ClusterSizingConfiguration(), absl::UnixEpoch()))) {
    texts.push_back(absl::StrCat(finding.rule(), ": ", finding.message()));
  }
  return texts;
}

TEST(ClusterFindingsTest, ARequestOverrideWithoutErrorsHasNoFinding) {
  for (const char* value : {"memory=16Gi", "cpu=4,memory=16Gi", "cpu=500m", "ephemeral-storage=1Gi,hugepages-2Mi=4Mi",
                            "example.com/device=1", "memory=1e9"}) {
    EXPECT_THAT(FindingsAbout("kube-apiserver.kube-apiserver", value), IsEmpty()) << value;
  }
}

TEST(ClusterFindingsTest, ANameThatNoContainerCanHaveIsAWarning) {
  EXPECT_THAT(
      FindingsAbout("etcd.etcd.more", "cpu=1"),
      ElementsAre("REQUEST_OVERRIDE_IGNORED: \"etcd.more\" is not the name of a container, because it has a dot, "
                  "so the control plane operator of the cluster ignores it"));
}

TEST(ClusterFindingsTest, AnAnnotationWithWhichTheApiServerDoesNotStartIsAnError) {
  objects::HostedCluster cluster;
  cluster.effect_annotations = {{"hypershift.openshift.io/kube-apiserver-gomemlimit", "7Gi"},
                                {"hypershift.openshift.io/machine-health-check-timeout", "soon"}};
  const Findings findings =
      ClusterFindings(cluster, OperatorRules(v1::ClusterSizingConfiguration(), absl::UnixEpoch()));
  ASSERT_EQ(findings.size(), 1);
  EXPECT_EQ(findings[0].rule(), "EFFECT_ANNOTATION_MALFORMED");
  EXPECT_EQ(findings[0].message(), "\"7Gi\" is not a GOMEMLIMIT, so the kube-apiserver of the cluster does not start");
}

// The operator splits the texts without looking whether all parts are there.
TEST(ClusterFindingsTest, ARequestOverrideThatStopsTheOperatorIsAnError) {
  constexpr char kStops[] = ", so the control plane operator of the cluster fails";
  EXPECT_THAT(
      FindingsAbout("kube-apiserver", "memory=16Gi"),
      ElementsAre(absl::StrCat("REQUEST_OVERRIDE_MALFORMED: \"kube-apiserver\" is not DEPLOYMENT.CONTAINER", kStops)));
  for (const char* value : {"", "16Gi", "memory=16Gi,", "memory:16Gi"}) {
    EXPECT_THAT(FindingsAbout("a.b", value),
                ElementsAre(AllOf(HasSubstr("REQUEST_OVERRIDE_MALFORMED: \""),
                                  HasSubstr(absl::StrCat("\" is not RESOURCE=QUANTITY", kStops)))))
        << value;
  }
  for (const char* value : {"mem=16Gi", "memory=16Gi, cpu=4", "CPU=4"}) {
    EXPECT_THAT(FindingsAbout("a.b", value), ElementsAre(HasSubstr("is not a resource of containers"))) << value;
  }
}

TEST(ClusterFindingsTest, AMalformedQuantityIsAWarning) {
  EXPECT_THAT(FindingsAbout("a.b", "cpu=4cores,memory=16GB"),
              ElementsAre("REQUEST_OVERRIDE_IGNORED: \"4cores\" and \"16GB\" are not quantities, so the control plane "
                          "operator of the cluster ignores it"));
  EXPECT_THAT(FindingsAbout("a.b", "cpu=4,memory="),
              ElementsAre("REQUEST_OVERRIDE_IGNORED: \"\" is not a quantity, so the control plane operator of the "
                          "cluster ignores it"));
}

constexpr char kTwoClusters[] = R"(apiVersion: hypershift.openshift.io/v1beta1
kind: HostedCluster
metadata:
  namespace: clusters
  name: orders
  labels: {hypershift.openshift.io/hosted-cluster-size: small}
  annotations:
    hypershift.openshift.io/topology: dedicated-request-serving-components
    hypershift.openshift.io/resource-based-cp-auto-scaling: "true"
    hypershift.openshift.io/cluster-size-override: "true"
    resource-request-override.hypershift.openshift.io/kube-apiserver.kube-apiserver: cpu=4cores
---
apiVersion: hypershift.openshift.io/v1beta1
kind: HostedCluster
metadata: {namespace: clusters, name: fine}
)";

class ClusterFilesTest : public ::testing::Test {
 protected:
  const TemporaryFolder folder_;
  const std::string file_ = folder_.Write("clusters.yaml", kTwoClusters);
};

TEST_F(ClusterFilesTest, ValidateReportsThemWithTheirPlaces) {
  const RunResult names = RunCommand({"validate", "-f", kConfiguration, "-f", file_, "-o", "name"});
  EXPECT_THAT(names.out,
              HasSubstr(absl::StrCat(
                  file_,
                  ":10:52 SIZE_OVERRIDE_UNKNOWN "
                  "metadata.annotations[hypershift.openshift.io/cluster-size-override]\n",
                  file_,
                  ":11:86 REQUEST_OVERRIDE_IGNORED metadata.annotations[resource-request-override.hypershift."
                  "openshift.io/kube-apiserver.kube-apiserver]\n")));
  const RunResult table = RunCommand({"validate", "-f", kConfiguration, "-f", file_});
  EXPECT_THAT(table.out, HasSubstr(absl::StrCat(file_, ": HostedCluster clusters/orders\n")));
  EXPECT_THAT(table.out, Not(HasSubstr("fine")));
  EXPECT_THAT(table.out, HasSubstr("2 warnings"));
}

// The API server refuses a negative request, and no container has a dot in its name.
TEST(ClusterOverridesTest, ValidateReportsNegativeRequestsAndImpossibleContainers) {
  const TemporaryFolder folder;
  const auto out = [&folder](const std::string& override) {
    const std::string file = folder.Write(
        "cluster.yaml", absl::StrCat("apiVersion: hypershift.openshift.io/v1beta1\nkind: HostedCluster\nmetadata:\n  "
                                     "namespace: clusters\n  name: orders\n  annotations:\n    "
                                     "resource-request-override.hypershift.openshift.io/",
                                     override, "\n"));
    return absl::StrReplaceAll(RunCommand({"validate", "-f", file}).out, {{"\n    ", " "}});
  };
  EXPECT_THAT(out("etcd.etcd: cpu=1,memory=-16Gi"),
              AllOf(HasSubstr("error REQUEST_OVERRIDE_MALFORMED at 7:"),
                    HasSubstr("\"-16Gi\" is negative, so the API server refuses the deployment")));
  EXPECT_THAT(out("a.b.c: cpu=1"), AllOf(HasSubstr("warning REQUEST_OVERRIDE_IGNORED at 7:"),
                                         HasSubstr("\"b.c\" is not the name of a container, because it has a dot")));
  EXPECT_THAT(out("etcd.: cpu=1"), HasSubstr("\"etcd.\" has no name of a container"));
  EXPECT_THAT(out("etcd.etcd: cpu=x"), AllOf(HasSubstr("REQUEST_OVERRIDE_IGNORED"), HasSubstr("1 warning")));
  EXPECT_THAT(out("etcd.etcd: cpu=0"), Not(HasSubstr("REQUEST_OVERRIDE")));
}

// No name is known to be wrong without a configuration.
TEST_F(ClusterFilesTest, ValidateReportsThemWithoutAConfiguration) {
  EXPECT_THAT(RunCommand({"validate", "-f", file_, "-o", "name"}).out,
              ::testing::AllOf(HasSubstr("REQUEST_OVERRIDE_IGNORED"), Not(HasSubstr("SIZE_OVERRIDE_UNKNOWN"))));
}

TEST_F(ClusterFilesTest, RecommendWarnsOfAnUnknownOverrideAndNamesIt) {
  const RunResult table = RunCommand({"recommend", "-f", kConfiguration, "-f", file_});
  EXPECT_THAT(table.out, HasSubstr("NO_RECOMMENDATION OVERRIDE_UNKNOWN"));
  EXPECT_THAT(table.out, HasSubstr("NO_RECOMMENDATION NOT_OPTED_IN"));
  EXPECT_THAT(table.err, HasSubstr("(SIZE_OVERRIDE_UNKNOWN)"));
  EXPECT_THAT(RunCommand({"recommend", "-f", kConfiguration, "-f", file_, "orders"}).out,
              HasSubstr("SIZE_OVERRIDE_UNKNOWN"));
  const RunResult overrides = RunCommand({"recommend", "-f", kConfiguration, "-f", file_, "--overrides", "-o", "name"});
  EXPECT_EQ(overrides.out, "clusters/orders -\n");
  const RunResult json = RunCommand({"recommend", "-f", kConfiguration, "-f", file_, "-o", "json"});
  for (const char* member :
       {R"("sizeLabel": "small")", R"("sizeOverride": "true")", R"("notApplied": "OVERRIDE_UNKNOWN")",
        R"("notApplied": "NOT_OPTED_IN")", R"(resource-based-cp-auto-scaling: \"true\" is missing)"}) {
    EXPECT_THAT(json.out, HasSubstr(member));
  }
}

}  // namespace
}  // namespace cpsizer::cli
