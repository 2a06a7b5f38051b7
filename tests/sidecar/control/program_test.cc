// Tests the cpsizer-sidecar program as a user starts it. For each invalid input, the program must print one clear
// sentence and do nothing else.
#include <algorithm>
#include <csignal>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "server/process/descriptor_limit.h"
#include "tests/sidecar/size/objects.h"
#include "tests/sidecar/size/random_writers.h"
#include "tests/sidecar/size/verify_write.h"
#include "tests/testing/fake_api/fake_api_server.h"
#include "tests/testing/paths.h"
#include "tests/testing/subprocess.h"
#include "tests/testing/temporary_folder.h"
#include "tests/testing/tls/certificates.h"
#include "tests/testing/tls/tls_server.h"
#include "tests/testing/unread_log.h"

namespace cpsizer::sidecar {
namespace {

using kube::Json;
using kube::TextAt;
using ::testing::AllOf;
using ::testing::Contains;
using testing::FakeApiServer;
using testing::FakeApiStore;
using testing::FinishedProcess;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;
using testing::Subprocess;

constexpr absl::Duration kProgramTimeout = absl::Seconds(60);
constexpr char kLease[] = "/apis/coordination.k8s.io/v1/namespaces/cpsizer/leases/cpsizer-sidecar";

class ProgramTest : public ::testing::Test {
 protected:
  // Returns a kubeconfig with one context for the server at `url`. `cluster` and `user` are additional fields of the
  // cluster entry and the user entry.
  std::string Kubeconfig(const std::string& url, const std::string& cluster = "",
                         const std::string& user = "token: t") {
    return folder_.Write(
        absl::StrCat("config", ++configs_),
        absl::StrCat("apiVersion: v1\nkind: Config\ncurrent-context: c\n", "clusters: [{name: k, cluster: {server: \"",
                     url, "\"", cluster.empty() ? "" : ", ", cluster, "}}]\nusers: [{name: u, user: {", user,
                     "}}]\ncontexts: [{name: c, context: {cluster: k, user: u}}, ",
                     "{name: no-cluster, context: {cluster: x, user: u}}, ",
                     "{name: no-user, context: {cluster: k, user: x}}]\n"));
  }
  std::vector<std::string> Command(std::vector<std::string> flags) const {
    flags.insert(flags.begin(), testing::ProgramPath("cpsizer-sidecar"));
    return flags;
  }
  testing::SubprocessOptions Bare() const { return {"", {"HOME=" + folder_.path(), "KUBECONFIG="}}; }

  // Runs a program that exits at start, and returns its error message.
  std::string Refusal(const std::vector<std::string>& flags, const std::string& variable = "") {
    testing::SubprocessOptions options = Bare();
    if (absl::StartsWith(variable, "KUBECONFIG=")) options.environment.pop_back();
    if (!variable.empty()) options.environment.push_back(variable);
    const absl::StatusOr<FinishedProcess> ended = testing::RunProcess(Command(flags), options);
    if (!ended.ok()) return std::string(ended.status().message());
    EXPECT_EQ(ended->exit_code, 2);
    EXPECT_THAT(ended->standard_output, IsEmpty());
    EXPECT_EQ(std::count(ended->standard_error.begin(), ended->standard_error.end(), '\n'), 1) << ended->standard_error;
    EXPECT_THAT(ended->standard_error, StartsWith("cpsizer-sidecar: "));
    return ended->standard_error;
  }
  std::unique_ptr<Subprocess> Start(const std::vector<std::string>& flags) { return StartCommand(Command(flags)); }
  std::unique_ptr<Subprocess> StartCommand(const std::vector<std::string>& command) {
    absl::StatusOr<std::unique_ptr<Subprocess>> started = Subprocess::Start(command, Bare());
    EXPECT_TRUE(started.ok()) << started.status();
    return *std::move(started);
  }
  static bool Says(Subprocess& program, absl::string_view text) {
    const bool said =
        program.WaitForLine([&](absl::string_view line) { return absl::StrContains(line, text); }, kProgramTimeout)
            .has_value();
    if (!said) ADD_FAILURE() << "without " << text << ": " << program.standard_error();
    return said;
  }
  // Stops the program. Expects that the program shuts down in order and that each line of its output is JSON.
  static void Stop(Subprocess& program) {
    program.Signal(SIGTERM);
    EXPECT_EQ(program.Wait(kProgramTimeout), 0) << program.standard_error();
    for (const absl::string_view line : absl::StrSplit(program.standard_error(), '\n', absl::SkipEmpty())) {
      const Json fields = kube::ParseJson(line);
      for (const char* const key : {"level", "ts", "msg"}) EXPECT_NE(TextAt(fields, {key}), "") << line;
    }
  }

