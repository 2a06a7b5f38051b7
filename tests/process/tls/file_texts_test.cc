#include "server/process/tls/file_texts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

#include "absl/strings/str_cat.h"
#include "tests/testing/temporary_folder.h"

namespace cpsizer::server {
namespace {

using ::cpsizer::testing::TemporaryFolder;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

namespace fs = std::filesystem;

std::string ErrorOf(const std::string& path) {
  return std::string(ReadFiles({{"--flag", path}}).status().message());
}

TEST(FileTextsTest, ReadsAllFilesInTheirOrder) {
  const TemporaryFolder folder;
  const auto texts = ReadFiles({{"--a", folder.Write("a", "first")}, {"--b", folder.Write("b", "second")}});
  ASSERT_TRUE(texts.ok()) << texts.status();
  EXPECT_THAT(*texts, ElementsAre("first", "second"));
}

TEST(FileTextsTest, ReportsErrorsWithFlagFileAndHint) {
  const TemporaryFolder folder;
  const std::string missing = folder.PathOf("missing");
  EXPECT_EQ(ErrorOf(missing), absl::StrCat("--flag ", missing,
                                           ": there is no such file; check the path, and that the volume with it is "
                                           "mounted"));
  EXPECT_THAT(ErrorOf(folder.Write("file", "x") + "/under"), HasSubstr(": there is no such file; "));
  EXPECT_EQ(ErrorOf(folder.path()), absl::StrCat("--flag ", folder.path(), ": is a folder; specify the file in it"));
  EXPECT_THAT(ErrorOf(folder.MakePipe("pipe")), HasSubstr(": is not a regular file; specify one"));
  EXPECT_THAT(ErrorOf(folder.Write("empty", "")), HasSubstr(": is empty; "));
  EXPECT_THAT(ErrorOf(folder.PathOf("\x1b[31m")), HasSubstr("\\x1b[31m"));
}

TEST(FileTextsTest, AnUnreadableFileIsReportedWithTheUser) {
  if (geteuid() == 0) GTEST_SKIP() << "root may read everything";
  const TemporaryFolder folder;
  const std::string path = folder.Write("secret", "x");
  ASSERT_EQ(chmod(path.c_str(), 0), 0);
  EXPECT_THAT(ErrorOf(path),
              HasSubstr(absl::StrCat(": this process has no permission to read it; grant it to user ", geteuid())));
}

TEST(FileTextsTest, AcceptsAFileUpToItsLimit) {
  const TemporaryFolder folder;
  const std::string path = folder.Write("large", std::string(kMaxSecurityFileBytes, 'x'));
  EXPECT_EQ(ErrorOf(path), "");
  folder.Write("large", std::string(kMaxSecurityFileBytes + 1, 'x'));
  EXPECT_THAT(ErrorOf(path), HasSubstr(": has more than 1048576 bytes; check that it is the right file"));
}

// A folder with the layout that the kubelet uses for a Secret: name -> ..data/name, ..data -> ..VERSION.
class SecretFolder {
 public:
  SecretFolder() { fs::create_directory_symlink("..v1", folder_.PathOf("..data")); }

  void WriteVersion(const std::string& version, const std::string& certificate, const std::string& key) const {
    folder_.Write("..v" + version + "/crt", certificate);
    folder_.Write("..v" + version + "/key", key);
  }
  void Link(const std::string& name) const { fs::create_symlink("..data/" + name, folder_.PathOf(name)); }
  void Swap(const std::string& version) const {
    fs::create_directory_symlink("..v" + version, folder_.PathOf("..data_tmp"));
    fs::rename(folder_.PathOf("..data_tmp"), folder_.PathOf("..data"));
  }
  const TemporaryFolder& folder() const { return folder_; }

 private:
  TemporaryFolder folder_;
};

TEST(FileTextsTest, FollowsTheLinkOfKubernetesBeforeAndAfterASwap) {
  const SecretFolder secret;
  secret.WriteVersion("1", "crt1", "key1");
  secret.WriteVersion("2", "crt2", "key2");
  secret.Link("crt");
  secret.Link("key");
  const NamedFile files[] = {{"--crt", secret.folder().PathOf("crt")}, {"--key", secret.folder().PathOf("key")}};
  EXPECT_THAT(*ReadFiles(files), ElementsAre("crt1", "key1"));
  secret.Swap("2");
  EXPECT_THAT(*ReadFiles(files), ElementsAre("crt2", "key2"));
}

TEST(FileTextsTest, NoTwoFilesOfASecretComeFromTwoVersions) {
  const SecretFolder secret;
  secret.WriteVersion("1", "1", "1");
  secret.WriteVersion("2", "2", "2");
  secret.Link("crt");
  secret.Link("key");
  std::atomic<bool> done = false;
  std::thread swapper([&] {
    for (int i = 0; !done; ++i) secret.Swap(i % 2 == 0 ? "2" : "1");
  });
  const NamedFile files[] = {{"--crt", secret.folder().PathOf("crt")}, {"--key", secret.folder().PathOf("key")}};
  for (int i = 0; i < 3'000; ++i) {
    const auto texts = ReadFiles(files);
    ASSERT_TRUE(texts.ok()) << texts.status();
    ASSERT_EQ((*texts)[0], (*texts)[1]) << i;
  }
  done = true;
  swapper.join();
}

TEST(FileTextsTest, OtherLinksAreFollowedAsTheyAre) {
  const TemporaryFolder folder;
  fs::create_symlink(folder.Write("elsewhere/key", "text"), folder.PathOf("link"));
  EXPECT_THAT(*ReadFiles({{"--flag", folder.PathOf("link")}}), ElementsAre("text"));
  fs::create_symlink("..data/key", folder.PathOf("dangling"));
  EXPECT_THAT(ErrorOf(folder.PathOf("dangling")), StartsWith("--flag "));
}

}  // namespace
}  // namespace cpsizer::server
