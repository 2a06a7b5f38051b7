#include "client/cli/input/file_fingerprint.h"

#include <sys/stat.h>

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/testing/temporary_folder.h"

namespace cpsizer::cli {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

class FileFingerprintTest : public ::testing::Test {
 protected:
  FileFingerprintTest() {
    folder_.Write("fleet/a.yaml", "aa");
    folder_.Write("fleet/inner/b.yaml", "bb");
    folder_.Write("c.yaml", "cc");
    last_ = Fingerprint();
  }

  size_t Fingerprint() const {
    const absl::StatusOr<size_t> fingerprint = FingerprintOf(paths_);
    EXPECT_TRUE(fingerprint.ok()) << fingerprint.status();
    return fingerprint.value_or(0);
  }
  // Requires that the fingerprint differs from that of the last call.
  void ExpectChanged(const std::string& what) {
    const size_t now = Fingerprint();
    EXPECT_NE(now, last_) << what;
    last_ = now;
    EXPECT_EQ(Fingerprint(), last_) << what;
  }

  const testing::TemporaryFolder folder_;
  const std::vector<std::string> paths_ = {folder_.PathOf("fleet"), folder_.PathOf("c.yaml")};
  size_t last_ = 0;
};

TEST_F(FileFingerprintTest, FilesThatDoNotChangeHaveTheSame) {
  EXPECT_EQ(Fingerprint(), last_);
  folder_.Write("fleet/notes.txt", "not read");
  folder_.Write("fleet/.hidden.yaml", "not read");
  folder_.Write("other.yaml", "not read");
  EXPECT_EQ(Fingerprint(), last_) << "files that are not read";
}

TEST_F(FileFingerprintTest, EachChangeOfTheListOfFilesIsNoticed) {
  folder_.Write("fleet/new.yaml", "");
  ExpectChanged("a new file");
  folder_.Write("fleet/inner/deep/new.json", "");
  ExpectChanged("a new file in a new folder");
  fs::rename(folder_.PathOf("fleet/new.yaml"), folder_.PathOf("fleet/renamed.yaml"));
  ExpectChanged("a file with another name");
  fs::remove(folder_.PathOf("fleet/inner/b.yaml"));
  ExpectChanged("a deleted file of a folder");
  fs::remove(folder_.PathOf("c.yaml"));
  ExpectChanged("a deleted file of -f");
  folder_.Write("c.yaml", "cc");
  ExpectChanged("the file of -f again");
  fs::remove_all(folder_.PathOf("fleet"));
  ExpectChanged("a deleted folder");
  folder_.Write("fleet/a.yaml", "aa");
  ExpectChanged("the folder again");
}

TEST_F(FileFingerprintTest, EachChangeOfAFileIsNoticed) {
  for (const char* name : {"fleet/a.yaml", "fleet/inner/b.yaml", "c.yaml"}) {
    folder_.Write(name, "longer");
    ExpectChanged(absl::StrCat("another size of ", name));
    const fs::path path = folder_.PathOf(name);
    const fs::file_time_type time = fs::last_write_time(path);
    folder_.Write(name, "LONGER");
    fs::last_write_time(path, time + std::chrono::seconds(1));
    ExpectChanged(absl::StrCat("the same size of ", name));
  }
}

// Editors and kubectl write another file, and rename it.
TEST_F(FileFingerprintTest, AFileThatIsReplacedIsNoticed) {
  for (const char* name : {"fleet/a.yaml", "c.yaml"}) {
    const fs::path path = folder_.PathOf(name);
    const fs::path next = folder_.Write("next", "xx");
    fs::last_write_time(next, fs::last_write_time(path));
    fs::rename(next, path);
    ExpectChanged(name);
  }
}

// As in a volume of a ConfigMap.
TEST_F(FileFingerprintTest, LinksToFilesAreFollowed) {
  const std::string target = folder_.Write("target", "one");
  fs::create_symlink(target, folder_.PathOf("fleet/link.yaml"));
  ExpectChanged("a link");
  folder_.Write("target", "three");
  ExpectChanged("the target");
  fs::remove(target);
  ExpectChanged("a link to a missing file");
}

TEST_F(FileFingerprintTest, APipeCannotBeReadAgain) {
  const std::string pipe = folder_.MakePipe("pipe");
  const absl::Status status = FingerprintOf({folder_.PathOf("fleet"), pipe}).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(std::string(status.message()), HasSubstr(pipe + " is neither a file nor a folder"));
  folder_.MakePipe("fleet/pipe.yaml");
  EXPECT_EQ(Fingerprint(), last_) << "a pipe in a folder is not read";
}

}  // namespace
}  // namespace cpsizer::cli