  const testing::TemporaryFolder folder_;

 private:
  int configs_ = 0;
};

TEST_F(ProgramTest, ReportsAnInvalidKubeconfig) {
  const std::string good = Kubeconfig("https://127.0.0.1:1");
  const std::string garbage = folder_.Write("garbage.pem", "garbage");
  const std::string inside = "\nZ2FyYmFnZQ==\n-----END ";
  folder_.Write("broken.crt", "-----BEGIN CERTIFICATE-----" + inside + "CERTIFICATE-----\n");
  folder_.Write("broken.key", "-----BEGIN PRIVATE KEY-----" + inside + "PRIVATE KEY-----\n");
  const testing::CertificateAuthority issuer("issuer");
  const testing::CertifiedKey me = issuer.IssueClient("me", {}), other = issuer.IssueClient("other", {});
  folder_.Write("me.crt", me.certificate);
  folder_.Write("me.key", me.key);
  folder_.Write("other.key", other.key);
  struct Case {
    std::vector<std::string> flags;
    std::string says;
  };
  const Case cases[] = {
      {{"--kubeconfig=" + folder_.Write("broken", "{")}, "broken: is not YAML: "},
      {{"--kubeconfig=" + folder_.Write("empty", "")},
       "empty: contains no contexts; check that the file is a kubeconfig"},
      {{"--kubeconfig=" + folder_.Write("word", "word")}, "word: must be a mapping, not a plain word or number"},
      {{"--kubeconfig=" + folder_.path()}, "--kubeconfig: cannot read \"" + folder_.path() + "\": Is a directory"},
      {{"--kubeconfig=" + folder_.PathOf("none")},
       "--kubeconfig: cannot open \"" + folder_.PathOf("none") + "\": No such file"},
      {{"--kubeconfig=/proc/self/mem"}, "--kubeconfig: cannot read \"/proc/self/mem\": Input/output error"},
      {{}, "no configuration of a Kubernetes API server: neither --kubeconfig nor KUBECONFIG is set"},
      {{"--kubeconfig=" + good, "--context=x"}, "there is no context \"x\", which --context selects; there are \"c\""},
      {{"--kubeconfig=" + good, "--context=no-cluster"}, "there is no cluster \"x\"; there is \"k\""},
      {{"--kubeconfig=" + good, "--context=no-user"}, "there is no user \"x\"; there is \"u\""},
      {{"--kubeconfig=" + Kubeconfig("https://127.0.0.1:1", "certificate-authority: none.pem")},
       "certificate-authority: cannot open \"" + folder_.PathOf("none.pem") + "\": No such file"},
      {{"--kubeconfig=" + Kubeconfig("https://127.0.0.1:1", "certificate-authority: garbage.pem")},
       "certificate-authority: \"" + garbage + "\" contains no valid certificate in PEM"},
      {{"--kubeconfig=" +
        Kubeconfig("https://127.0.0.1:1", "", "client-certificate: garbage.pem, client-key: garbage.pem")},
       "client-certificate: \"" + garbage + "\" contains no valid certificate in PEM"},
      {{"--kubeconfig=" + Kubeconfig("https://127.0.0.1:1", "certificate-authority: broken.crt")},
       "certificate-authority: \"" + folder_.PathOf("broken.crt") + "\" contains no valid certificate in PEM"},
      {{"--kubeconfig=" + Kubeconfig("https://127.0.0.1:1", "", "client-certificate: broken.crt, client-key: me.key")},
       "client-certificate: \"" + folder_.PathOf("broken.crt") + "\" contains no valid certificate in PEM"},
      {{"--kubeconfig=" + Kubeconfig("https://127.0.0.1:1", "", "client-certificate: me.crt, client-key: broken.key")},
       "client-key: \"" + folder_.PathOf("broken.key") + "\" contains no valid private key in PEM"},
      {{"--kubeconfig=" + Kubeconfig("https://127.0.0.1:1", "", "client-certificate: me.crt, client-key: other.key")},
       "client-key \"" + folder_.PathOf("other.key") + "\" is not the key of client-certificate \"" +
           folder_.PathOf("me.crt") + "\"; specify a matching certificate and key"},
      {{"--kubeconfig=" + Kubeconfig("https://127.0.0.1:1", "", "tokenFile: none")}, "user.tokenFile: cannot open "},
      {{"--kubeconfig=" + Kubeconfig("ftp://x")}, "server \"ftp://x\" has a scheme other than https and http"},
  };
  for (const Case& c : cases) EXPECT_THAT(Refusal(c.flags), HasSubstr(c.says));
}

TEST_F(ProgramTest, ReportsInvalidFlags) {
  EXPECT_THAT(Refusal({"--poll-interval=2h"}), HasSubstr("--poll-interval: 2h is not between 1s and 1h"));
  EXPECT_THAT(
      Refusal({"--leader-elect-lease-duration=1s"}),
      HasSubstr("--leader-elect-lease-duration (1s) must be longer than --leader-elect-renew-deadline (1m47s)"));
  EXPECT_THAT(Refusal({"--source=dir:" + folder_.PathOf("none")}), HasSubstr("none\": No such file or directory"));
  EXPECT_THAT(Refusal({"--source=dir:x", "--context=y"}), HasSubstr("leave one of the two out"));
}

TEST_F(ProgramTest, ARunOnAFolderNamesTheNumbersOfALine) {
  const testing::TemporaryFolder objects;
  objects.Write("sizes.yaml",
                "apiVersion: scheduling.hypershift.openshift.io/v1alpha1\nkind: ClusterSizingConfiguration\n"
                "metadata: {name: cluster, generation: 4}\nspec:\n  sizes:\n"
                "    - {name: small, criteria: {from: 0, to: 10}, capacity: {memory: 32Gi}}\n"
                "    - {name: large, criteria: {from: 15}, capacity: {memory: 64Gi}}\n");
  const absl::StatusOr<FinishedProcess> ended =
      testing::RunProcess(Command({"--source=dir:" + objects.path()}), Bare());
  ASSERT_TRUE(ended.ok()) << ended.status();
  EXPECT_THAT(ended->standard_error, HasSubstr("; sizes are decided: generation 4, warnings "));
  EXPECT_THAT(ended->standard_error, HasSubstr(", spec.sizes[1].criteria.from: "));
}

TEST_F(ProgramTest, EnforcesOutsideAPodOnlyOnAClusterThatTheCommandLineNames) {
  const std::string kubeconfig = Kubeconfig("https://127.0.0.1:1");
  const std::string unnamed = "the command line does not specify one (it would be context \"c\" of ";
  std::filesystem::create_directory(folder_.PathOf(".kube"));
  folder_.Write(".kube/config",
                "apiVersion: v1\nkind: Config\ncurrent-context: c\nclusters: [{name: k, cluster: "
                "{server: \"https://127.0.0.1:1\"}}]\nusers: [{name: u, user: {token: t}}]\n"
                "contexts: [{name: c, context: {cluster: k, user: u}}]\n");
  for (const std::string& variable : {std::string("CPSIZER_HYGIENE=enforce"), "KUBECONFIG=" + kubeconfig,
                                      "CPSIZER_KUBECONFIG=" + kubeconfig, std::string("CPSIZER_CONTEXT=c")}) {
    EXPECT_THAT(Refusal({"--mode=enforce"}, variable),
                AllOf(HasSubstr(unnamed), HasSubstr("specify it with --context or --kubeconfig")))
        << variable;
  }
  EXPECT_THAT(Refusal({"--kubeconfig=" + kubeconfig, "--mode=enforce", "--leader-elect=false"}),
              HasSubstr("leave --leader-elect=false out"));
}

// The servers of this test are not API servers. The sidecar retries, because an API server may start at the same
// address.
TEST_F(ProgramTest, ReportsServerErrorsAndRetries) {
  const testing::FakeHttpServer html([](testing::FakeHttpConnection& connection) {
    while (connection.Read().has_value()) {
      connection.Answer(200, "<html>\nlog in</html>", "Content-Type: text/html\r\n");
    }
  });
  const testing::FakeHttpServer not_found([](testing::FakeHttpConnection& connection) {
    while (connection.Read().has_value()) connection.Answer(404, "<html>\nno</html>", "Content-Type: text/html\r\n");
  });
  const testing::FakeHttpServer plain([](testing::FakeHttpConnection& connection) {
    connection.Answer(400, "");
    connection.WaitForClose();
  });
  const testing::CertificateAuthority issuer("issuer"), other("other");
  const testing::TlsServer secure(issuer.IssueServer());
  folder_.Write("other.pem", other.pem());
  const std::string https_to_http = "https" + plain.url().substr(4);
  struct Case {
    std::string kubeconfig;
    std::string says;
  };
  const Case cases[] = {
      {Kubeconfig(html.url()), "is not a JSON object; check that the address is that of an API server"},
      {Kubeconfig(not_found.url()),
       "the API server responded with 404: an HTML page; check that the address is that of an API server"},
      {Kubeconfig("http://127.0.0.1:1"),
       "the connection to the API server http://127.0.0.1:1 failed: Failed to connect"},
      {Kubeconfig(https_to_http, "certificate-authority: other.pem"),
       absl::StrCat("the connection to the API server ", https_to_http, " failed: ")},
      {Kubeconfig(secure.url(), "certificate-authority: other.pem"),
       absl::StrCat("the connection to the API server ", secure.url(), " failed: SSL certificate problem: ")},
  };
  std::vector<std::unique_ptr<Subprocess>> programs;
  for (const Case& c : cases) programs.push_back(Start({"--kubeconfig=" + c.kubeconfig, "--leader-elect=false"}));
  for (size_t i = 0; i < programs.size(); ++i) {
    EXPECT_TRUE(Says(*programs[i], cases[i].says));
    Stop(*programs[i]);
  }
}

TEST_F(ProgramTest, ReloadsItsAuthorityIfAServerIsNotTrusted) {
  const testing::CertificateAuthority issuer("issuer"), other("other");
  const testing::TlsServer secure(issuer.IssueServer());
  const std::string authority = folder_.Write("authority.pem", other.pem());
  const std::unique_ptr<Subprocess> program =
      Start({"--kubeconfig=" + Kubeconfig(secure.url(), "certificate-authority: authority.pem"), "--poll-interval=1s",
             "--leader-elect=false", "--log-level=debug"});
  EXPECT_TRUE(Says(*program, "SSL certificate problem: "));
  folder_.Write("authority.pem", issuer.pem());
  // The fake server closes each connection, so another error occurs after the client trusts the server.
  const auto believed = [](absl::string_view line) {
    return absl::StrContains(line, "the connection to the API server") &&
           !absl::StrContains(line, "SSL certificate problem");
  };
  EXPECT_TRUE(program->WaitForLine(believed, kProgramTimeout).has_value()) << program->standard_error();
  Stop(*program);
}

// Uses --mode=observe because the sidecar then has no writes to complete and exits fastest.
TEST_F(ProgramTest, AnUnreadLogDoesNotPreventShutdown) {
  const testing::FakeApiServer server;
  for (const bool from_the_start : {false, true}) {
    testing::UnreadLog log;
    if (from_the_start) log.Fill();
    const std::unique_ptr<Subprocess> sidecar =
        StartCommand(log.Of(Command({"--kubeconfig=" + Kubeconfig(server.url()), "--mode=observe"})));
    ASSERT_TRUE(sidecar->WaitUntilSigtermIsBlocked(kProgramTimeout));
    if (!from_the_start) {
      log.ReadUntil("watching the API server");
      log.Fill();
    }
    sidecar->Signal(SIGTERM);
    EXPECT_EQ(sidecar->Wait(kProgramTimeout), 4) << from_the_start;
  }
}

class ProgramOnClusterTest : public ProgramTest {
 protected:
  ProgramOnClusterTest() {
    for (const testing::FakeApiKind& kind :
         {testing::HostedClusters(), testing::VerticalPodAutoscalers(), testing::ClusterSizingConfigurations()}) {
      server_.InstallKind(kind);
    }
    server_.Put(ConfigurationJson());
    PutSized("good");
  }
  void PutSized(const std::string& name) {
    server_.Put(ClusterJson(name));
    server_.Put(VpaJson(name, "20Gi"));
  }
  std::string SizeOfCluster(const std::string& name) const { return SizeOf(server_.Get(ClusterPath(name))); }
  bool WaitForSize(const std::string& name, const std::string& size) {
    return server_.WaitUntil([&](const FakeApiStore& store) { return SizeOf(*store.Get(ClusterPath(name))) == size; });
  }
  std::vector<std::string> Enforcing(const std::vector<std::string>& more = {}) {
    std::vector<std::string> flags = {"--mode=enforce", "--kubeconfig=" + Kubeconfig(server_.url()),
                                      "--leader-elect-resource-namespace=cpsizer"};
    flags.insert(flags.end(), more.begin(), more.end());
    return flags;
  }
  std::unique_ptr<Subprocess> StartSidecar() { return Start(Enforcing()); }

