// Tests `cpsizer fit --requests`: the proposals, the edited file, the flags, and each error.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "tests/cli/run_command.h"
#include "tests/testing/temporary_folder.h"

namespace cpsizer::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

constexpr char kSizes[] = R"(apiVersion: scheduling.hypershift.openshift.io/v1alpha1
kind: ClusterSizingConfiguration
metadata:
  name: cluster
spec:
  sizes:
  - name: small # up to 10 nodes
    criteria: {from: 0, to: 10}
    effects:
      kasGoMemLimit: 1GiB
      resourceRequests:
      - deploymentName: kube-apiserver
        containerName: kube-apiserver
        memory: "1Gi" # measured in spring
        cpu: 500m
      - {deploymentName: etcd, containerName: etcd, memory: 1Gi, cpu: 100m}
  - name: large
    criteria: {from: 11}
    effects:
      resourceRequests:
      - deploymentName: kube-apiserver
        containerName: kube-apiserver
        memory: 8Gi
)";

// Returns the clusters c0 to c5 with the size small.
std::string Clusters() {
  std::string text;
  for (int i = 0; i < 6; ++i) {
    absl::StrAppend(&text,
                    "---\napiVersion: hypershift.openshift.io/v1beta1\nkind: HostedCluster\nmetadata:\n  name: c", i,
                    "\n  namespace: clusters\n  labels: {hypershift.openshift.io/hosted-cluster-size: small}\n");
  }
  return text;
}

// Returns usage of 8 days: that of kube-apiserver is 2Gi and 200m, that of etcd 500Mi and 100m. `etcd_factor` is for
// c5.
std::string Usage(int etcd_factor = 1) {
  std::string csv = "time,namespace,cluster,pod,container,memory,cpu,oom\n";
  for (int day = 0; day <= 8; ++day) {
    for (int i = 0; i < 6; ++i) {
      const std::string row = absl::StrCat(1'767'571'200 + day * 86'400, ",clusters,c", i, ",");
      absl::StrAppend(&csv, row, "kube-apiserver-6bd9f7c8d4-x2x9z,kube-apiserver,2Gi,200m,\n");
      absl::StrAppend(&csv, row, "etcd-0,etcd,", (i == 5 ? etcd_factor : 1) * 500, "Mi,100m,\n");
      absl::StrAppend(&csv, row, "etcd-0,etcd-metrics,20Mi,10m,\n");
    }
  }
  return csv;
}

class FitRequestsTest : public ::testing::Test {
 protected:
  RunResult Run(const std::vector<std::string>& more = {}, const std::string& usage = Usage()) {
    std::vector<std::string> args = {"fit",       "--requests",
                                     "-f",        folder_.Write("sizes.yaml", kSizes + Clusters()),
                                     "--history", folder_.Write("usage.csv", usage)};
    args.insert(args.end(), more.begin(), more.end());
    return RunCommand(args);
  }

  nlohmann::json Json(std::vector<std::string> more = {}, const std::string& usage = Usage()) {
    more.insert(more.end(), {"-o", "json"});
    const RunResult result = Run(more, usage);
    EXPECT_EQ(result.exit_code, 0) << result.err;
    return nlohmann::json::parse(result.out);
  }

  const testing::TemporaryFolder folder_;
};

