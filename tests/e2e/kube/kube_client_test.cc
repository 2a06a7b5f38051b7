// Tests client/kube on the real API server: lists, watches, leader election and TLS.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "client/kube/leader_elector.h"
#include "client/kube/limits.h"
#include "client/kube/read_file.h"
#include "client/kube/reflector.h"
#include "client/kube/requests.h"
#include "client/tree/node_json.h"
#include "tests/e2e/real_cluster_test.h"
#include "tests/testing/temporary_folder.h"

namespace cpsizer::e2e {
namespace {

using ::cpsizer::kube::Json;
using ::cpsizer::kube::TextAt;
using ::cpsizer::testing::ApiUser;
using ::testing::HasSubstr;

using KubeClientTest = RealClusterTest;

// A copy of the HostedClusters of one namespace, with metadata only. A reflector keeps the copy current.
class Mirror {
 public:
  Mirror(ApiUser& user, const std::string& path) : user_(user) {
    kube::Reflector::Callbacks callbacks;
    callbacks.list_begins = [this] { listed_.clear(); };
    callbacks.listed = [this](const tree::Node& object) {
      const std::string name(TextAt(object, {"metadata", "name"}));
      listed_[name] = tree::ToJson(object);
    };
    callbacks.list_ends = [this] {
      objects_ = std::move(listed_);
      ++lists_;
    };
    callbacks.changed = [this](const tree::Node& object) {
      const std::string name(TextAt(object, {"metadata", "name"}));
      objects_[name] = tree::ToJson(object);
    };
    callbacks.deleted = [this](const tree::Node& object) {
      objects_.erase(std::string(TextAt(object, {"metadata", "name"})));
    };
    callbacks.failed = [this](const absl::Status& status) { failures_.push_back(status); };
    reflector_ = std::make_unique<kube::Reflector>(user.loop(), user.client(),
                                                   kube::Resource{path, "", /*metadata_only=*/true}, callbacks);
  }

  bool RunUntil(const std::function<bool()>& done) { return user_.RunUntil(done); }
  // Runs until the annotation `touched` of the object has this value.
  bool RunUntilTouched(const std::string& name, const char* value) {
    return RunUntil([&] { return TextAt(objects_[name], {"metadata", "annotations", "touched"}) == value; });
  }

  const absl::flat_hash_map<std::string, Json>& objects() const { return objects_; }
  int lists() const { return lists_; }
  const std::vector<absl::Status>& failures() const { return failures_; }

 private:
  ApiUser& user_;
  absl::flat_hash_map<std::string, Json> listed_;
  absl::flat_hash_map<std::string, Json> objects_;
  int lists_ = 0;
  std::vector<absl::Status> failures_;
  std::unique_ptr<kube::Reflector> reflector_;
};

TEST_F(KubeClientTest, ListsMetadataInPagesAndWatches) {
  // A page can have at most 500 objects.
  constexpr int kCount = 501;
  const std::string path = "/apis/hypershift.openshift.io/v1beta1/namespaces/paged/hostedclusters";
  MustCreate("/api/v1/namespaces", {{"metadata", {{"name", "paged"}}}});
  std::vector<kube::HttpRequest> requests;
  for (int i = 0; i < kCount; ++i) {
    Json cluster = HostedCluster(absl::StrCat("hc-", i));
    cluster["metadata"]["namespace"] = "paged";
    requests.push_back(kube::Create(path, cluster, "test"));
  }
  ASSERT_EQ(admin().SendAll(std::move(requests)), absl::OkStatus());

  Mirror mirror(sidecar(), path);
  ASSERT_TRUE(mirror.RunUntil([&] { return mirror.lists() == 1; }));
  EXPECT_EQ(mirror.objects().size(), kCount);
  for (const auto& [name, object] : mirror.objects()) EXPECT_FALSE(object.contains("spec")) << object;

  ASSERT_TRUE(admin().Patch(path + "/hc-7", Annotation("touched", "once")).ok());
  EXPECT_TRUE(mirror.RunUntilTouched("hc-7", "once"));
  EXPECT_EQ(mirror.objects().at("hc-7")["kind"], "PartialObjectMetadata");
  ASSERT_TRUE(admin().Delete(path + "/hc-8").ok());
  EXPECT_TRUE(mirror.RunUntil([&] { return !mirror.objects().contains("hc-8"); }));
  EXPECT_EQ(mirror.lists(), 1);
  EXPECT_TRUE(mirror.failures().empty()) << mirror.failures().front();
}

TEST_F(KubeClientTest, WatchSurvivesARestartOfTheServer) {
  MustCreate(kHostedClusters, HostedCluster("watched"));
  Mirror mirror(sidecar(), kHostedClusters);
  ASSERT_TRUE(mirror.RunUntil([&] { return mirror.objects().contains("watched"); }));
  ASSERT_EQ(server().RestartApiServer(), absl::OkStatus());
  ASSERT_TRUE(admin().Patch(HostedClusterPath("watched"), Annotation("touched", "after")).ok());
  EXPECT_TRUE(mirror.RunUntilTouched("watched", "after"));
  EXPECT_FALSE(mirror.failures().empty());
}

TEST_F(KubeClientTest, WatchSurvivesARestartOfEtcd) {
  MustCreate(kHostedClusters, HostedCluster("stored"));
  Mirror mirror(sidecar(), kHostedClusters);
  ASSERT_TRUE(mirror.RunUntil([&] { return mirror.objects().contains("stored"); }));
  ASSERT_EQ(server().RestartEtcd(), absl::OkStatus());
  ASSERT_TRUE(admin().Patch(HostedClusterPath("stored"), Annotation("touched", "after")).ok());
  EXPECT_TRUE(mirror.RunUntilTouched("stored", "after"));
}

// Simulates a process of the sidecar that tries to get the lease. The durations of the lease are short.
class Candidate {
 public:
  Candidate(std::unique_ptr<ApiUser> user, const char* identity) : user_(std::move(user)) {
    kube::LeaderElector::Options options;
    options.path = "/apis/coordination.k8s.io/v1/namespaces/cpsizer/leases";
    options.name = "cpsizer-sidecar";
    options.identity = identity;
    options.lease_duration = absl::Seconds(4);
    options.renew_deadline = absl::Seconds(3);
    options.retry_period = absl::Milliseconds(500);
    kube::LeaderElector::Callbacks callbacks;
    callbacks.elected = [this] { leads_ = true; };
    callbacks.lost = [this] { leads_ = false; };
    callbacks.failed = [this](const absl::Status& status) { failure_ = status; };
    elector_ = std::make_unique<kube::LeaderElector>(user_->loop(), user_->client(), options, callbacks);
  }