  FakeApiServer server_;
};

TEST_F(ProgramOnClusterTest, AnObjectThatCannotBeUsedHoldsOnlyItself) {
  PutSized("numbers");
  server_.Modify(VpaPath("numbers"),
                 [](Json& vpa) { vpa["status"]["recommendation"]["containerRecommendations"] = 7; });
  PutSized("amounts");
  server_.Modify(VpaPath("amounts"), [](Json& vpa) {
    vpa["status"]["recommendation"]["containerRecommendations"][0]["uncappedTarget"]["memory"] = Json::array();
  });
  constexpr size_t kHuge = size_t{10} << 20;
  PutSized("huge");
  server_.Modify(VpaPath("huge"),
                 [](Json& vpa) { vpa["status"]["conditions"][0]["message"] = std::string(kHuge, 'x'); });
  PutSized("huge-cluster");
  server_.Modify(ClusterPath("huge-cluster"), [](Json& cluster) { cluster["spec"]["note"] = std::string(kHuge, 'x'); });
  PutSized("untyped");
  server_.Modify(ClusterPath("untyped"),
                 [](Json& cluster) { cluster["metadata"]["annotations"]["hypershift.openshift.io/topology"] = 7; });
  const std::string long_name(60, 'l');
  PutSized(long_name);
  const std::unique_ptr<Subprocess> sidecar = StartSidecar();
  EXPECT_TRUE(WaitForSize("good", "medium"));
  EXPECT_TRUE(WaitForSize("huge-cluster", "medium"));
  Says(*sidecar, R"("hostedCluster":"numbers","reason":"VPA_UNREADABLE","note":"the VPA in clusters-numbers: )"
                 R"(status.recommendation.containerRecommendations)");
  Says(*sidecar,
       R"("hostedCluster":"amounts","reason":"VPA_UNREADABLE","note":"the VPA in clusters-amounts: )"
       R"(status.recommendation.containerRecommendations[0].uncappedTarget.memory is a list where text is expected)");
  Says(
      *sidecar,
      R"("hostedCluster":"huge","reason":"VPA_UNREADABLE","note":"the VPA in clusters-huge: its status and resource policy have )");
  Says(*sidecar, absl::StrCat(R"("hostedCluster":")", long_name, R"(","reason":"NAMESPACE_IMPOSSIBLE")"));
  // At this point the sidecar has decided all listed clusters. It must decide later changes too.
  server_.Put(VpaJson("good", "10Gi"));
  EXPECT_TRUE(WaitForSize("good", "small"));
  Stop(*sidecar);
  for (const std::string& name :
       {std::string("numbers"), std::string("amounts"), std::string("huge"), long_name, std::string("untyped")}) {
    EXPECT_EQ(SizeOfCluster(name), "") << name;
  }
}