std::string ReadEdited(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

// Returns "PROPOSED: REASON" of a request.
std::string RowOf(const nlohmann::json& json, absl::string_view size, absl::string_view container,
                  absl::string_view resource) {
  for (const auto& row : json["requests"]) {
    if (row["size"] != std::string(size) || row["containerName"] != std::string(container)) continue;
    if (row["resource"] != std::string(resource)) continue;
    return absl::StrCat(row.value("proposed", "-"), ": ", row["reason"].get<std::string>());
  }
  return "no row";
}

TEST_F(FitRequestsTest, ProposesWhatTheUsageNeeds) {
  const nlohmann::json json = Json();
  EXPECT_EQ(RowOf(json, "small", "kube-apiserver", "memory"), "2496Mi: more is needed");
  EXPECT_EQ(RowOf(json, "small", "kube-apiserver", "cpu"), "-: 240m is enough; --allow-decrease proposes it");
  EXPECT_EQ(RowOf(json, "small", "etcd", "memory"), "-: 600Mi is enough; --allow-decrease proposes it");
  EXPECT_EQ(RowOf(json, "small", "etcd", "cpu"), "120m: more is needed");
  EXPECT_EQ(RowOf(json, "large", "kube-apiserver", "memory"), "-: no samples");
  EXPECT_EQ(RowOf(json, "small", "etcd-metrics", "memory"), "no row");
  EXPECT_EQ(json["leftOut"]["otherContainers"], 1);
  EXPECT_EQ(json["kasGoMemLimits"][0]["proposed"], "2246MiB");
  EXPECT_EQ(json["summary"], "Proposed: 3 changes.");
  const nlohmann::json effects = json["proposal"]["spec"]["sizes"][0]["effects"];
  EXPECT_EQ(effects["kasGoMemLimit"], "2246MiB");
  EXPECT_EQ(effects["resourceRequests"][0]["memory"], "2496Mi");
  EXPECT_EQ(effects["resourceRequests"][0]["cpu"], "500m");
}

// The same usage as series of Prometheus, with a series of another namespace.
TEST_F(FitRequestsTest, ReadsSeriesOfPrometheus) {
  std::string series;
  for (const char* name_space : {"c0", "c1", "c2", "c3", "c4", "c5", "other"}) {
    std::string values;
    for (int day = 0; day <= 8; ++day) {
      absl::StrAppend(&values, day == 0 ? "" : ",", "[", 1'767'571'200 + day * 86'400, ",\"2147483648\"]");
    }
    absl::StrAppend(&series, series.empty() ? "" : ",",
                    R"({"metric":{"__name__":"container_memory_working_set_bytes","namespace":"clusters-)", name_space,
                    R"(","pod":"kube-apiserver-6bd9f7c8d4-x2x9z","container":"kube-apiserver"},"values":[)", values,
                    "]}");
  }
  const nlohmann::json json =
      Json({}, absl::StrCat(R"({"status":"success","data":{"resultType":"matrix","result":[)", series, "]}}"));
  EXPECT_EQ(RowOf(json, "small", "kube-apiserver", "memory"), "2496Mi: more is needed");
  EXPECT_EQ(json["samples"]["used"], 54);
  EXPECT_EQ(json["samples"]["otherSeries"], 1);
}

TEST_F(FitRequestsTest, OptionsChangeTheProposal) {
  const nlohmann::json json = Json({"--allow-decrease", "--headroom", "2", "--gomemlimit-percent=50"});
  EXPECT_EQ(RowOf(json, "small", "kube-apiserver", "memory"), "4Gi: more is needed");
  EXPECT_EQ(RowOf(json, "small", "kube-apiserver", "cpu"), "400m: less is enough");
  EXPECT_EQ(RowOf(json, "small", "etcd", "memory"), "-: what is needed is within 10%");
  EXPECT_EQ(json["kasGoMemLimits"][0]["proposed"], "2GiB");
  EXPECT_EQ(RowOf(Json({"--resource=cpu"}), "small", "etcd", "memory"), "no row");
}

TEST_F(FitRequestsTest, NeverDecreasesAfterAnOomKill) {
  const std::string usage = Usage() + "1767571300,clusters,c1,etcd-0,etcd,,,1Gi\n";
  EXPECT_EQ(RowOf(Json({"--allow-decrease"}, usage), "small", "etcd", "memory"),
            "-: 600Mi is enough, but the container was OOM-killed: 1");
}

TEST_F(FitRequestsTest, AnOutlierGetsAnOverride) {
  // The median of the 6 maxima is that of the other clusters.
  const nlohmann::json json = Json({"--quantile=0.5"}, Usage(4));
  EXPECT_EQ(json["outliers"][0]["overrides"][0]["cluster"], "clusters/c5");
  EXPECT_EQ(json["outliers"][0]["overrides"][0]["command"],
            "oc annotate hostedcluster --namespace=clusters c5 --overwrite "
            "resource-request-override.hypershift.openshift.io/etcd.etcd=memory=2432Mi,cpu=120m");
}

TEST_F(FitRequestsTest, PrintsTheTable) {
  const RunResult result = Run();
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.err, "");
  ExpectGolden("fit_requests.table.txt", result.out);
}

TEST_F(FitRequestsTest, PrintsTheConfiguration) {
  const RunResult result = Run({"-o", "yaml"});
  EXPECT_THAT(result.out, HasSubstr("# Proposed: 3 changes.\n"));
  EXPECT_THAT(result.out, HasSubstr("memory: 2496Mi"));
}

TEST_F(FitRequestsTest, EditChangesOnlyTheValues) {
  const std::string edited = folder_.Write("edited.yaml", kSizes);
  const RunResult result = Run({"--edit", edited});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.err, HasSubstr("3 values changed in "));
  EXPECT_EQ(ReadEdited(edited), absl::StrReplaceAll(kSizes, {{"\"1Gi\" # measured", "\"2496Mi\" # measured"},
                                                             {"kasGoMemLimit: 1GiB", "kasGoMemLimit: 2246MiB"},
                                                             {"cpu: 100m", "cpu: 120m"}}));
}

