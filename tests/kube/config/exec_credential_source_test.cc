#include "client/kube/config/exec_credential_source.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "tests/kube/config/files.h"

namespace cpsizer::kube {
namespace {

constexpr char kExecCredentialSourceVersion[] = "client.authentication.k8s.io/v1";

class ExecCredentialSourceTest : public ::testing::Test {
 protected:
  ExecCredentialSourceTest() {
    config_.server = "https://a";
    ExecSpec& exec = config_.credentials.exec.emplace();
    exec.where = "/c: users[\"u\"].user.exec";
    exec.api_version = kExecCredentialSourceVersion;
    exec.command = "plugin";
    exec.interactive_mode = "Never";
    options_.log = [this](absl::string_view text) { absl::StrAppend(&log_, text); };
  }

  // Installs a plugin that records each run in a file and prints `status`. The variable $runs of the plugin is the
  // number of the run.
  void Plugin(absl::string_view status, absl::string_view before = "") const {
    folder_.WriteProgram("bin/plugin",
                         absl::StrCat("echo run >>", folder_.PathOf("runs"), "\nruns=$(wc -l <", folder_.PathOf("runs"),
                                      ")\n", before, "\ncat <<END\n{\"kind\": \"ExecCredential\", \"apiVersion\": \"",
                                      kExecCredentialSourceVersion, "\", \"status\": ", status, "}\nEND\n"));
  }

  std::string Content(absl::string_view name) const {
    std::ostringstream text;
    text << std::ifstream(folder_.PathOf(name)).rdbuf();
    return text.str();
  }

  ExecCredentialSource Source() const { return ExecCredentialSource(config_, environment_, options_); }