TEST_F(ProgramOnClusterTest, AConfigurationWithAWrongTypeHoldsAllAndNamesTheField) {
  server_.Modify(ConfigurationPath(),
                 [](Json& configuration) { configuration["spec"]["sizes"][1]["capacity"]["memory"] = Json::object(); });
  const std::unique_ptr<Subprocess> sidecar = StartSidecar();
  Says(
      *sidecar,
      R"("msg":"holding all sizes","reason":"CONFIGURATION_UNUSABLE","note":"ClusterSizingConfiguration cluster: spec.sizes[1].capacity.memory)");
  server_.Put(ConfigurationJson());
  EXPECT_TRUE(WaitForSize("good", "medium"));
  Stop(*sidecar);
}

TEST_F(ProgramOnClusterTest, TheLogLineOfAChangeHasTheDocumentedKeys) {
  const std::unique_ptr<Subprocess> sidecar = StartSidecar();
  const absl::optional<std::string> line = sidecar->WaitForLine(
      [](absl::string_view text) { return absl::StrContains(text, "\"size changed\""); }, kProgramTimeout);
  ASSERT_TRUE(line.has_value()) << sidecar->standard_error();
  const Json fields = kube::ParseJson(*line);
  const std::pair<const char*, const char*> expected[] = {
      {"level", "info"},          {"namespace", "clusters"},
      {"hostedCluster", "good"},  {"newSize", "medium"},
      {"driver", "MEMORY"},       {"kubeAPIServerMemory", "20Gi"},
      {"memoryFraction", "500m"}, {"effectiveMemoryFraction", "500m"}};
  for (const auto& [key, value] : expected) EXPECT_EQ(TextAt(fields, {key}), value) << *line;
  server_.Put(VpaJson("good", "10Gi"));
  Says(*sidecar, R"("previousSize":"medium","newSize":"small")");
  Stop(*sidecar);
}

