// Runs the commands of docs/install.md for a cluster on the real API server. The commands run as they are written,
// except those that RunnablePart() replaces.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "client/sidecar/size/size_controller.h"
#include "tests/deploy/flags.h"
#include "tests/deploy/local_pod.h"
#include "tests/deploy/page_test.h"
#include "tests/testing/paths.h"
#include "tests/testing/tls/certificates.h"

namespace cpsizer::deploy {
namespace {

using ::cpsizer::testing::DocsBlock;
using kube::Find;
using kube::Json;
using kube::TextAt;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr char kDeployment[] = "/apis/apps/v1/namespaces/cpsizer/deployments/cpsizer-sidecar";
constexpr char kPlainSecrets[] = "/api/v1/namespaces/cpsizer/secrets/";
constexpr char kPods[] = "/api/v1/namespaces/cpsizer/pods";
constexpr char kInstallPagePage[] = "docs/install.md";
constexpr char kSidecarHere[] = "build/dev/bin/cpsizer-sidecar --mode=observe --cpu-policy=when-fraction-configured";

std::vector<DocsBlock> InstallPageCommandBlocks() {
  return testing::BlocksBy("docs/install.md", "tests/deploy/install_page_test.cc");
}

std::vector<std::string> CommandsUnder(const std::string& heading) {
  std::vector<std::string> commands;
  for (const DocsBlock& block : Under(heading, InstallPageCommandBlocks())) {
    for (std::string& command : block.Lines()) commands.push_back(std::move(command));
  }
  return commands;
}

// Replaces a command that cannot run in this test, and returns other commands unchanged. The replacement clones an
// empty repository, only queries the existing build, or deletes a namespace as a dry run, because a real deletion would
// never complete.
std::string RunnablePart(const std::string& command) {
  if (command == "kubectl delete -k cpsizer/deploy/namespace") return command + " --dry-run=server";
  return absl::StrReplaceAll(
      command,
      {{"git clone URL cpsizer && cd cpsizer", "git init -q nothing && git clone -q nothing clone && cd clone"},
       {"./dev build dev ", absl::StrCat("ninja -C ", testing::ProgramFolder(), "/.. -t query ")}});
}

// Returns the Deployment whose pod a command such as `kubectl logs deployment/NAME` needs; empty for other commands.
std::string DeploymentOf(const std::string& command) {
  if (!absl::StartsWith(command, "kubectl logs ") && !absl::StartsWith(command, "kubectl port-forward ")) return "";
  const std::pair<std::string, std::string> parts = absl::StrSplit(command, absl::MaxSplits("deployment/", 1));
  return parts.second.substr(0, parts.second.find(' '));
}

bool SaysWhatItWouldDo(testing::Subprocess& sidecar) {
  const auto wanted = [](absl::string_view line) {
    return absl::StrContains(line, "dry run") && absl::StrContains(line, "checkout-prod");
  };
  if (sidecar.WaitForLine(wanted, kTimeout).has_value()) return true;
  ADD_FAILURE() << sidecar.standard_error();
  return false;
}

class InstallPageTest : public PageTest {
 protected:
  void SetUp() override {
    PageTest::SetUp();
    if (IsSkipped() || HasFatalFailure()) return;
    // The commands of the page use paths relative to the clone, and paths relative to its parent folder. With these
    // links, both kinds of paths exist in the folder of the test.
    std::filesystem::create_directory_symlink(testing::SourcePath("deploy"), folder().PathOf("deploy"));
    std::filesystem::create_directory_symlink(testing::SourcePath(), folder().PathOf("cpsizer"));
    WriteOverlay("Let it write", 0, "sizing");
    WriteOverlay("One service for many clusters", 0, "service");
    WriteOverlay("One service for many clusters", 1, "sidecar");
    WriteOverlay("The service and its own sidecar in one cluster", 0, "both");
    WriteOverlay("Control plane machines", 0, "machines");
    WriteOverlay("The cluster-autoscaler", 0, "autoscalers");
    WriteOverlay("The admission webhook", 0, "webhook");
    WriteOverlay("The page", 0, "page");
    const testing::CertificateAuthority authority("test");
    folder().Write("ca.crt", authority.pem());
    for (const char* name : {"server", "sidecar"}) {
      const testing::CertifiedKey pair = authority.IssueServer();
      folder().Write(absl::StrCat(name, ".crt"), pair.certificate);
      folder().Write(absl::StrCat(name, ".key"), pair.key);
    }
  }

