// Tests the admission policies when they are moved to another namespace together with their account.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "absl/strings/str_cat.h"
#include "client/kube/requests.h"
#include "tests/deploy/installed_test.h"

namespace cpsizer::deploy {
namespace {

using kube::Json;
using testing::ApiUser;
using ::testing::HasSubstr;

constexpr char kMoved[] = "system:serviceaccount:sizing:cpsizer-sidecar";
constexpr char kCluster[] = "/apis/hypershift.openshift.io/v1beta1/namespaces/clusters/hostedclusters/archive-prod";

class GuardTest : public InstalledTest {
 protected:
  void SetUp() override {
    InstalledTest::SetUp();
    if (IsSkipped() || HasFatalFailure()) return;
    Install("OtherNamespace");
    EnsureFleet();
    auto account = ApiUser::Make(server().WriteKubeconfig(kMoved, {"system:serviceaccounts"}));
    ASSERT_TRUE(account.ok()) << account.status();
    account_ = *std::move(account);
  }

  ApiUser& account() { return *account_; }

  // Makes RBAC grant everything, so that only a policy can refuse a request.
  void GrantEverything() {
    const Json binding = {
        {"metadata", {{"name", "everything"}}},
        {"roleRef", {{"apiGroup", "rbac.authorization.k8s.io"}, {"kind", "ClusterRole"}, {"name", "cluster-admin"}}},
        {"subjects",
         Json::array({{{"kind", "ServiceAccount"}, {"name", "cpsizer-sidecar"}, {"namespace", "sizing"}}})}};
    ASSERT_TRUE(admin().Create("/apis/rbac.authorization.k8s.io/v1/clusterrolebindings", binding).ok());
    ASSERT_EQ(account().Eventually([this] { return account().Get("/api/v1/secrets").status(); }), absl::OkStatus());
  }

 private:
  std::unique_ptr<ApiUser> account_;
};

Json Annotation(const char* key, const Json& value) {
  return {{"metadata", {{"annotations", {{key, value}}}}}};
}

TEST_F(GuardTest, MovedAccountHasItsRights) {
  for (const char* path : {"/apis/hypershift.openshift.io/v1beta1/hostedclusters",
                           "/apis/machine.openshift.io/v1beta1/namespaces/openshift-machine-api/machinesets"}) {
    EXPECT_EQ(account().Eventually([&] { return account().Get(path).status(); }), absl::OkStatus()) << path;
  }
  // Waits until RBAC grants the right to read the lease. The lease itself does not exist yet, so NotFound is a success.
  const auto lease = [this] {
    const absl::Status status =
        account().Get("/apis/coordination.k8s.io/v1/namespaces/sizing/leases/cpsizer-sidecar").status();
    return absl::IsNotFound(status) ? absl::OkStatus() : status;
  };
  EXPECT_EQ(account().Eventually(lease), absl::OkStatus());
}

TEST_F(GuardTest, PolicyAllowsOnlyTheSizeDespiteAllRights) {
  GrantEverything();
  const auto outcome = [this](const Json& patch) {
    return account().Patch(absl::StrCat(kCluster, "?dryRun=All"), patch).status();
  };
  // The API server applies policies with a delay.
  ASSERT_TRUE(account().RunUntil([&] { return absl::IsPermissionDenied(outcome(Annotation("other", "x"))); }));
  struct Case {
    const char* name;
    Json patch;
    const char* message;
  };
  const Case kRefused[] = {
      {"another annotation", Annotation("other", "x"), "no annotation but"},
      {"no size", Annotation("hypershift.openshift.io/recommended-cluster-size", nullptr), "may not remove"},
      {"a label", {{"metadata", {{"labels", {{"a", "b"}}}}}}, "no metadata but"},
      {"the spec", {{"spec", {{"pausedUntil", "true"}}}}, "neither spec nor"},
  };
  for (const Case& test : kRefused) {
    const absl::Status status = outcome(test.patch);
    EXPECT_TRUE(absl::IsPermissionDenied(status)) << test.name << ": " << status;
    EXPECT_THAT(std::string(status.message()), HasSubstr(test.message)) << test.name;
  }
  EXPECT_EQ(outcome(Annotation("hypershift.openshift.io/recommended-cluster-size", "small")), absl::OkStatus());
  const absl::Status deleted = account().Delete(kCluster).status();
  EXPECT_TRUE(absl::IsPermissionDenied(deleted)) << deleted;
  EXPECT_THAT(std::string(deleted.message()), HasSubstr("may not DELETE hostedclusters"));
  EXPECT_TRUE(admin().Delete("/apis/rbac.authorization.k8s.io/v1/clusterrolebindings/everything").ok());
}

}  // namespace
}  // namespace cpsizer::deploy
