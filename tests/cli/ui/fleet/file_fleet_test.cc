#include "client/cli/ui/fleet/file_fleet.h"

#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "client/cli/input/file_fingerprint.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/cli/run_command.h"
#include "tests/cli/ui/page_fixture.h"
#include "tests/testing/paths.h"
#include "tests/testing/temporary_folder.h"

namespace cpsizer::cli {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

constexpr char kVpas[] = "fleet/verticalpodautoscalers.yaml";
constexpr char kClusters[] = "fleet/hostedclusters.yaml";
constexpr char kMemory[] = "36533338182";  // of orders-prod

// A page about a copy of the example fleet and of an autoscaler.
class FileFleetTest : public ::testing::Test {
 protected:
  using Event = std::pair<std::string, json>;

  FileFleetTest() {
    fs::copy(testing::SourcePath(kFleet), folder_.PathOf("fleet"));
    fs::copy(testing::SourcePath("deploy/examples/replicas/hpa.yaml"), folder_.PathOf("fleet"));
    Open();
  }

  // Opens the page, as `cpsizer ui` does.
  void Open() {
    UiFlags flags = FlagsForFiles({folder_.PathOf("fleet")});
    const absl::StatusOr<size_t> fingerprint = FingerprintOf(flags.source.files);
    files_ = nullptr;
    page_ = std::make_unique<TestedPage>(std::move(flags));
    files_ =
        std::make_unique<FileFleet>(page_->options(), *fingerprint, page_->fleet(), page_->state(), page_->client(),
                                    [this](absl::string_view event, absl::string_view data) {
                                      events_.emplace_back(std::string(event), json::parse(data.begin(), data.end()));
                                      on_event_();
                                    });
  }

  // Checks after kInterval, and returns the events.
  std::vector<Event> Check() {
    page_->Advance(FileFleet::kInterval);
    events_.clear();
    files_->Check();
    return events_;
  }

  std::string Text(const std::string& name) const {
    std::ifstream file(folder_.PathOf(name));
    return {std::istreambuf_iterator<char>(file), {}};
  }
  // The time of each write differs, although tests write faster than the clock of the files advances.
  void Write(const std::string& name, const std::string& text) {
    const fs::path path = folder_.Write(name, text);
    fs::last_write_time(path, fs::last_write_time(path) + std::chrono::seconds(++writes_));
  }
  void Replace(const std::string& name, const std::string& from, const std::string& to) {
    const std::string text = Text(name);
    EXPECT_THAT(text, HasSubstr(from));
    Write(name, absl::StrReplaceAll(text, {{from, to}}));
  }

  json Status() { return page_->Get("/api/status").json; }
  std::string StaleError() {
    const json stale = Status()["stale"];
    return stale.is_null() ? "" : stale["error"];
  }
  size_t Rows() { return page_->Get("/api/fleet").json["items"].size(); }