// The sidecar writes events after all other writes.
TEST_F(ProgramOnClusterTest, RecordsEventsOfItsWritesBeforeItExits) {
  const std::unique_ptr<Subprocess> sidecar = StartSidecar();
  Says(*sidecar, "\"size changed\"");
  Stop(*sidecar);
  EXPECT_THAT(server_.requests(), Contains("POST /apis/events.k8s.io/v1/namespaces/clusters/events"));
}

TEST_F(ProgramOnClusterTest, WorksWithTheDescriptorsThatItRequires) {
  const std::vector<std::string> command = Command(Enforcing({"--admin-addr=127.0.0.1:0"}));
  const auto refused = testing::RunProcess(testing::WithDescriptors(server::kLeastDescriptors - 1, command), Bare());
  ASSERT_TRUE(refused.ok()) << refused.status();
  EXPECT_EQ(refused->exit_code, 2);
  EXPECT_THAT(refused->standard_error, AllOf(StartsWith(absl::StrCat("cpsizer-sidecar: the limit of open files is ",
                                                                     server::kLeastDescriptors - 1, ", ")),
                                             HasSubstr("ulimit -n")));
  // More clusters than the sidecar writes at the same time.
  constexpr int kClusters = 60;
  for (int i = 0; i < kClusters; ++i) PutSized(absl::StrCat("hc", i));
  const std::unique_ptr<Subprocess> sidecar =
      StartCommand(testing::WithDescriptors(server::kLeastDescriptors, command));
  for (int i = 0; i < kClusters; ++i) EXPECT_TRUE(WaitForSize(absl::StrCat("hc", i), "medium"));
  Stop(*sidecar);
  EXPECT_THAT(sidecar->standard_error(), ::testing::Not(HasSubstr("\"level\":\"warn\"")));
}

