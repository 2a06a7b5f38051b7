// The installed page. Its pod runs on this machine, with the account and the rights that kubectl has installed before.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "tests/deploy/installed_test.h"
#include "tests/deploy/local_pod.h"
#include "tests/testing/net/raw_http_client.h"
#include "tests/testing/paths.h"

namespace cpsizer::deploy {
namespace {

using kube::Find;
using kube::Json;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr int kHttpOk = 200;
constexpr int kHttpNotFound = 404;
constexpr char kFleet[] = "/api/fleet";

class RunningPageTest : public InstalledTest {
 protected:
  // Starts the pod, and exchanges the token in its log for the cookie.
  void Run() {
    Install("PageThatObserves");
    EnsureFleet();
    const std::string kubeconfig = server().WriteKubeconfig(
        "system:serviceaccount:cpsizer:cpsizer-ui", {"system:serviceaccounts", "system:serviceaccounts:cpsizer"});
    WaitUntilPageMayRead(kubeconfig);
    const auto objects = Render(ShapeNamed("PageThatObserves"));
    ASSERT_TRUE(objects.ok()) << objects.status();
    const LocalPod::Node node = {.programs = testing::ProgramFolder(),
                                 .replaced = {{"--listen=127.0.0.1:8080", "--listen=127.0.0.1:0"}},
                                 .variables = {"KUBECONFIG=" + kubeconfig}};
    auto pod = LocalPod::Start(Find(OfKind(*objects, "Deployment").at(0), {"spec", "template"}), node);
    ASSERT_TRUE(pod.ok()) << pod.status();
    pod_ = *std::move(pod);
    OpenSession();
  }

  testing::RawHttpClient::Reply Get(const std::string& path) { return Exchange("GET", path, ""); }

  LocalPod& pod() { return *pod_; }

 private:
  // RBAC applies rights with a delay.
  static void WaitUntilPageMayRead(const std::string& kubeconfig) {
    const auto account = testing::ApiUser::Make(kubeconfig);
    ASSERT_TRUE(account.ok()) << account.status();
    const auto list = [&] { return (*account)->Get("/apis/hypershift.openshift.io/v1beta1/hostedclusters").status(); };
    ASSERT_EQ((*account)->Eventually(list), absl::OkStatus());
  }

  void OpenSession() {
    testing::Subprocess& program = pod_->container("ui");
    const auto line =
        program.WaitForLine([](absl::string_view text) { return absl::StrContains(text, "#token="); }, kTimeout);
    ASSERT_TRUE(line.has_value()) << program.standard_error();
    const std::vector<std::string> parts = absl::StrSplit(line->substr(line->find("http://")), absl::ByAnyChar("/#= "));
    ASSERT_GT(parts.size(), 5u) << *line;
    address_ = parts[2];
    const auto reply = Exchange("POST", "/api/session", Json({{"token", parts[5]}}).dump());
    ASSERT_EQ(reply.headers.count("set-cookie"), 1u) << reply.body;
    cookie_ = reply.headers.at("set-cookie");
    cookie_ = cookie_.substr(0, cookie_.find(';'));
  }

  testing::RawHttpClient::Reply Exchange(const std::string& method, const std::string& path, const std::string& body) {
    testing::RawHttpClient client(address_);
    client.Send(absl::StrCat(method, " ", path, " HTTP/1.1\r\nHost: ", address_, "\r\nOrigin: http://", address_,
                             "\r\nCookie: ", cookie_,
                             "\r\nContent-Type: application/json\r\nContent-Length: ", body.size(), "\r\n\r\n", body));
    return client.Read();
  }

  std::unique_ptr<LocalPod> pod_;
  std::string address_;
  std::string cookie_ = "none=0";
};

TEST_F(RunningPageTest, ReadsEachViewWithTheRightsOfItsAccount) {
  // The capacity of a cluster without a node is an error.
  ASSERT_TRUE(admin().Create("/api/v1/nodes", {{"metadata", {{"name", "of-the-page"}}}}).ok());
  Run();
  if (HasFatalFailure()) return;
  const auto fleet = Get(kFleet);
  EXPECT_EQ(fleet.code, kHttpOk);
  EXPECT_THAT(fleet.body, HasSubstr("checkout-prod"));
  for (const char* path : {"/api/status", kFleet, "/api/cluster?namespace=clusters&name=checkout-prod", "/api/replicas",
                           "/api/capacity", "/api/machines", "/api/cpu-requests", "/api/cluster-autoscaler"}) {
    const auto reply = Get(path);
    // The API server of the test does not have the objects of each view.
    EXPECT_TRUE(reply.code == kHttpOk || reply.code == kHttpNotFound) << path << " answers " << reply.code;
    for (const char* refused : {"forbidden", "not allowed", "cannot list"}) {
      EXPECT_THAT(reply.body, Not(HasSubstr(refused))) << path;
    }
  }
  EXPECT_EQ(pod().Stop(), absl::OkStatus());
  EXPECT_TRUE(admin().Delete("/api/v1/nodes/of-the-page").ok());
}

}  // namespace
}  // namespace cpsizer::deploy