  const testing::TemporaryFolder folder_;
  int writes_ = 0;
  std::vector<Event> events_;
  std::function<void()> on_event_ = [] {};
  std::unique_ptr<TestedPage> page_;
  std::unique_ptr<FileFleet> files_;
};

TEST_F(FileFleetTest, FilesThatDoNotChangeAreNotReadAgain) {
  const std::string before = Status().dump();
  EXPECT_THAT(Check(), IsEmpty());
  EXPECT_THAT(Check(), IsEmpty());
  EXPECT_EQ(Status().dump(), before);
  EXPECT_EQ(Status()["isLive"], false);
  EXPECT_EQ(Status()["isFollowed"], true);
}

// `kubectl get ... > FILE` leaves an empty file until it has its output.
TEST_F(FileFleetTest, AnEmptyFileKeepsTheData) {
  const std::string vpas = Text(kVpas);
  const json before = page_->Get("/api/fleet").json;
  Write(kVpas, "");
  Check();
  EXPECT_THAT(StaleError(), HasSubstr("verticalpodautoscalers.yaml: contains no Kubernetes object"));
  EXPECT_EQ(page_->Get("/api/fleet").json, before);
  Write(kVpas, vpas);
  Check();
  EXPECT_EQ(StaleError(), "");
}

TEST_F(FileFleetTest, ABrokenFileOfAnotherViewKeepsTheView) {
  const json views = Status()["views"];
  EXPECT_THAT(views, ::testing::Contains("replicas"));
  const std::string autoscaler = Text("fleet/hpa.yaml");
  Write("fleet/hpa.yaml", autoscaler + "\n x: [");
  Check();
  EXPECT_THAT(StaleError(), HasSubstr("hpa.yaml:"));
  EXPECT_EQ(Status()["views"], views);
  Write("fleet/hpa.yaml", autoscaler);
  Check();
  EXPECT_EQ(StaleError(), "");
  EXPECT_EQ(Status()["views"], views);
}

// The other views of the page do not need the file.
TEST_F(FileFleetTest, AFileOfAnotherViewThatIsBrokenAtTheStartIsAProblem) {
  Write("fleet/hpa.yaml", Text("fleet/hpa.yaml") + "\n x: [");
  Open();
  EXPECT_EQ(StaleError(), "");
  const json problems = page_->Get("/api/fleet").json["problems"];
  ASSERT_EQ(problems.size(), 1) << problems;
  EXPECT_THAT(problems[0].dump(), HasSubstr("hpa.yaml"));
}

TEST_F(FileFleetTest, AChangedVpaIsPublishedWithItsRowOnly) {
  Replace(kVpas, kMemory, "99999999999");
  const std::vector<Event> events = Check();
  ASSERT_EQ(events.size(), 2);
  EXPECT_EQ(events[0].first, "fleet");
  const json& fleet = events[0].second;
  EXPECT_EQ(fleet["previousRevision"], 1);
  ASSERT_EQ(fleet["items"].size(), 1);
  EXPECT_EQ(fleet["items"][0]["cluster"]["name"], "orders-prod");
  EXPECT_THAT(page_->Get("/api/fleet").json["items"], ::testing::Contains(fleet["items"][0]));
  EXPECT_EQ(events[1].first, "status");
  EXPECT_EQ(events[1].second["revision"], 2);
  EXPECT_THAT(Check(), IsEmpty()) << "it was read once";
}

TEST_F(FileFleetTest, NewAndDeletedFilesChangeTheFleet) {
  const size_t clusters = Rows();
  folder_.Write(
      "fleet/new/cluster.yaml",
      "apiVersion: hypershift.openshift.io/v1beta1\nkind: HostedCluster\nmetadata: {namespace: clusters, name: "
      "brand-new}\n");
  EXPECT_EQ(Check()[0].second["items"][0]["cluster"]["name"], "brand-new");
  EXPECT_EQ(Rows(), clusters + 1);
  fs::remove_all(folder_.PathOf("fleet/new"));
  EXPECT_EQ(Check()[0].second["removed"], json({{{"namespace", "clusters"}, {"name", "brand-new"}}}));
  EXPECT_EQ(Rows(), clusters);
}

// Views with own reads read again when the status has another time.
TEST_F(FileFleetTest, AChangeOfObjectsOfAnotherViewIsPublishedAsAnotherTime) {
  const json before = Status();
  Replace("fleet/hpa.yaml", "maxReplicas: 10", "maxReplicas: 4");
  const std::vector<Event> events = Check();
  ASSERT_EQ(events.size(), 1);
  EXPECT_EQ(events[0].first, "status");
  EXPECT_EQ(events[0].second["revision"], before["revision"]);
  EXPECT_NE(events[0].second["observedAt"], before["observedAt"]);
  EXPECT_THAT(page_->Get("/api/replicas").json.dump(), HasSubstr("\"web\""));
}

TEST_F(FileFleetTest, TheViewsAreThoseOfTheFiles) {
  EXPECT_EQ(Status()["views"], json({"fleet", "whatIf", "sizes", "replicas", "reference"}));
  fs::remove(folder_.PathOf("fleet/hpa.yaml"));
  EXPECT_EQ(Check().back().second["views"], json({"fleet", "whatIf", "sizes", "reference"}));
}

TEST_F(FileFleetTest, AFileThatCannotBeReadKeepsTheFleetUntilItIsRepaired) {
  const std::string whole = Text(kClusters);
  const json rows = page_->Get("/api/fleet").json["items"];
  Write(kClusters, absl::StrCat(whole.substr(0, whole.size() / 2), "\n\"half\n"));
  const std::vector<Event> events = Check();
  ASSERT_EQ(events.size(), 1);
  EXPECT_EQ(events[0].first, "status");
  const json& stale = events[0].second["stale"];
  EXPECT_THAT(std::string(stale["error"]), StartsWith(absl::StrCat(folder_.PathOf(kClusters), ":")));
  EXPECT_EQ(page_->Get("/api/fleet").json["items"], rows);
  EXPECT_EQ(page_->Get("/api/replicas").code, 503) << "other views do not show another state";

  EXPECT_THAT(Check(), IsEmpty()) << "the same error, since the same time";
  EXPECT_EQ(Status()["stale"], stale);

  Write(kClusters, whole);
  const std::vector<Event> repaired = Check();
  ASSERT_EQ(repaired.size(), 1) << "the fleet is the same as before";
  EXPECT_TRUE(repaired[0].second["stale"].is_null());
  EXPECT_EQ(page_->Get("/api/fleet").json["items"], rows);
  EXPECT_EQ(page_->Get("/api/replicas").code, 200);
}

TEST_F(FileFleetTest, ADeletedFolderKeepsTheFleetUntilItIsBack) {
  const size_t clusters = Rows();
  fs::rename(folder_.PathOf("fleet"), folder_.PathOf("moved"));
  Check();
  EXPECT_THAT(StaleError(), StartsWith(absl::StrCat(folder_.PathOf("fleet"), ": ")));
  EXPECT_EQ(Rows(), clusters);
  fs::rename(folder_.PathOf("moved"), folder_.PathOf("fleet"));
  Check();
  EXPECT_EQ(StaleError(), "");
}

TEST_F(FileFleetTest, AFolderThatBecomesAPipeIsNotRead) {
  fs::rename(folder_.PathOf("fleet"), folder_.PathOf("moved"));
  folder_.MakePipe("fleet");
  Check();
  EXPECT_THAT(StaleError(), HasSubstr("is neither a file nor a folder"));
  fs::remove(folder_.PathOf("fleet"));
  fs::rename(folder_.PathOf("moved"), folder_.PathOf("fleet"));
  Check();
  EXPECT_EQ(StaleError(), "");
}

TEST_F(FileFleetTest, ThePageIsCurrentUntilTheLastCheckBeforeAnError) {
  Check();
  Check();
  const std::string current = absl::FormatTime("%Y-%m-%dT%H:%M:%E3SZ", page_->options().now(), absl::UTCTimeZone());
  Write("fleet/broken.yaml", "kind: [HostedCluster\n");
  Check();
  EXPECT_EQ(Status()["stale"]["since"], current);
}

// `cpsizer ui` also starts with files that cannot be read.
TEST_F(FileFleetTest, AnErrorThatThePageShowsDoesNotKeepTheFleet) {
  Write("fleet/broken.yaml", "kind: [HostedCluster\n");
  Open();
  ASSERT_EQ(Status()["problems"].size(), 1);
  Replace(kVpas, kMemory, "99999999999");
  EXPECT_EQ(Check()[0].second["previousRevision"], 1);
  EXPECT_EQ(StaleError(), "");
  Write("fleet/broken2.yaml", "kind: [HostedCluster\n");
  Check();
  EXPECT_THAT(StaleError(), HasSubstr("broken2.yaml:1:7: "));
  fs::remove(folder_.PathOf("fleet/broken.yaml"));
  fs::remove(folder_.PathOf("fleet/broken2.yaml"));
  Check();
  EXPECT_EQ(StaleError(), "");
  EXPECT_THAT(Status()["problems"], IsEmpty());
}

TEST_F(FileFleetTest, AConfigurationThatCannotBeReadShowsItsPresentText) {
  constexpr char kConfiguration[] = "fleet/clustersizingconfiguration.yaml";
  Replace(kConfiguration, "memory: 64Gi", "memory: *m");
  Open();
  Replace(kConfiguration, "limit: 5", "limit: 7");
  EXPECT_FALSE(Check().empty());
  EXPECT_EQ(page_->Get("/api/fleet").json["configuration"]["yaml"], Text(kConfiguration));
}

TEST_F(FileFleetTest, AChangeDuringACheckIsReadByTheNextOne) {
  Replace(kVpas, kMemory, "99999999999");
  on_event_ = [this] {
    Replace(kVpas, "99999999999", "88888888888");
    on_event_ = [] {};  // destroys this function
  };
  EXPECT_EQ(Check()[0].second["revision"], 2);
  EXPECT_EQ(Check()[0].second["revision"], 3);
  EXPECT_THAT(page_->Get("/api/fleet").json.dump(), HasSubstr("88888888888"));
  EXPECT_THAT(Check(), IsEmpty());
}

TEST_F(FileFleetTest, TheThreadEndsAtOnce) {
  files_->Start();
  files_ = nullptr;
  EXPECT_THAT(events_, IsEmpty());
}

}  // namespace
}  // namespace cpsizer::cli
