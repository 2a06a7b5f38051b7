#include "client/cli/input/live_cluster.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/cli/example_fleet.h"
#include "tests/cli/run_command.h"
#include "tests/testing/fake_api/fake_api_server.h"

namespace cpsizer::cli {
namespace {

using ::testing::AllOf;
using testing::FakeApiRequest;
using testing::FakeApiServer;
using ::testing::HasSubstr;
using ::testing::Not;

// The cluster of these tests contains the example fleet.
class LiveClusterTest : public ::testing::Test {
 protected:
  LiveClusterTest() {
    kinds_ = ServeExampleFleet(server_);
    UseContextWith("");
  }

  // Writes a kubeconfig. `more` contains additional fields of its context.
  void UseContextWith(absl::string_view more) {
    const std::string text = absl::StrCat(R"({"apiVersion": "v1", "kind": "Config", "current-context": "c",
      "contexts": [{"name": "c", "context": {"cluster": "k", "user": "u")",
                                          more, R"(}}], "users": [{"name": "u", "user": {}}],
      "clusters": [{"name": "k", "cluster": {"server": ")",
                                          server_.url(), "\"}}]}");
    kubeconfig_ = folder_.Write("kubeconfig", text);
  }

  RunResult Run(std::vector<std::string> args) {
    args.push_back(absl::StrCat("--kubeconfig=", kubeconfig_));
    return RunCommand(args);
  }
  // Writes the lease that an installed sidecar would have, with these annotations.
  void PutLease(const kube::Json& annotations) {
    server_.Put({{"apiVersion", "coordination.k8s.io/v1"},
                 {"kind", "Lease"},
                 {"metadata", {{"namespace", "cpsizer"}, {"name", "cpsizer-sidecar"}, {"annotations", annotations}}}});
  }
  static RunResult FromFiles(std::vector<std::string> args) {
    args.insert(args.end(), {"-f", kFleet});
    return RunCommand(args);
  }

  const TemporaryFolder folder_;
  std::vector<testing::FakeApiKind> kinds_;
  FakeApiServer server_;
  std::string kubeconfig_;
};

TEST_F(LiveClusterTest, CompletionListsItsClusters) {
  const RunResult live = Run({"__complete", "clusters", "recommend"});
  EXPECT_EQ(live.exit_code, 0);
  EXPECT_EQ(live.err, "");
  EXPECT_THAT(live.out, HasSubstr("checkout-prod\n"));
  EXPECT_EQ(live.out, FromFiles({"__complete", "clusters", "recommend"}).out);
  for (const std::string& request : server_.requests()) EXPECT_THAT(request, ::testing::StartsWith("GET "));
}

TEST_F(LiveClusterTest, PrintsTheSameForAClusterAndForItsFiles) {
  const std::vector<std::vector<std::string>> runs = {
      {"recommend"},
      {"recommend", "-o", "name"},
      {"recommend", "checkout-prod"},
      {"recommend", "--memory", "20Gi", "--cpu", "12"},
      {"validate", "-o", "name"},
      {"diff", "--with", kProposed},
  };
  for (const std::vector<std::string>& args : runs) {
    SCOPED_TRACE(::testing::PrintToString(args));
    const RunResult live = Run(args);
    const RunResult files = FromFiles(args);
    EXPECT_EQ(live.exit_code, files.exit_code) << live.err;
    // For objects of a cluster, the output of validate contains the names of the objects. For objects in files, it
    // contains the names of the files.
    if (args.front() == "validate") continue;
    EXPECT_EQ(live.out, files.out);
  }
  EXPECT_TRUE(server_.writes().empty());
}

// By default, the size of a cluster in the example fleet also depends on CPU. Therefore the results with `never` differ
// from the default.
TEST_F(LiveClusterTest, DecidesByThePolicyThatTheSidecarPublishesUnlessOneIsGiven) {
  PutLease({{"cpsizer/cpu-policy", "never"}});
  constexpr char kPublished[] =
      "note: decided with --cpu-policy=never, the policy of the sidecar of the lease "
      "cpsizer/cpsizer-sidecar\n";
  const std::vector<std::vector<std::string>> runs = {{"recommend"},
                                                      {"recommend", "checkout-prod"},
                                                      {"recommend", "--memory", "20Gi", "--cpu", "12"},
                                                      {"diff", "--with", kProposed}};
  for (std::vector<std::string> args : runs) {
    SCOPED_TRACE(::testing::PrintToString(args));
    const RunResult by_default = FromFiles(args), live = Run(args);
    EXPECT_THAT(live.err, HasSubstr(kPublished));
    args.emplace_back("--cpu-policy=never");
    EXPECT_EQ(live.out, FromFiles(args).out);
    EXPECT_NE(live.out, by_default.out);
    args.back() = "--cpu-policy=when-capacity-configured";
    const RunResult given = Run(args);
    EXPECT_EQ(given.out, by_default.out);
    EXPECT_THAT(given.err, Not(HasSubstr("decided with")));
  }
}

TEST_F(LiveClusterTest, DecidesWithTheVpaSettingsThatTheSidecarPublishesUnlessTheyAreGiven) {
  // With this minimum, the memory of each cluster is the minimum.
  PutLease({{"cpsizer/cpu-policy", "when-capacity-configured"},
            {"cpsizer/vpa-settings", "vpa-pod-recommendation-min-memory-mb=1e+09,vpa-of-later=1"}});
  const RunResult live = Run({"recommend"});
  EXPECT_THAT(live.err, HasSubstr("note: decided with the VPA settings of the sidecar of the lease "
                                  "cpsizer/cpsizer-sidecar: vpa-pod-recommendation-min-memory-mb=1e+09\n"));
  EXPECT_EQ(live.out, FromFiles({"recommend", "--vpa-pod-recommendation-min-memory-mb=1e9"}).out);
  EXPECT_NE(live.out, FromFiles({"recommend"}).out);
  EXPECT_EQ(Run({"recommend", "--vpa-pod-recommendation-min-memory-mb=250"}).out, FromFiles({"recommend"}).out);
  PutLease({{"cpsizer/cpu-policy", "when-capacity-configured"}, {"cpsizer/vpa-settings", "vpa-min-age=long"}});
  const RunResult ignored = Run({"recommend"});
  EXPECT_THAT(ignored.err, HasSubstr("note: the VPA settings of the lease cpsizer/cpsizer-sidecar are ignored: "
                                     "--vpa-min-age: \"long\" is not a duration"));
  EXPECT_EQ(ignored.out, FromFiles({"recommend"}).out);
}

TEST_F(LiveClusterTest, PrintsTheUsedPolicyIfThatOfTheSidecarIsUnknown) {
  constexpr char kDefault[] =
      "note: decided with --cpu-policy=when-capacity-configured, the default; the policy of the sidecar could not be "
      "read from the lease cpsizer/cpsizer-sidecar: ";
  const RunResult absent = Run({"recommend"});
  EXPECT_EQ(absent.exit_code, 0);
  EXPECT_THAT(absent.err, AllOf(HasSubstr(kDefault), HasSubstr("404")));
  EXPECT_EQ(absent.out, FromFiles({"recommend"}).out);
  for (const kube::Json& annotations : {kube::Json::object(), kube::Json{{"cpsizer/cpu-policy", "sometimes"}}}) {
    PutLease(annotations);
    EXPECT_THAT(Run({"recommend"}).err, AllOf(HasSubstr(kDefault), HasSubstr("cpsizer/cpu-policy")));
  }
  server_.SetFaults([](const FakeApiRequest& request) {
    return request.path.find("/leases/") == std::string::npos ? testing::FakeApiFault() : testing::AnswerFault(403);
  });
  const RunResult forbidden = Run({"recommend"});
  EXPECT_EQ(forbidden.exit_code, 0);
  EXPECT_THAT(forbidden.err, AllOf(HasSubstr(kDefault), HasSubstr("403")));
}

TEST_F(LiveClusterTest, FilesAndOtherVerbsDoNotPrintThePolicyOfTheSidecar) {
  EXPECT_THAT(FromFiles({"recommend"}).err, Not(HasSubstr("decided with")));
  EXPECT_THAT(Run({"validate"}).err, Not(HasSubstr("decided with")));
}

TEST_F(LiveClusterTest, PrintsWhyObjectsAreSkipped) {
  EXPECT_THAT(Run({"recommend"}).err, Not(HasSubstr("skipped")));
  server_.Put({{"apiVersion", "autoscaling.k8s.io/v1"},
               {"kind", "VerticalPodAutoscaler"},
               {"metadata", {{"namespace", "clusters-gone"}, {"name", "kube-apiserver"}}}});
  EXPECT_THAT(Run({"recommend"}).err,
              HasSubstr("note: skipped 1 object that is not used (VPAs without a HostedCluster that is read, and "
                        "MachineSets without a size)\n"));
}

TEST_F(LiveClusterTest, ReadsOneNamespaceOnRequest) {
  const RunResult result = Run({"recommend", "-n", "nowhere"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err,
              HasSubstr("error: the cluster has no HostedCluster in namespace \"nowhere\"; change -n or -l, read all "
                        "namespaces with -A, or give a demand with --memory and --cpu\n"));
  EXPECT_THAT(Run({"recommend", "-l", "a=b"}).err, HasSubstr("the cluster has no HostedCluster with labels a=b; "));
  EXPECT_EQ(Run({"recommend", "-n", "clusters", "-o", "name"}).out, FromFiles({"recommend", "-o", "name"}).out);
}

// The command uses the namespace of the context, as kubectl does. There is one exception: the namespace `default` means
// all namespaces, because some tools write `default` to each context.
TEST_F(LiveClusterTest, ReadsTheNamespaceOfTheContextUnlessAllAreRequested) {
  const std::string all = FromFiles({"recommend", "-o", "name"}).out;
  UseContextWith(", \"namespace\": \"clusters\"");
  const RunResult context = Run({"recommend", "-o", "name"});
  EXPECT_EQ(context.out, all);
  EXPECT_THAT(context.err,
              HasSubstr("note: only the namespace of the context, \"clusters\", is read; use -A for all namespaces\n"));
  UseContextWith(", \"namespace\": \"elsewhere\"");
  for (const char* verb : {"recommend", "diff"}) {
    std::vector<std::string> args = {verb};
    if (args.front() == "diff") args.insert(args.end(), {"--with", kProposed});
    const RunResult none = Run(args);
    EXPECT_EQ(none.exit_code, 2);
    EXPECT_THAT(none.err, HasSubstr("no HostedCluster in namespace \"elsewhere\""));
  }
  const RunResult asked = Run({"recommend", "-o", "name", "-A"});
  EXPECT_EQ(asked.out, all);
  EXPECT_THAT(asked.err, Not(HasSubstr("only the namespace of the context")));
  EXPECT_EQ(Run({"recommend", "-o", "name", "-n", "clusters"}).out, all);
  EXPECT_EQ(Run({"recommend", "-o", "name", "-n", "elsewhere", "-A"}).out, all);
  const std::string line = all.substr(0, all.find('\n') + 1);
  const RunResult named = Run({"recommend", "-o", "name", line.substr(0, line.find(' '))});
  EXPECT_EQ(named.out, line);
  EXPECT_THAT(named.err, Not(HasSubstr("only the namespace of the context")));
  UseContextWith(", \"namespace\": \"default\"");
  EXPECT_EQ(Run({"recommend", "-o", "name"}).out, all);
}

TEST_F(LiveClusterTest, SelectsByLabels) {
  const std::vector<std::string> args = {"recommend", "-l", "hypershift.openshift.io/hosted-cluster-size=large"};
  EXPECT_EQ(Run(args).out, FromFiles(args).out);
  EXPECT_THAT(Run(args).out, HasSubstr("ingest-eu"));
}

TEST_F(LiveClusterTest, AKindThatTheClusterDoesNotKnowIsNoted) {
  server_.RemoveKind(testing::MachineSets().Collection());
  const RunResult result = Run({"recommend"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.err, HasSubstr("note: the cluster does not serve machinesets.machine.openshift.io\n"));
}

TEST_F(LiveClusterTest, ObjectWithAnotherTypeIsReportedByNameAndTheRestIsDecided) {
  kube::Json vpa =
      server_.Get(testing::PathOf(testing::VerticalPodAutoscalers(), "clusters-search-prod", "kube-apiserver"));
  vpa["status"]["recommendation"]["containerRecommendations"][0]["uncappedTarget"]["memory"] = 1.5;
  server_.Put(vpa);
  const RunResult result = Run({"recommend"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, HasSubstr("VerticalPodAutoscaler clusters-search-prod/kube-apiserver: "));
  EXPECT_THAT(result.out, HasSubstr("checkout-prod"));
}

TEST_F(LiveClusterTest, RefusalOfTheServerIsExitCodeThree) {
  server_.SetFaults([](const FakeApiRequest&) { return testing::AnswerFault(403); });
  EXPECT_EQ(Run({"recommend"}).exit_code, 3);
  for (const int code : {200, 404}) {
    server_.SetFaults([code](const FakeApiRequest&) { return testing::HtmlFault(code); });
    const RunResult html = Run({"recommend"});
    EXPECT_EQ(html.exit_code, 3);
    EXPECT_THAT(html.err, HasSubstr("check that the address is that of an API server"));
  }
}

TEST_F(LiveClusterTest, ReportsErrorsOfTheKubeconfig) {
  kubeconfig_ = folder_.PathOf("missing");
  const RunResult missing = Run({"recommend"});
  EXPECT_EQ(missing.exit_code, 2);
  EXPECT_THAT(missing.err, AllOf(HasSubstr("--kubeconfig: "), HasSubstr("missing")));
  kubeconfig_ = folder_.Write("broken", "{");
  EXPECT_EQ(Run({"recommend"}).exit_code, 2);
}

TEST_F(LiveClusterTest, ClusterAndFilesTogetherAreAnError) {
  const RunResult result = Run({"recommend", "-f", kFleet});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, HasSubstr("leave them out, or leave out -f"));
}

}  // namespace
}  // namespace cpsizer::cli