  bool leads() const { return leads_; }
  const absl::Status& failure() const { return failure_; }
  kube::LeaderElector& elector() { return *elector_; }
  ApiUser& user() { return *user_; }

 private:
  std::unique_ptr<ApiUser> user_;
  bool leads_ = false;
  absl::Status failure_;
  std::unique_ptr<kube::LeaderElector> elector_;
};

TEST_F(KubeClientTest, OneOfTwoLeadsAndTheOtherFollows) {
  Candidate a(NewSidecar(), "a");
  ASSERT_TRUE(a.user().RunUntil([&] { return a.leads(); })) << a.failure();
  auto b = std::make_unique<Candidate>(NewSidecar(), "b");
  const auto run_both_until = [&](const std::function<bool()>& done) {
    return a.user().RunUntil([&] {
      b->user().loop().RunOnce(absl::ZeroDuration());
      EXPECT_FALSE(a.leads() && b->leads());
      return done();
    });
  };
  const std::string path = "/apis/coordination.k8s.io/v1/namespaces/cpsizer/leases/cpsizer-sidecar";
  const std::string first_renewal = MustGet(path)["spec"]["renewTime"];
  EXPECT_TRUE(run_both_until([&] { return MustGet(path)["spec"]["renewTime"] != first_renewal; }));
  EXPECT_TRUE(a.elector().MayWrite());
  EXPECT_FALSE(b->leads());

  // If a leader releases the lease, the lease is free immediately. If the leader does not release it, the lease is free
  // when the leader has not renewed it for the lease duration.
  bool released = false;
  a.elector().Release([&] { released = true; });
  EXPECT_FALSE(a.elector().MayWrite());
  ASSERT_TRUE(a.user().RunUntil([&] { return released; }));
  ASSERT_TRUE(b->user().RunUntil([&] { return b->leads(); })) << b->failure();
  EXPECT_EQ(MustGet(path)["spec"]["holderIdentity"], "b");
  b.reset();
  Candidate c(NewSidecar(), "c");
  EXPECT_TRUE(c.user().RunUntil([&] { return c.leads(); })) << c.failure();
  EXPECT_EQ(MustGet(path)["spec"]["holderIdentity"], "c");
}

TEST_F(KubeClientTest, ServerMustHaveTheNameInTheKubeconfig) {
  const testing::TemporaryFolder folder;
  const auto ask = [&](const char* server_name) {
    Json config = kube::ParseJson(kube::ReadFile(server().SidecarKubeconfig(), kube::kMaxKubeconfigBytes).value_or(""));
    config["clusters"][0]["cluster"]["tls-server-name"] = server_name;
    const auto user = ApiUser::Make(folder.Write("kubeconfig", config.dump()));
    return user.ok() ? (*user)->GetText("/version").status() : user.status();
  };
  EXPECT_EQ(ask("localhost"), absl::OkStatus());
  const absl::Status refused = ask("api.example.com");
  EXPECT_EQ(refused.code(), absl::StatusCode::kUnavailable);
  EXPECT_THAT(std::string(refused.message()), HasSubstr("api.example.com"));
}

}  // namespace
}  // namespace cpsizer::e2e
