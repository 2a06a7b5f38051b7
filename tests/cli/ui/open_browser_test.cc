#include "client/cli/ui/open_browser.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>

#include "absl/strings/str_cat.h"
#include "tests/cli/run_command.h"
#include "tests/testing/temporary_folder.h"

namespace cpsizer::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

constexpr char kUrl[] = "http://127.0.0.1:40123/#token=secret";

std::string ContentOf(const std::string& path) {
  std::ifstream file(path);
  return std::string(std::istreambuf_iterator<char>(file), {});
}

TEST(RedirectFileTest, OnlyTheUserCanReadItAndItIsRemoved) {
  const testing::TemporaryFolder folder;
  const ScopedVariable runtime("XDG_RUNTIME_DIR", folder.path());
  const mode_t mask = umask(0);
  absl::StatusOr<std::unique_ptr<RedirectFile>> file = RedirectFile::Create(kUrl);
  umask(mask);
  ASSERT_TRUE(file.ok()) << file.status();
  const std::string path = (*file)->path();
  EXPECT_THAT(path, StartsWith(folder.path()));
  EXPECT_THAT(path, Not(HasSubstr("secret")));
  struct stat found;
  ASSERT_EQ(stat(path.c_str(), &found), 0);
  EXPECT_EQ(found.st_mode & 0777, 0600u);
  EXPECT_THAT(ContentOf(path), HasSubstr(absl::StrCat("content=\"0; url=", kUrl, "\"")));
  file->reset();
  EXPECT_NE(stat(path.c_str(), &found), 0);
}

TEST(RedirectFileTest, TheUrlIsEscaped) {
  const testing::TemporaryFolder folder;
  const ScopedVariable runtime("XDG_RUNTIME_DIR", folder.path());
  const absl::StatusOr<std::unique_ptr<RedirectFile>> file = RedirectFile::Create("http://h/?a=\"b\"&c=<d>");
  ASSERT_TRUE(file.ok());
  EXPECT_THAT(ContentOf((*file)->path()), HasSubstr("url=http://h/?a=&quot;b&quot;&amp;c=&lt;d&gt;\""));
}

TEST(RedirectFileTest, AFolderThatCannotBeWrittenIsAnError) {
  const ScopedVariable runtime("XDG_RUNTIME_DIR", "relative");
  const ScopedVariable temporary("TMPDIR", "/none");
  const absl::Status status = RedirectFile::Create(kUrl).status();
  EXPECT_TRUE(absl::IsUnavailable(status));
  EXPECT_THAT(std::string(status.message()), StartsWith("cannot write /none/cpsizer-ui-"));
  EXPECT_THAT(std::string(status.message()), Not(HasSubstr("secret")));
}

// The arguments of a process are visible to all users.
TEST(OpenBrowserTest, TheBrowserGetsTheFileAndNotTheUrl) {
  const testing::TemporaryFolder folder;
  const ScopedVariable runtime("XDG_RUNTIME_DIR", folder.path());
  const std::string arguments = folder.MakePipe("arguments");
  folder.WriteProgram("xdg-open", absl::StrCat("printf '%s\\n' \"$@\" > ", arguments));
  const ScopedVariable path("PATH", absl::StrCat(folder.path(), ":", getenv("PATH")));
  const absl::StatusOr<std::unique_ptr<RedirectFile>> file = RedirectFile::Create(kUrl);
  ASSERT_TRUE(file.ok());
  ASSERT_TRUE(OpenBrowser((*file)->path()));
  EXPECT_EQ(ContentOf(arguments), absl::StrCat((*file)->path(), "\n"));
}

TEST(OpenBrowserTest, WithoutXdgOpenNothingIsOpened) {
  const ScopedVariable path("PATH", "/none");
  EXPECT_FALSE(OpenBrowser("/none.html"));
}

}  // namespace
}  // namespace cpsizer::cli