TEST_F(ProgramOnClusterTest, ReleasesTheLeaseAlthoughItsLogIsNotRead) {
  testing::UnreadLog log;
  const std::unique_ptr<Subprocess> sidecar = StartCommand(log.Of(Command(Enforcing())));
  log.ReadUntil("size changed");
  log.Fill();
  const std::string lease(kLease);
  ASSERT_NE(TextAt(server_.Get(lease), {"spec", "holderIdentity"}), "");
  sidecar->Signal(SIGTERM);
  EXPECT_TRUE(server_.WaitUntil([&](const FakeApiStore& store) {
    return TextAt(*store.Get(lease), {"spec", "holderIdentity"}).empty();
  }));
  // The second signal ends the process immediately, without waiting for the shutdown timeout.
  sidecar->Signal(SIGTERM);
  EXPECT_EQ(sidecar->Wait(kProgramTimeout), 128 + SIGTERM);
}

TEST_F(ProgramOnClusterTest, PublishesItsCpuPolicyAndStartedByHandRequiresTheSame) {
  std::unique_ptr<Subprocess> sidecar = Start(Enforcing({"--cpu-policy=when-fraction-configured"}));
  Says(*sidecar, R"("msg":"size changed")");
  Stop(*sidecar);
  const Json lease = server_.Get(kLease);
  EXPECT_EQ(lease["metadata"]["annotations"]["cpsizer/cpu-policy"], "when-fraction-configured");
  server_.Put(VpaJson("good", "10Gi"));
  sidecar = Start(Enforcing());
  EXPECT_EQ(sidecar->Wait(kProgramTimeout), 2);
  EXPECT_THAT(sidecar->standard_error(), AllOf(HasSubstr("cannot acquire the leader lease"),
                                               HasSubstr("--cpu-policy=when-fraction-configured and this "
                                                         "one with --cpu-policy=when-capacity-configured")));
  EXPECT_EQ(SizeOfCluster("good"), "medium");
  EXPECT_EQ(server_.Get(kLease), lease);
}

