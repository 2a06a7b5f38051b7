#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "client/kube/reflector.h"
#include "client/kube/requests.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/e2e/sidecar/sidecar_program_test.h"

// Tests an API server that processes one request at a time and compacts its history within seconds.
namespace cpsizer::e2e {
namespace {

using kube::Json;
using kube::TextAt;
using ::testing::ElementsAre;

class SidecarNarrowServerTest : public SidecarProgramTest {
 protected:
  std::vector<std::string> ServerFlags() const override {
    return {"--watch-cache=false", "--etcd-compaction-interval=5s", "--enable-priority-and-fairness=false",
            "--max-requests-inflight=1", "--max-mutating-requests-inflight=1"};
  }

  // Starts a list, and waits until its continue token has expired. All earlier revisions have then expired too.
  void WaitUntilForgotten(testing::ApiUser& user) {
    const std::string first_page = absl::StrCat(kHostedClusters, "?limit=1");
    const std::string token(TextAt(user.Get(first_page).value_or(Json()), {"metadata", "continue"}));
    ASSERT_NE(token, "");
    EXPECT_TRUE(user.RunUntil([&] {
      // etcd compacts its history only if there are new revisions.
      EXPECT_EQ(user.Send(NewRevision()).status(), absl::OkStatus());
      return absl::IsOutOfRange(user.Get(absl::StrCat(first_page, "&continue=", token)).status());
    }));
  }

  // Lists and watches the objects of `path` until `done` returns true. Returns the errors during this time.
  std::vector<absl::StatusCode> Follow(const std::string& path, kube::Reflector::Callbacks callbacks,
                                       const std::function<bool()>& done) {
    std::vector<absl::StatusCode> failures;
    callbacks.changed = callbacks.deleted = [](const tree::Node& /*object*/) {};
    callbacks.failed = [&](const absl::Status& status) { failures.push_back(status.code()); };
    const kube::Reflector reflector(admin().loop(), admin().client(), kube::Resource{path, "", false}, callbacks);
    EXPECT_TRUE(admin().RunUntil(done));
    return failures;
  }
};

TEST_F(SidecarNarrowServerTest, RetriesAfterRetryAfter) {
  constexpr int kCount = 20;
  CreateClusters("busy-", kCount, "20Gi");
  StartSidecar();
  ASSERT_TRUE(WaitForSizes("busy-", kCount, "medium"));
  StopSidecar();
  int refused = 0;
  for (const auto& [name, sizes] : sizes()) {
    EXPECT_THAT(sizes, ElementsAre("medium")) << name;
    const std::vector<Write> writes = WritesOfSize(name);
    for (size_t i = 1; i < writes.size(); ++i) {
      if (writes[i - 1].code != kTooManyRequests) continue;
      ++refused;
      // The API server returned `Retry-After: 1`.
      EXPECT_GE(writes[i].received - writes[i - 1].received, absl::Seconds(1)) << name;
    }
  }
  EXPECT_GT(refused, 0);
}

TEST_F(SidecarNarrowServerTest, RelistsWhenItsRevisionIsCompacted) {
  CreateClusters("forgotten-", 2, "20Gi");
  const auto other = testing::ApiUser::Make(server().AdminKubeconfig());
  ASSERT_TRUE(other.ok()) << other.status();
  int lists = 0;
  kube::Reflector::Callbacks callbacks;
  callbacks.list_begins = [] {};
  callbacks.listed = [](const tree::Node& /*object*/) {};
  callbacks.list_ends = [&] {
    // The client has received the list and has not requested the watch yet.
    if (++lists == 1) WaitUntilForgotten(**other);
  };
  EXPECT_THAT(Follow(kHostedClusters, callbacks, [&] { return lists == 2; }),
              ElementsAre(absl::StatusCode::kOutOfRange));
}

TEST_F(SidecarNarrowServerTest, ListRestartsWhenItsContinueTokenExpires) {
  // A page can have at most 500 objects.
  constexpr int kCount = 501;
  const std::string path = "/api/v1/namespaces/pages/configmaps";
  MustCreate("/api/v1/namespaces", {{"metadata", {{"name", "pages"}}}});
  std::vector<kube::HttpRequest> requests;
  for (int i = 0; i < kCount; ++i) {
    requests.push_back(kube::Create(path, {{"metadata", {{"name", absl::StrCat("page-", i)}}}}, "test"));
  }
  ASSERT_EQ(admin().SendAll(std::move(requests)), absl::OkStatus());
  CreateClusters("pages-", 2, "20Gi");

  const auto other = testing::ApiUser::Make(server().AdminKubeconfig());
  ASSERT_TRUE(other.ok()) << other.status();
  int listed = 0;
  int lists = 0;
  kube::Reflector::Callbacks callbacks;
  callbacks.list_begins = [&] {
    listed = 0;
    ++lists;
  };
  callbacks.listed = [&](const tree::Node& /*object*/) {
    // The client has received the first page and has not requested the second page yet.
    if (++listed == 1 && lists == 1) WaitUntilForgotten(**other);
  };
  bool whole = false;
  callbacks.list_ends = [&] { whole = true; };
  EXPECT_THAT(Follow(path, callbacks, [&] { return whole; }), ElementsAre(absl::StatusCode::kOutOfRange));
  EXPECT_EQ(listed, kCount);
  EXPECT_EQ(lists, 2);
}

}  // namespace
}  // namespace cpsizer::e2e