  // Returns the objects that kubectl renders from an overlay of the page.
  std::vector<Json> ObjectsOf(const std::string& overlay) const {
    auto objects = RenderFolder(folder().PathOf(overlay));
    EXPECT_TRUE(objects.ok()) << objects.status();
    if (!objects.ok()) return {};
    for (const Json& deployment : OfKind(*objects, "Deployment")) {
      for (const Json& container : Find(deployment, {"spec", "template", "spec", "containers"})) {
        EXPECT_TRUE(absl::StartsWith(TextAt(container, {"image"}), "registry.example.com/cpsizer:")) << container;
      }
    }
    return *std::move(objects);
  }

  void RunAllUnder(const std::string& heading) {
    const std::vector<std::string> commands = CommandsUnder(heading);
    EXPECT_FALSE(commands.empty()) << heading;
    for (const std::string& command : commands) {
      if (command == kSidecarHere) continue;  // tested in WithoutAnImageTheProgramPrintsTheSame
      const std::string deployment = DeploymentOf(command);
      if (!deployment.empty()) CreatePod(deployment);
      RunInFolder(RunnablePart(command));
      if (deployment.empty()) continue;
      EXPECT_EQ(admin().Delete(absl::StrCat(kPods, "/", deployment, "-0")).status(), absl::OkStatus());
    }
  }

