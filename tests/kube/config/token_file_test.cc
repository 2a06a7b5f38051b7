#include "client/kube/config/token_file.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "absl/strings/match.h"
#include "client/kube/limits.h"
#include "tests/kube/config/files.h"

namespace cpsizer::kube {
namespace {

class TokenFileTest : public ::testing::Test {
 protected:
  // Returns the token, followed by `!` if it is stale, or the error.
  static std::string Get(TokenFile& file, absl::Time now) {
    const auto token = file.Get(now);
    if (!token.ok()) return std::string(token.status().message());
    return token->token + (token->stale.ok() ? "" : "!");
  }

  TemporaryFolder folder_;
  std::string path_ = folder_.Write("token", " \t first\r\n");
  TokenFile file_{path_};
  absl::Time start_ = absl::FromUnixSeconds(1'000'000);
};

TEST_F(TokenFileTest, IsTrimmedAndReadAgainAfterFiftySeconds) {
  EXPECT_EQ(Get(file_, start_), "first");
  folder_.Write("token", "second");
  EXPECT_EQ(Get(file_, start_ + kTokenFileAge - absl::Nanoseconds(1)), "first");
  EXPECT_EQ(Get(file_, start_ + kTokenFileAge), "second");
}

TEST_F(TokenFileTest, IsOpenedAgainAfterASymbolicLinkChanges) {
  const std::string data = folder_.PathOf("data");
  const std::string link = data + "/token";
  folder_.Write("one/token", "one");
  folder_.Write("two/token", "two");
  std::filesystem::create_directory_symlink(folder_.PathOf("one"), data);
  TokenFile file(link);
  EXPECT_EQ(Get(file, start_), "one");
  std::filesystem::remove(data);
  std::filesystem::create_directory_symlink(folder_.PathOf("two"), data);
  EXPECT_EQ(Get(file, start_ + kTokenFileAge), "two");
}

TEST_F(TokenFileTest, AReadErrorKeepsTheOldTokenAndTriesAgain) {
  EXPECT_EQ(Get(file_, start_), "first");
  std::filesystem::remove(path_);
  EXPECT_EQ(Get(file_, start_ + kTokenFileAge), "first!");
  folder_.Write("token", "\n");
  EXPECT_EQ(Get(file_, start_ + kTokenFileAge), "first!") << "an empty file is an error too";
  folder_.Write("token", "second");
  EXPECT_EQ(Get(file_, start_ + kTokenFileAge), "second") << "at once: the old one stays stale";
}

TEST_F(TokenFileTest, DropsATokenOlderThanTheRefusedRequest) {
  EXPECT_EQ(Get(file_, start_), "first");
  folder_.Write("token", "second");
  file_.Invalidate(start_);
  EXPECT_EQ(Get(file_, start_ + absl::Seconds(1)), "first") << "was read when the request started";
  file_.Invalidate(start_ + absl::Nanoseconds(1));
  EXPECT_EQ(Get(file_, start_ + absl::Seconds(1)), "second");
  folder_.Write("token", "third");
  file_.Invalidate(start_ + absl::Nanoseconds(1));
  EXPECT_EQ(Get(file_, start_ + absl::Seconds(1)), "second") << "is newer than that request";
}

TEST_F(TokenFileTest, DoesNotReuseADroppedToken) {
  EXPECT_EQ(Get(file_, start_), "first");
  std::filesystem::remove(path_);
  file_.Invalidate(start_ + absl::Seconds(1));
  EXPECT_EQ(Get(file_, start_ + absl::Seconds(1)), "cannot open \"" + path_ + "\": No such file or directory");
}

TEST_F(TokenFileTest, ReadsTheFileAgainIfTheClockIsSetBack) {
  EXPECT_EQ(Get(file_, start_), "first");
  folder_.Write("token", "second");
  EXPECT_EQ(Get(file_, start_ - absl::Hours(1)), "second");
}

TEST_F(TokenFileTest, ReadableFileTakesPrecedenceOverTheFallback) {
  TokenFile file(folder_.PathOf("later"), "given");
  EXPECT_EQ(Get(file, start_), "given!");
  folder_.Write("later", "from-file");
  EXPECT_EQ(Get(file, start_), "from-file");
  std::filesystem::remove(folder_.PathOf("later"));
  EXPECT_EQ(Get(file, start_ + kTokenFileAge), "from-file!");
  file.Invalidate(start_ + absl::Seconds(1));
  EXPECT_EQ(Get(file, start_ + kTokenFileAge), "given!");
}

struct TokenFileCase {
  absl::string_view name;
  std::string text;
  absl::string_view error;
};

TEST_F(TokenFileTest, RefusesAnInvalidToken) {
  const TokenFileCase cases[] = {
      {"empty", "", "\" contains no token: it is empty"},
      {"blank", " \n", "\" contains no token: it is empty"},
      {"two lines", "s3cret\nX: 1\n", "\" does not contain a token"},
      {"no ASCII", "s3cret\xC3\xA9", "\" does not contain a token"},
      {"huge", std::string(kMaxTokenFileBytes + 1, 'a'), "has more than 65536 bytes"},
  };
  for (const TokenFileCase& c : cases) {
    SCOPED_TRACE(c.name);
    TokenFile file(folder_.Write("bad", c.text));
    const std::string error = Get(file, start_);
    EXPECT_TRUE(absl::StrContains(error, c.error)) << error;
    EXPECT_TRUE(absl::StrContains(error, folder_.PathOf("bad"))) << error;
    EXPECT_FALSE(absl::StrContains(error, "s3cret")) << error;
  }
}

}  // namespace
}  // namespace cpsizer::kube
