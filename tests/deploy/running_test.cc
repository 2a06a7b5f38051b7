// The installed pods of each shape run on this machine, with the account, the rights and the policies that kubectl has
// installed before.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "tests/deploy/installed_test.h"
#include "tests/deploy/local_pod.h"
#include "tests/testing/paths.h"
#include "tests/testing/tls/certificates.h"

namespace cpsizer::deploy {
namespace {

using kube::Find;
using kube::Json;
using kube::TextAt;
using testing::CertificateAuthority;

constexpr char kClusters[] = "/apis/hypershift.openshift.io/v1beta1/namespaces/clusters/hostedclusters";
constexpr char kAnnotation[] = "hypershift.openshift.io/recommended-cluster-size";

class RunningTest : public InstalledTest {
 protected:
  void SetUp() override {
    InstalledTest::SetUp();
    if (IsSkipped() || HasFatalFailure()) return;
    EnsureFleet();
    // Sets the initial sizes of the fleet.
    for (const auto& [cluster, size] : {std::pair("archive-prod", "large"), std::pair("checkout-prod", "medium")}) {
      const Json patch = {{"metadata", {{"annotations", {{kAnnotation, size}}}}}};
      ASSERT_TRUE(admin().Patch(absl::StrCat(kClusters, "/", cluster), patch).ok());
    }
  }

  std::string SizeOf(const std::string& cluster) {
    const auto object = admin().Get(absl::StrCat(kClusters, "/", cluster));
    return object.ok() ? std::string(TextAt(*object, {"metadata", "annotations", kAnnotation})) : "";
  }
  // Waits until the fleet has the correct sizes.
  bool WaitForSizes() {
    return admin().RunUntil([this] { return SizeOf("archive-prod") == "small" && SizeOf("checkout-prod") == "large"; },
                            kTimeout);
  }

  static Json PodOf(const std::vector<Json>& objects) {
    const std::vector<Json> deployments = OfKind(objects, "Deployment");
    EXPECT_EQ(deployments.size(), 1u);
    return Find(deployments.at(0), {"spec", "template"});
  }
  LocalPod::Node Node() {
    return {.programs = testing::ProgramFolder(),
            .kubeconfig = server().SidecarKubeconfig(),
            .variables = {"CPSIZER_VPA_MIN_AGE=0s"}};  // the VPAs of the test are new
  }

  // Installs a shape, and starts its pod on `node`.
  std::unique_ptr<LocalPod> Run(const std::string& name, const LocalPod::Node& node) {
    Install(name);
    const auto objects = Render(ShapeNamed(name));
    EXPECT_TRUE(objects.ok()) << objects.status();
    if (!OfKind(*objects, "ClusterRole").empty()) WaitForRights(/*to_lead=*/!OfKind(*objects, "Role").empty());
    auto pod = LocalPod::Start(PodOf(*objects), node);
    const absl::Status status = pod.ok() ? (*pod)->WaitUntilReady() : pod.status();
    EXPECT_EQ(status, absl::OkStatus());
    return status.ok() ? *std::move(pod) : nullptr;
  }
};

bool HasLine(testing::Subprocess& process, absl::string_view text, absl::string_view more) {
  return process
      .WaitForLine(
          [&](absl::string_view line) { return absl::StrContains(line, text) && absl::StrContains(line, more); },
          kTimeout)
      .has_value();
}

TEST_F(RunningTest, PerClusterServerAndSidecarOfOnePodSizeTheFleet) {
  const auto pod = Run("PerCluster", Node());
  ASSERT_NE(pod, nullptr);
  EXPECT_TRUE(WaitForSizes()) << pod->container("sidecar").standard_error();
  // This line shows that the decision came from the server.
  EXPECT_TRUE(HasLine(pod->container("sidecar"), "\"starting\"", "grpc.sock"));
  EXPECT_EQ(pod->Stop(), absl::OkStatus());
}

TEST_F(RunningTest, ObserveLogsTheDryRunAndSendsNoWrite) {
  const size_t before = server().AuditedRequests().size();
  const auto pod = Run("Observe", Node());
  ASSERT_NE(pod, nullptr);
  testing::Subprocess& sidecar = pod->container("sidecar");
  EXPECT_TRUE(HasLine(sidecar, "dry run", "checkout-prod")) << sidecar.standard_error();
  EXPECT_TRUE(HasLine(sidecar, "dry run", "archive-prod"));
  EXPECT_EQ(pod->Stop(), absl::OkStatus());
  EXPECT_EQ(server().AuditedRequests().size(), before);
  EXPECT_EQ(SizeOf("checkout-prod"), "medium");
  EXPECT_FALSE(absl::StrContains(sidecar.standard_error(), "orbidden")) << sidecar.standard_error();
}

// Returns the certificate that the Certificate `name` requests, as files of a volume.
std::map<std::string, std::string> FilesOf(const std::vector<Json>& objects, const CertificateAuthority& authority,
                                           const std::string& name) {
  for (const Json& certificate : OfKind(objects, "Certificate")) {
    if (TextAt(certificate, {"metadata", "name"}) != name) continue;
    const Json& spec = certificate["spec"];
    const bool is_server = spec.contains("dnsNames");
    const std::string subject =
        is_server ? "DNS:" + spec["dnsNames"][0].get<std::string>() : "URI:" + spec["uris"][0].get<std::string>();
    const std::string usage = spec["usages"][0] == "server auth" ? "serverAuth" : "clientAuth";
    const testing::CertifiedKey issued = authority.Issue({.names = subject, .usage = usage});
    return {{"tls.crt", issued.certificate}, {"tls.key", issued.key}, {"ca.crt", authority.pem()}};
  }
  ADD_FAILURE() << "no Certificate " << name;
  return {};
}

TEST_F(RunningTest, SharedServiceAndItsSidecarConnectWithTheCertificatesOfCertManager) {
  const CertificateAuthority authority("cpsizer-authority");
  const auto service = Render(ShapeNamed("SharedServiceWithCertManager"));
  const auto client = Render(ShapeNamed("SharedServiceSidecarWithCertManager"));
  ASSERT_TRUE(service.ok() && client.ok());
  LocalPod::Node servers_node = Node();
  servers_node.files["tls"] = FilesOf(*service, authority, "cpsizer-server");
  const auto serving = Run("SharedServiceWithCertManager", servers_node);
  ASSERT_NE(serving, nullptr);
  EXPECT_TRUE(HasLine(serving->container("server"), "\"serving\"", "mTLS"));

  LocalPod::Node sidecars_node = Node();
  sidecars_node.files["tls"] = FilesOf(*client, authority, "cpsizer-sidecar");
  // Replaces the DNS name, which cannot be resolved here.
  const std::string name = "cpsizer.cpsizer.svc";
  sidecars_node.replaced = {{absl::StrCat("dns:///", name, ":50051"), "ipv4:" + serving->Address("server", "address")}};
  sidecars_node.variables.push_back("CPSIZER_SERVICE_SERVER_NAME=" + name);
  const auto asking = Run("SharedServiceSidecarWithCertManager", sidecars_node);
  ASSERT_NE(asking, nullptr);
  EXPECT_TRUE(WaitForSizes()) << asking->container("sidecar").standard_error();
  EXPECT_TRUE(HasLine(asking->container("sidecar"), "\"starting\"", "mTLS"));
  EXPECT_EQ(asking->Stop(), absl::OkStatus());
  EXPECT_EQ(serving->Stop(), absl::OkStatus());
}

}  // namespace
}  // namespace cpsizer::deploy