TEST_F(FitRequestsTest, EditRefusesAFileWithOtherValues) {
  const std::string text = absl::StrReplaceAll(kSizes, {{"\"1Gi\" # measured", "{{ .Values.memory }} # measured"}});
  const std::string edited = folder_.Write("edited.yaml", text);
  const RunResult result = Run({"--edit", edited});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, HasSubstr("edited.yaml:14:17: spec.sizes[name=small].effects.resourceRequests["
                                    "deploymentName=kube-apiserver,containerName=kube-apiserver].memory is an "
                                    "expression of the template"));
  EXPECT_THAT(result.err, HasSubstr("is not changed"));
  EXPECT_EQ(ReadEdited(edited), text);
}

TEST_F(FitRequestsTest, ReportsWrongFlags) {
  const struct {
    std::vector<std::string> args;
    const char* error;
  } kCases[] = {
      {{"--quantile=0"}, "--quantile: \"0\" is not a part above 0 and up to 1"},
      {{"--headroom=0.9"}, "--headroom: \"0.9\" is not a factor from 1 to 10"},
      {{"--gomemlimit-percent=101"}, "--gomemlimit-percent: \"101\" is not a whole number from 1 to 100"},
      {{"--edit=-"}, "--edit: standard input cannot be changed"},
      {{"--per-size"}, "--per-size and --requests are two proposals"},
      {{"--edit=/missing/file.yaml"}, "--edit: "},
  };
  for (const auto& [args, error] : kCases) {
    const RunResult result = Run(args);
    EXPECT_EQ(result.exit_code, 2) << error;
    EXPECT_THAT(result.err, HasSubstr(error));
  }
  EXPECT_THAT(RunCommand({"fit", "-f", "x", "--history", "y", "--allow-decrease"}).err,
              HasSubstr("--allow-decrease is for --requests; give this flag too"));
}

// c0 to c5 have no label, and 3 nodes; c5 has 30.
TEST_F(FitRequestsTest, ClustersWithoutALabelHaveTheSizeOfTheirNodes) {
  std::string clusters =
      absl::StrReplaceAll(Clusters(), {{"  labels: {hypershift.openshift.io/hosted-cluster-size: small}\n", ""}});
  for (int i = 0; i < 6; ++i) {
    absl::StrAppend(&clusters, "---\napiVersion: hypershift.openshift.io/v1beta1\nkind: NodePool\nmetadata: {name: p",
                    i, ", namespace: clusters}\nspec: {clusterName: c", i, ", replicas: ", i == 5 ? 30 : 3, "}\n");
  }
  const RunResult result = RunCommand({"fit", "--requests", "-f", folder_.Write("nodes.yaml", kSizes + clusters),
                                       "--history", folder_.Write("usage.csv", Usage()), "-o", "json"});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  const nlohmann::json json = nlohmann::json::parse(result.out);
  EXPECT_EQ(RowOf(json, "small", "kube-apiserver", "memory"), "2496Mi: more is needed");
  EXPECT_EQ(RowOf(json, "large", "kube-apiserver", "memory"), "-: too little evidence: 1 cluster of 5");
}

// c5 became small after four of the eight days. The usage of another size says nothing about this one.
TEST_F(FitRequestsTest, SamplesBeforeTheSizeAreLeftOut) {
  const auto run = [&](const char* reason) {
    const std::string clusters =
        absl::StrCat(Clusters(), "status: {conditions: [{type: ClusterSizeComputed, status: 'True', reason: ", reason,
                     ", lastTransitionTime: '2026-01-09T00:00:00Z'}]}\n");
    return RunCommand({"fit", "--requests", "-f", folder_.Write("moved.yaml", kSizes + clusters), "--history",
                       folder_.Write("usage.csv", Usage(100))});
  };
  EXPECT_THAT(run("small").out, HasSubstr("Left out: 12 samples of the time before the cluster got its size"));
  EXPECT_THAT(run("large").out, Not(HasSubstr("before the cluster got its size")));
}

TEST_F(FitRequestsTest, ReportsAHistoryThatCannotBeUsed) {
  EXPECT_THAT(Run({}, "time,namespace,cluster,memory,cpu\n1,a,b,1,1\n").err, HasSubstr("the column pod is missing"));
  const std::string other = absl::StrReplaceAll(Usage(), {{",clusters,", ",other,"}});
  const RunResult result = Run({}, other);
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, HasSubstr("no sample is of a cluster with a size"));
  EXPECT_THAT(result.out, IsEmpty());
}

}  // namespace
}  // namespace cpsizer::cli