  TemporaryFolder folder_;
  ClusterConfig config_;
  Environment environment_ = {{"PATH", absl::StrCat(folder_.PathOf("bin"), ":/usr/bin:/bin")}, {"A", "ours"}};
  ExecCredentialOptions options_;
  std::string log_;
  absl::Time now_ = absl::FromUnixSeconds(1'767'225'600);  // 2026-01-01T00:00:00Z
};

TEST_F(ExecCredentialSourceTest, KeepsACredentialUntilItExpires) {
  Plugin(R"({"token": "t$runs", "expirationTimestamp": "2026-01-01T00:10:00Z"})");
  ExecCredentialSource source = Source();
  EXPECT_EQ((*source.Get(now_))->token, "t1");
  EXPECT_EQ((*source.Get(now_ + absl::Minutes(10) - absl::Nanoseconds(1)))->token, "t1");
  EXPECT_EQ((*source.Get(now_ + absl::Minutes(10)))->token, "t2");
  EXPECT_EQ((*source.Get(now_ + absl::Minutes(10)))->token, "t3") << "came expired: used once";
}

TEST_F(ExecCredentialSourceTest, KeepsACredentialWithoutExpiry) {
  Plugin(R"({"token": "t$runs"})");
  ExecCredentialSource source = Source();
  EXPECT_EQ((*source.Get(now_))->token, "t1");
  EXPECT_EQ((*source.Get(now_ + absl::Hours(100'000)))->token, "t1");
}

TEST_F(ExecCredentialSourceTest, RunsAgainAfterARefusalOnce) {
  Plugin(R"({"token": "t$runs"})");
  ExecCredentialSource source = Source();
  const auto first = *source.Get(now_);
  source.Invalidate(first);
  const auto second = *source.Get(now_);
  EXPECT_EQ(second->token, "t2");
  source.Invalidate(first);
  EXPECT_EQ(*source.Get(now_), second) << "was replaced since";
}

TEST_F(ExecCredentialSourceTest, PassesTheEnvironmentToThePlugin) {
  Plugin(R"({"token": "t"})",
         absl::StrCat("printf '%s|%s|%s' \"$1\" \"$A\" \"$KUBERNETES_EXEC_INFO\" >", folder_.PathOf("seen")));
  config_.credentials.exec->arguments = {"get-token"};
  config_.credentials.exec->environment = {{"A", "theirs"}, {"KUBERNETES_EXEC_INFO", "overwritten"}};
  config_.credentials.exec->provide_cluster_info = true;
  ExecCredentialSource source = Source();
  ASSERT_TRUE(source.Get(now_).ok());
  EXPECT_EQ(Content("seen"),
            R"(get-token|theirs|{"kind":"ExecCredential","apiVersion":"client.authentication.k8s.io/v1",)"
            R"("spec":{"interactive":false,"cluster":{"server":"https://a"}}})");
}

TEST_F(ExecCredentialSourceTest, RunsOnceForManyThreads) {
  Plugin(R"({"token": "t$runs"})");
  ExecCredentialSource source = Source();
  std::vector<std::thread> threads;
  threads.reserve(4);
  for (int i = 0; i < 4; ++i) threads.emplace_back([&] { EXPECT_TRUE(source.Get(now_).ok()); });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(Content("runs"), "run\n");
}

TEST_F(ExecCredentialSourceTest, LogsStandardErrorButNotStandardOutput) {
  Plugin(R"({"token": "s3cret"})", "echo hello >&2");
  ExecCredentialSource source = Source();
  ASSERT_TRUE(source.Get(now_).ok());
  EXPECT_EQ(log_, "hello\n");
}

struct ExecCredentialSourceCase {
  absl::string_view name;
  absl::string_view status;
  absl::string_view before;
  absl::StatusCode code;
  absl::string_view error;
};

constexpr ExecCredentialSourceCase kExecCredentialSourceCases[] = {
    {"garbage", "s3cret", "", absl::StatusCode::kInvalidArgument, "printed something that is not a JSON object"},
    {"only a certificate", R"({"clientCertificateData": "s3cret"})", "", absl::StatusCode::kInvalidArgument,
     "returned clientCertificateData without clientKeyData; both are required"},
    {"a failure", R"({"token": "s3cret"})", "echo s3cret >&2; exit 4", absl::StatusCode::kFailedPrecondition,
     "ended with exit code 4"},
    {"a flood", "{}", "exec yes s3cret", absl::StatusCode::kResourceExhausted, "was killed: it printed more than"},
};

TEST_F(ExecCredentialSourceTest, NamesTheFailedPluginAndShowsNothingItPrinted) {
  for (const ExecCredentialSourceCase& c : kExecCredentialSourceCases) {
    SCOPED_TRACE(c.name);
    Plugin(c.status, c.before);
    ExecCredentialSource source = Source();
    const absl::Status status = source.Get(now_).status();
    EXPECT_EQ(status.code(), c.code);
    EXPECT_TRUE(
        absl::StartsWith(status.message(), absl::StrCat("/c: users[\"u\"].user.exec: plugin \"plugin\" ", c.error)))
        << status;
    EXPECT_FALSE(absl::StrContains(status.message(), "s3cret")) << status;
  }
}

TEST_F(ExecCredentialSourceTest, KillsAPluginThatHangsAndTriesAgain) {
  folder_.MakePipe("never");
  Plugin(R"({"token": "t"})", absl::StrCat("echo waiting >&2\n[ $runs -gt 1 ] || exec cat ", folder_.PathOf("never")));
  options_.timeout = absl::Milliseconds(200);
  ExecCredentialSource hanging = Source();
  EXPECT_EQ(hanging.Get(now_).status().code(), absl::StatusCode::kDeadlineExceeded);
  options_.timeout = absl::Seconds(60);
  folder_.Write("runs", "run\n");
  ExecCredentialSource source = Source();
  EXPECT_TRUE(source.Get(now_).ok());
}

TEST_F(ExecCredentialSourceTest, RequiresTheAuthorityForClusterInfo) {
  Plugin(R"({"token": "t"})");
  config_.certificate_authority.file = folder_.PathOf("missing");
  EXPECT_TRUE(Source().Get(now_).ok());
  config_.credentials.exec->provide_cluster_info = true;
  EXPECT_EQ(Source().Get(now_).status(),
            absl::NotFoundError(absl::StrCat("/c: users[\"u\"].user.exec.provideClusterInfo: certificate authority: "
                                             "cannot open \"",
                                             folder_.PathOf("missing"), "\": No such file or directory")));
}

TEST_F(ExecCredentialSourceTest, AFailureIsNotKept) {
  Plugin(R"({"token": "t$runs"})", "[ $runs -gt 1 ] || exit 1");
  ExecCredentialSource source = Source();
  EXPECT_FALSE(source.Get(now_).ok());
  EXPECT_EQ((*source.Get(now_))->token, "t2");
}

TEST_F(ExecCredentialSourceTest, LogsTheInstallHintTenTimesPerHour) {
  config_.credentials.exec->install_hint = "see\nexample.com";
  ExecCredentialSource source = Source();
  const auto hinted = [&](absl::Time now) {
    const absl::Status status = source.Get(now).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kNotFound);
    EXPECT_TRUE(
        absl::StartsWith(status.message(), "/c: users[\"u\"].user.exec.command: \"plugin\" is not in PATH; install it"))
        << status;
    return absl::EndsWith(status.message(), "; install it: see\\nexample.com");
  };
  for (int i = 0; i < 10; ++i) EXPECT_TRUE(hinted(now_ + absl::Minutes(i))) << i;
  EXPECT_FALSE(hinted(now_ + absl::Minutes(10)));
  EXPECT_FALSE(hinted(now_ + absl::Hours(1) - absl::Nanoseconds(1)));
  EXPECT_TRUE(hinted(now_ + absl::Hours(1)));
}

}  // namespace
}  // namespace cpsizer::kube
