#include "tests/e2e/real_cluster_test.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "tests/testing/real_api/manifests.h"
#include "tests/testing/tools.h"

namespace cpsizer::e2e {
namespace {

using kube::Json;
using testing::ApiUser;
using testing::RealApiServer;

absl::StatusOr<std::unique_ptr<RealApiServer>> StartWithSidecar(const std::vector<std::string>& flags) {
  absl::StatusOr<std::unique_ptr<RealApiServer>> server = RealApiServer::Start({flags, testing::kSidecarUser});
  if (!server.ok()) return server;
  if (absl::Status status = testing::InstallSidecar(**server); !status.ok()) return status;
  return server;
}

// Contains the API server that all tests of this program share. The first test starts the server, and it is stopped
// after the last test.
class SharedServer : public ::testing::Environment {
 public:
  const absl::StatusOr<std::unique_ptr<RealApiServer>>& Get(const std::vector<std::string>& flags) {
    if (absl::IsUnknown(server_.status())) server_ = StartWithSidecar(flags);
    return server_;
  }
  void TearDown() override { server_ = absl::UnknownError(""); }

 private:
  // The status is Unknown until a test starts the server.
  absl::StatusOr<std::unique_ptr<RealApiServer>> server_;
};

// gtest deletes this object.
SharedServer& shared_server = static_cast<SharedServer&>(*::testing::AddGlobalTestEnvironment(new SharedServer));

}  // namespace

std::string HostedClusterPath(absl::string_view name) {
  return absl::StrCat(kHostedClusters, "/", name);
}

Json HostedCluster(absl::string_view name) {
  const auto service = [](const char* what, const char* how) {
    return Json{{"service", what}, {"servicePublishingStrategy", {{"type", how}}}};
  };
  return {
      {"apiVersion", "hypershift.openshift.io/v1beta1"},
      {"kind", "HostedCluster"},
      {"metadata", {{"namespace", "clusters"}, {"name", std::string(name)}, {"annotations", {{"owner", "team-a"}}}}},
      {"spec",
       {{"platform", {{"type", "None"}}},
        {"pullSecret", {{"name", "pull-secret"}}},
        {"release", {{"image", "registry.example.com/ocp-release:4.17.0-x86_64"}}},
        {"services", Json::array({service("APIServer", "LoadBalancer"), service("OAuthServer", "Route"),
                                  service("Konnectivity", "Route"), service("Ignition", "Route")})}}}};
}

Json Annotation(absl::string_view key, const Json& value) {
  return {{"metadata", {{"annotations", {{std::string(key), value}}}}}};
}

absl::string_view SizeOf(const Json& hosted_cluster) {
  return kube::TextAt(hosted_cluster, {"metadata", "annotations", kSizeAnnotation});
}

void RealClusterTest::SetUp() {
  const std::string reason = testing::WhyToolsAreMissing({"kube-apiserver", "etcd", "etcdutl"});
  if (!reason.empty()) {
    if (testing::ToolsAreRequired()) FAIL() << reason << ", which CI requires";
    GTEST_SKIP() << reason;
  }
  const absl::StatusOr<std::unique_ptr<RealApiServer>>& server = shared_server.Get(ServerFlags());
  ASSERT_TRUE(server.ok()) << server.status();
  sidecar_ = NewSidecar();
  ASSERT_NE(sidecar_, nullptr);
}

RealApiServer& RealClusterTest::server() {
  return **shared_server.Get(ServerFlags());
}

std::unique_ptr<ApiUser> RealClusterTest::NewSidecar() {
  absl::StatusOr<std::unique_ptr<ApiUser>> user = ApiUser::Make(server().SidecarKubeconfig());
  EXPECT_TRUE(user.ok()) << user.status();
  return user.ok() ? *std::move(user) : nullptr;
}

Json RealClusterTest::MustCreate(const std::string& collection, const Json& object) {
  absl::StatusOr<Json> created = admin().Create(collection, object);
  EXPECT_TRUE(created.ok()) << created.status();
  return created.ok() ? *std::move(created) : Json();
}

Json RealClusterTest::MustGet(const std::string& path) {
  absl::StatusOr<Json> object = admin().Get(path);
  EXPECT_TRUE(object.ok()) << object.status();
  return object.ok() ? *std::move(object) : Json();
}

}  // namespace cpsizer::e2e