TEST_F(ProgramOnClusterTest, WarnsInObserveModeIfTheInstalledSidecarHasAnotherCpuPolicy) {
  std::unique_ptr<Subprocess> sidecar = Start(Enforcing({"--cpu-policy=when-fraction-configured"}));
  Says(*sidecar, R"("msg":"size changed")");
  Stop(*sidecar);
  const std::string kubeconfig = "--kubeconfig=" + Kubeconfig(server_.url());
  sidecar = Start({kubeconfig});
  Says(*sidecar, R"("msg":"the sidecar in the cluster may decide differently from this one")");
  EXPECT_THAT(sidecar->standard_error(), HasSubstr("--cpu-policy=when-fraction-configured and this one with "
                                                   "--cpu-policy=when-capacity-configured"));
  Stop(*sidecar);
  sidecar = Start({kubeconfig, "--cpu-policy=when-capacity-configured"});
  server_.Put(VpaJson("good", "10Gi"));
  Says(*sidecar, R"("msg":"dry run")");
  Stop(*sidecar);
  EXPECT_THAT(sidecar->standard_error(), Not(HasSubstr("decide differently"))) << "this policy is meant";
}

TEST_F(ProgramOnClusterTest, StartedByHandItSearchesTheLeaseOfTheInstalledSidecar) {
  const std::unique_ptr<Subprocess> sidecar = Start({"--mode=enforce", "--kubeconfig=" + Kubeconfig(server_.url())});
  EXPECT_EQ(sidecar->Wait(kProgramTimeout), 2);
  EXPECT_THAT(sidecar->standard_error(), AllOf(HasSubstr("there is no lease cpsizer/cpsizer-sidecar"),
                                               HasSubstr("--leader-elect-resource-namespace")));
  EXPECT_EQ(SizeOfCluster("good"), "");
  EXPECT_THAT(server_.writes(), IsEmpty());
}

TEST_F(ProgramOnClusterTest, StartedByHandItDoesNotWriteIfTheInstalledSidecarHasAnotherLease) {
  std::unique_ptr<Subprocess> sidecar = Start(Enforcing());
  Says(*sidecar, R"("msg":"size changed")");
  Stop(*sidecar);
  server_.Put(VpaJson("good", "10Gi"));
  for (const char* flag : {"--leader-elect-resource-namespace=default", "--leader-elect-resource-name=another"}) {
    sidecar = Start(Enforcing({flag, "--cpu-policy=never"}));
    EXPECT_EQ(sidecar->Wait(kProgramTimeout), 2) << flag;
    EXPECT_THAT(sidecar->standard_error(), AllOf(HasSubstr("a sidecar is installed with the lease "
                                                           "cpsizer/cpsizer-sidecar"),
                                                 HasSubstr("leave out --leader-elect-resource-namespace")));
  }
  EXPECT_EQ(SizeOfCluster("good"), "medium");
  server_.Remove(kLease);
  sidecar = Start(Enforcing({"--leader-elect-resource-namespace=default"}));
  Says(*sidecar, R"("msg":"size changed")");
}

TEST_F(ProgramOnClusterTest, TheLeaseDoesNotWaitForQueuedWrites) {
  constexpr int kClusters = 60;
  for (int i = 0; i < kClusters; ++i) PutSized(absl::StrCat("hc", i));
  // The lease has a renew deadline. With one request per second, ten queued writes take longer than this deadline.
  const std::unique_ptr<Subprocess> sidecar =
      Start(Enforcing({"--kube-api-qps=1", "--kube-api-burst=1", "--leader-elect-lease-duration=15s",
                       "--leader-elect-renew-deadline=10s", "--leader-elect-retry-period=1s"}));
  Says(*sidecar, R"("msg":"size changed")");
  const auto renewals = [](const FakeApiStore& store) { return store.Changes(testing::Leases().Collection()).size(); };
  size_t before = 0;
  server_.ReadStore([&](const FakeApiStore& store) { before = renewals(store); });
  EXPECT_TRUE(server_.WaitUntil([&](const FakeApiStore& store) { return renewals(store) >= before + 3; }))
      << sidecar->standard_error();
  EXPECT_EQ(SizeOfCluster(absl::StrCat("hc", kClusters - 1)), "") << "there is nothing left to be written";
}

}  // namespace
}  // namespace cpsizer::sidecar