 private:
  // Creates a pod of the Deployment as its controller would do. The pod is not scheduled.
  void CreatePod(const std::string& name) {
    const auto deployment = admin().Get(absl::StrCat("/apis/apps/v1/namespaces/cpsizer/deployments/", name));
    ASSERT_TRUE(deployment.ok()) << deployment.status();
    Json pod = Find(*deployment, {"spec", "template"});
    pod["metadata"]["name"] = absl::StrCat(name, "-0");
    EXPECT_EQ(admin().Create(kPods, pod).status(), absl::OkStatus());
  }
  // Writes the block with this number below the heading to a separate folder.
  void WriteOverlay(const std::string& heading, size_t number, const std::string& name) {
    const auto blocks = YamlUnder(heading, kInstallPagePage);
    ASSERT_GT(blocks.size(), number) << heading;
    std::filesystem::create_directory(folder().PathOf(name));
    folder().Write(name + "/kustomization.yaml", blocks[number].text);
  }
};

TEST_F(InstallPageTest, NewUserSeesDryRunAfterFiveCommandsAndUninstalls) {
  const std::vector<std::string> commands = CommandsUnder("Observe first");
  // Five commands are for the installation, and two for users without an image.
  ASSERT_EQ(commands.size(), 7u);
  EXPECT_THAT(commands[4], HasSubstr("kubectl logs"));
  RunAllUnder("Observe first");
  EnsureFleet();
  WaitForRights(/*to_lead=*/false);
  // Runs the installed objects on a simulated node.
  const auto deployment = admin().Get(kDeployment);
  ASSERT_TRUE(deployment.ok()) << deployment.status();
  const Json& pod_template = Find(*deployment, {"spec", "template"});
  for (const Json& container : pod_template["spec"]["containers"]) {
    EXPECT_TRUE(absl::StartsWith(TextAt(container, {"image"}), "registry.example.com/cpsizer:")) << container;
  }
  const size_t writes = server().AuditedRequests().size();
  auto pod =
      LocalPod::Start(pod_template, {.programs = testing::ProgramFolder(), .kubeconfig = server().SidecarKubeconfig()});
  ASSERT_TRUE(pod.ok()) << pod.status();
  EXPECT_TRUE(SaysWhatItWouldDo((*pod)->container("sidecar")));
  EXPECT_EQ((*pod)->Stop(), absl::OkStatus());
  EXPECT_EQ(server().AuditedRequests().size(), writes);

  RunAllUnder("Let it write");
  RunAllUnder("One service for many clusters");
  RunAllUnder("Uninstall");
  EXPECT_TRUE(absl::IsNotFound(admin().Get(kDeployment).status()));
  for (const char* name : {"cpsizer-server-tls", "cpsizer-sidecar-tls"}) {
    EXPECT_TRUE(admin().Delete(absl::StrCat(kPlainSecrets, name)).ok());
  }
}

TEST_F(InstallPageTest, WithoutAnImageTheProgramPrintsTheSame) {
  EnsureFleet();
  ASSERT_EQ(CommandsUnder("Observe first").back(), kSidecarHere);
  std::vector<std::string> command = absl::StrSplit(kSidecarHere, ' ');
  command[0] = absl::StrReplaceAll(command[0], {{"build/dev/bin", testing::ProgramFolder()}});
  const auto sidecar =
      testing::Subprocess::Start(command, {.environment = {"KUBECONFIG=" + server().AdminKubeconfig()}});
  ASSERT_TRUE(sidecar.ok()) << sidecar.status();
  EXPECT_TRUE(SaysWhatItWouldDo(**sidecar));
}

TEST_F(InstallPageTest, OverlayOfThePageWorksAsDocumented) {
  const std::vector<Json> objects = ObjectsOf("sizing");
  EXPECT_EQ(OfKind(objects, "ServiceMonitor").size(), 1u);
  const auto deployments = OfKind(objects, "Deployment");
  ASSERT_EQ(deployments.size(), 1u);
  for (const Json& container : Find(deployments[0], {"spec", "template", "spec", "containers"})) {
    if (container["name"] != "sidecar") continue;
    const auto options = SidecarOptionsOf(container);
    ASSERT_TRUE(options.ok()) << options.status();
    EXPECT_EQ(sidecar::OwnOptions<sidecar::SizeOptions>(*options).request_options.cpu_policy(),
              v1::SIZE_CPU_POLICY_WHEN_CAPACITY_CONFIGURED);
    EXPECT_EQ(options->service, "unix:/run/cpsizer/grpc.sock");
  }
}

TEST_F(InstallPageTest, TheOverlayOfServiceAndSidecarHasBothWithTheirCertificates) {
  const std::vector<Json> objects = ObjectsOf("both");
  EXPECT_EQ(OfKind(objects, "Deployment").size(), 2u);
  EXPECT_EQ(OfKind(objects, "Certificate").size(), 3u);
}

TEST_F(InstallPageTest, TheControllerOfMachinesReadsOnlyTheSecretsThatThePageNames) {
  RunAllUnder("Control plane machines");
  const std::vector<Json> objects = ObjectsOf("machines");
  DeleteLater(objects);
  std::vector<Json> rules;
  for (const Json& role : OfKind(objects, "Role")) {
    for (const Json& rule : role["rules"]) {
      if (rule["resources"] == Json({"secrets"})) rules.push_back(rule);
    }
  }
  ASSERT_EQ(rules.size(), 1u);
  EXPECT_EQ(rules[0]["resourceNames"], Json({"thanos-token", "metrics-ca"}));
}

TEST_F(InstallPageTest, TheControllersOfTheClusterAutoscalerCannotWriteBeforeTheComponentsAreAdded) {
  RunAllUnder("The cluster-autoscaler");
  const std::vector<Json> objects = ObjectsOf("autoscalers");
  DeleteLater(objects);
  EXPECT_EQ(OfKind(objects, "Deployment").size(), 2u);
  for (const Json& role : OfKind(objects, "Role")) {
    for (const char* verb : {"create", "patch", "delete"}) EXPECT_THAT(role.dump(), Not(HasSubstr(verb)));
  }
}

TEST_F(InstallPageTest, TheWebhookIsRegisteredWithTheAuthorityOfCertManager) {
  RunAllUnder("The admission webhook");
  const std::vector<Json> objects = ObjectsOf("webhook");
  DeleteLater(objects);
  const std::vector<Json> registrations = OfKind(objects, "ValidatingWebhookConfiguration");
  ASSERT_EQ(registrations.size(), 1u);
  EXPECT_EQ(registrations[0]["metadata"]["annotations"]["cert-manager.io/inject-ca-from"], "cpsizer/cpsizer-webhook");
}

TEST_F(InstallPageTest, ThePageHasNoRightToWriteAndNoService) {
  RunAllUnder("The page");
  const std::vector<Json> objects = ObjectsOf("page");
  DeleteLater(objects);
  EXPECT_EQ(OfKind(objects, "Deployment").size(), 1u);
  EXPECT_TRUE(OfKind(objects, "Service").empty());
  for (const Json& role : OfKind(objects, "ClusterRole")) {
    for (const char* verb : {"create", "update", "patch", "delete"}) EXPECT_THAT(role.dump(), Not(HasSubstr(verb)));
  }
}

// Checks that the operator is authorized as the page describes, and that the sidecars are still authorized.
TEST_F(InstallPageTest, SharedServiceOfThePageAuthorizesSidecarsAndTheOperator) {
  const auto deployments = OfKind(ObjectsOf("service"), "Deployment");
  ASSERT_EQ(deployments.size(), 1u);
  const auto options = ServerOptionsOf(Find(deployments[0], {"spec", "template", "spec", "containers"})[0]);
  ASSERT_TRUE(options.ok()) << options.status();
  const auto gets_in = [&](absl::string_view uri) {
    const server::ClientName name{server::NameKind::kUri, uri};
    const auto& rules = options->security.allowed_clients;
    return std::any_of(rules.begin(), rules.end(), [&](const auto& rule) { return rule.Matches({&name, 1}); });
  };
  EXPECT_TRUE(gets_in("spiffe://cpsizer/ns/cpsizer/sa/cpsizer-sidecar"));
  EXPECT_TRUE(gets_in("spiffe://cpsizer/ns/hypershift/sa/operator"));
  EXPECT_FALSE(gets_in("spiffe://cpsizer/ns/hypershift/sa/other"));
  EXPECT_EQ(OfKind(ObjectsOf("sidecar"), "Deployment").size(), 1u);
}

// Returns whether a volume has a file from an object of this name.
bool MountsFile(const Json& volume, const char* kind, const char* name, const std::string& key) {
  for (const Json& source : Find(volume, {"projected", "sources"})) {
    const absl::string_view there = TextAt(source, {kind, "name"});
    for (const Json& item : Find(source, {kind, "items"})) {
      if (there == name && item["key"] == key) return true;
    }
  }
  return false;
}

TEST_F(InstallPageTest, SecretsThatOpenShiftDoesNotIssueMatchTheMountsOfThePods) {
  const auto objects = Render(ShapeNamed("SharedServiceAndItsSidecarOnOpenShift"));
  ASSERT_TRUE(objects.ok()) << objects.status();
  RunAllUnder("With the certificates of OpenShift");
  struct CreatedObject {
    const char* kind;
    const char* name;
    const char* path;
  };
  for (const CreatedObject& created :
       {CreatedObject{"configMap", "cpsizer-client-ca", "/api/v1/namespaces/cpsizer/configmaps/"},
        CreatedObject{"secret", "cpsizer-sidecar-tls", kPlainSecrets}}) {
    const auto object = admin().Get(absl::StrCat(created.path, created.name));
    ASSERT_TRUE(object.ok()) << object.status();
    int mounted = 0;
    for (const Json& deployment : OfKind(*objects, "Deployment")) {
      for (const Json& volume : Find(deployment, {"spec", "template", "spec", "volumes"})) {
        for (const auto& [key, value] : Find(*object, {"data"}).items()) {
          mounted += MountsFile(volume, created.kind, created.name, key) ? 1 : 0;
        }
      }
    }
    EXPECT_EQ(mounted, Find(*object, {"data"}).size()) << created.name;
    EXPECT_TRUE(admin().Delete(absl::StrCat(created.path, created.name)).ok());
  }
}

TEST(InstallPage, HasNoCommandsElsewhere) {
  ExpectOnlyUnder(
      {"Observe first", "Let it write", "One service for many clusters", "With the certificates of OpenShift",
       "Control plane machines", "The cluster-autoscaler", "The admission webhook", "The page", "Uninstall"},
      InstallPageCommandBlocks());
}

TEST(InstallPage, NamesEveryOverlayAndComponent) {
  std::ifstream file(testing::SourcePath(kInstallPagePage));
  const std::string page{std::istreambuf_iterator<char>(file), {}};
  for (const char* kind : {"overlays", "components"}) {
    for (const auto& entry : std::filesystem::directory_iterator(testing::SourcePath(absl::StrCat("deploy/", kind)))) {
      EXPECT_THAT(page, HasSubstr(absl::StrCat("`", entry.path().filename().string(), "`")));
    }
  }
}

}  // namespace
}  // namespace cpsizer::deploy
