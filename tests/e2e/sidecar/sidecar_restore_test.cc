#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/numbers.h"
#include "client/kube/requests.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/e2e/sidecar/sidecar_program_test.h"

// Tests an API server whose etcd is restored from a backup.
namespace cpsizer::e2e {
namespace {

using kube::TextAt;
using ::testing::AnyOf;
using ::testing::ElementsAre;

class SidecarRestoreTest : public SidecarProgramTest {
 protected:
  void SetUp() override {
    SidecarProgramTest::SetUp();
    ExpectFaults();
  }
  // Increases the revision of the server.
  void MakeRevisions(int count) {
    ASSERT_TRUE(admin().SendAll(std::vector<kube::HttpRequest>(static_cast<size_t>(count), NewRevision())).ok());
  }
  // Restores the clusters with this prefix from a backup. In the restore, the revision of etcd is increased by
  // `revisions_ahead`.
  void RestoreWithRevisionsAhead(const std::string& prefix, int64_t revisions_ahead);
  int64_t VersionOf(const std::string& cluster) {
    int64_t version = 0;
    EXPECT_TRUE(
        absl::SimpleAtoi(TextAt(MustGet(HostedClusterPath(cluster)), {"metadata", "resourceVersion"}), &version));
    return version;
  }
};

void SidecarRestoreTest::RestoreWithRevisionsAhead(const std::string& prefix, int64_t revisions_ahead) {
  const std::string down = prefix + "0", up = prefix + "1", later = prefix + "2";
  CreateClusters(prefix, 3, "20Gi");
  StartSidecarWithLongLease();
  ASSERT_TRUE(WaitForSizes(prefix, 3, "medium"));
  ASSERT_EQ(server().SaveEtcd(), absl::OkStatus());
  Recommend(down, "10Gi");
  Recommend(up, "40Gi");
  ASSERT_TRUE(WaitForSizes(down, 1, "small"));
  ASSERT_TRUE(WaitForSizes(up, 1, "large"));
  // Creates more revisions than the server creates after the restore. Therefore the server does not reach the old
  // revision for a long time.
  MakeRevisions(500);
  ASSERT_EQ(server().RestoreEtcd(revisions_ahead), absl::OkStatus());

  // In the backup all clusters have the size medium. The change of `down` repeats a change that the restore has undone.
  // The change of `later` is new.
  ASSERT_TRUE(WaitForSizes(prefix, 3, "medium"));
  Recommend(down, "10Gi");
  Recommend(later, "10Gi");
  ASSERT_TRUE(WaitForSizes(down, 1, "small"));
  ASSERT_TRUE(WaitForSizes(later, 1, "small"));
  StopSidecar();
  // The watch of this test can also get the history of the backup: the cluster before its first size.
  EXPECT_THAT(SizesOf(up),
              AnyOf(ElementsAre("medium", "large", "medium"), ElementsAre("medium", "large", "", "medium")));
}

TEST_F(SidecarRestoreTest, DetectsThatEtcdWasRestoredFromABackup) {
  RestoreWithRevisionsAhead("restored-", 0);
}

// Follows the guide of etcd for a restore. After such a restore, the revision at which a watch continues is too old. If
// the guide is not followed, this revision is in the future.
TEST_F(SidecarRestoreTest, DetectsARestoreWithAHigherRevision) {
  constexpr int64_t kRevisionsAhead = 1'000'000'000;
  RestoreWithRevisionsAhead("ahead-", kRevisionsAhead);
  EXPECT_GT(VersionOf("ahead-0"), kRevisionsAhead);
}

}  // namespace
}  // namespace cpsizer::e2e
