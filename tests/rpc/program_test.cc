// Tests of the real binary: exit codes, signals, output, and other behaviour that requires a separate process.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/time/clock.h"
#include "server/process/descriptor_limit.h"
#include "tests/rpc/running_server.h"
#include "tests/testing/net/loopback_socket.h"
#include "tests/testing/paths.h"
#include "tests/testing/server_process.h"
#include "tests/testing/temporary_folder.h"
#include "tests/testing/unread_log.h"

namespace cpsizer::server {
namespace {

using ::cpsizer::testing::FinishedProcess;
using ::cpsizer::testing::kTimeout;
using ::cpsizer::testing::LoopbackSocket;
using ::cpsizer::testing::Recommend;
using ::cpsizer::testing::RunningServer;
using ::cpsizer::testing::RunProcess;
using ::cpsizer::testing::ServerProcess;
using ::cpsizer::testing::Subprocess;
using ::cpsizer::testing::TemporaryFolder;
using ::cpsizer::testing::UnreadLog;
using ::cpsizer::testing::WithDescriptors;
using ::testing::HasSubstr;
using ::testing::StartsWith;

const std::string kProgramProgram = testing::ProgramPath("cpsizer-server");

// Runs the program. If `descriptors` is not 0, the program may have at most this many descriptors.
FinishedProcess RunToItsEnd(std::vector<std::string> arguments, int descriptors = 0) {
  arguments.insert(arguments.begin(), kProgramProgram);
  if (descriptors > 0) arguments = WithDescriptors(descriptors, arguments);
  const auto process = RunProcess(arguments);
  EXPECT_TRUE(process.ok()) << process.status();
  return process.ok() ? *process : FinishedProcess();
}

std::unique_ptr<ServerProcess> Start(std::vector<std::string> command) {
  auto process = ServerProcess::Start(command);
  EXPECT_TRUE(process.ok()) << process.status();
  return process.ok() ? *std::move(process) : nullptr;
}

std::shared_ptr<grpc::Channel> ChannelTo(const std::string& address) {
  grpc::ChannelArguments arguments;
  arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
  return grpc::CreateCustomChannel(address, grpc::InsecureChannelCredentials(), arguments);
}

TEST(ProgramTest, HelpAndVersionGoToStandardOutputAndEndWithZero) {
  for (const char* flag : {"--help", "-h", "--version"}) {
    const FinishedProcess process = RunToItsEnd({flag});
    EXPECT_EQ(process.exit_code, 0) << flag;
    EXPECT_THAT(process.standard_output, HasSubstr("cpsizer-server")) << flag;
    EXPECT_EQ(process.standard_error, "") << flag;
  }
}

TEST(ProgramTest, AFailedPrintSetsTheExitCode) {
  const auto shell = RunProcess({"/bin/sh", "-c", absl::StrCat(kProgramProgram, " --version >/dev/full")});
  ASSERT_TRUE(shell.ok()) << shell.status();
  EXPECT_EQ(shell->exit_code, 4);
  EXPECT_EQ(shell->standard_error, "cpsizer-server: failed to write to standard output\n");
}

TEST(ProgramTest, InvalidInputExitsWithTwoAndOneSentence) {
  RunningServer occupied;
  const std::vector<std::vector<std::string>> kCases = {
      {"--no-such-flag"},
      {"--max-in-flight=0"},
      {"--grpc-addr=garbage"},
      {"--grpc-addr=[localhost:0"},
      {"--grpc-addr=127.0.0.1:0", "--admin-addr=[localhost:0"},
      {"--grpc-addr=0.0.0.0:0"},
      {absl::StrCat("--grpc-addr=", occupied->address())},
  };
  for (const auto& arguments : kCases) {
    const FinishedProcess process = RunToItsEnd(arguments);
    EXPECT_EQ(process.exit_code, 2) << arguments[0];
    EXPECT_EQ(process.standard_output, "") << arguments[0];
    EXPECT_THAT(process.standard_error, StartsWith("cpsizer-server: ")) << arguments[0];
    EXPECT_EQ(std::count(process.standard_error.begin(), process.standard_error.end(), '\n'), 1)
        << process.standard_error;
  }
}

TEST(ProgramTest, AnInvalidAddressIsReportedWithItsFlag) {
  EXPECT_EQ(RunToItsEnd({"--grpc-addr=foo"}).standard_error,
            "cpsizer-server: --grpc-addr: foo is not an address to listen on; give host:port, [address]:port or "
            "unix:/path\n");
}

TEST(ProgramTest, LogsThatItServesAndExitsWithZeroOnEitherSignal) {
  for (const int signal : {SIGTERM, SIGINT}) {
    const auto server = Start({kProgramProgram, "--grpc-addr=127.0.0.1:0", "--drain-delay=10ms"});
    ASSERT_NE(server, nullptr);
    EXPECT_TRUE(Recommend(*v1::SizingService::NewStub(ChannelTo(server->address()))).ok());
    server->process().Signal(signal);
    EXPECT_EQ(server->process().Wait(kTimeout), 0);
    EXPECT_EQ(server->process().standard_output(), "");
    std::vector<std::string> messages;
    const std::string log = server->process().standard_error();
    for (const absl::string_view text : absl::StrSplit(log, '\n', absl::SkipEmpty())) {
      const nlohmann::json line = nlohmann::json::parse(text.begin(), text.end());
      messages.push_back(line["msg"]);
      if (messages.size() > 1) continue;
      EXPECT_EQ(line["address"], server->address());
      EXPECT_EQ(line["security"], "plaintext, local only");
    }
    EXPECT_THAT(messages, ::testing::ElementsAre("serving", "draining", "stopped"));
  }
}

TEST(ProgramTest, ASecondSignalEndsItAtOnce) {
  const auto server = Start({kProgramProgram, "--grpc-addr=127.0.0.1:0", "--drain-delay=1h"});
  ASSERT_NE(server, nullptr);
  server->process().Signal(SIGTERM);
  const auto draining = [](absl::string_view line) { return absl::StrContains(line, "draining"); };
  ASSERT_TRUE(server->process().WaitForLine(draining, kTimeout).has_value());
  server->process().Signal(SIGINT);
  EXPECT_EQ(server->process().Wait(kTimeout), 128 + SIGINT);
}

class UnreadLogTest : public ::testing::Test {
 protected:
  // Starts a server. The drain is as short as possible, unless `drain_delay` is set.
  void StartServer(const std::string& drain_delay = "0s") {
    auto server = Subprocess::Start(log_.Of({kProgramProgram, "--grpc-addr=unix:" + folder_.PathOf("socket"),
                                             "--drain-delay=" + drain_delay, "--shutdown-grace-period=0s"}));
    ASSERT_TRUE(server.ok()) << server.status();
    server_ = *std::move(server);
  }

  const TemporaryFolder folder_;
  UnreadLog log_;
  std::unique_ptr<Subprocess> server_;
};

TEST_F(UnreadLogTest, DoesNotPreventTheExit) {
  ASSERT_NO_FATAL_FAILURE(StartServer());
  log_.ReadUntil("serving");
  log_.Fill();
  server_->Signal(SIGTERM);
  EXPECT_EQ(server_->Wait(kTimeout), 4);
}

TEST_F(UnreadLogTest, DoesNotPreventTheExitDuringStart) {
  log_.Fill();
  ASSERT_NO_FATAL_FAILURE(StartServer());
  ASSERT_TRUE(server_->WaitUntilSigtermIsBlocked(kTimeout));
  server_->Signal(SIGTERM);
  EXPECT_EQ(server_->Wait(kTimeout), 4);
}

TEST_F(UnreadLogTest, ASecondSignalEndsItAtOnceWhileItStarts) {
  log_.Fill();
  ASSERT_NO_FATAL_FAILURE(StartServer("1h"));
  ASSERT_TRUE(server_->WaitUntilSigtermIsBlocked(kTimeout));
  // The process does not report the first signal. If the second signal comes too early, the kernel merges both signals,
  // so the test repeats the signal.
  absl::optional<int> exit_code;
  for (const absl::Time end = absl::Now() + kTimeout; !exit_code.has_value() && absl::Now() < end;) {
    server_->Signal(SIGTERM);
    exit_code = server_->Wait(absl::Milliseconds(10));
  }
  EXPECT_EQ(exit_code, 128 + SIGTERM);
}

TEST(ProgramTest, ContinuesAfterDescriptorsRunOut) {
  const auto server =
      Start(WithDescriptors(kLeastDescriptors, {kProgramProgram, "--grpc-addr=127.0.0.1:0", "--drain-delay=0s"}));
  ASSERT_NE(server, nullptr);
  std::vector<LoopbackSocket> connections;
  for (int i = 0; i < 120; ++i) connections.emplace_back(server->address());
  const auto full = [](absl::string_view line) { return absl::StrContains(line, "rejecting new connections"); };
  const auto line = server->process().WaitForLine(full, kTimeout);
  ASSERT_TRUE(line.has_value());
  EXPECT_THAT(*line, ::testing::HasSubstr("\"maxConnections\":\"20\"")) << "half of them";
  connections.clear();
  grpc::Status status;
  const absl::Time end = absl::Now() + kTimeout;
  do status = Recommend(*v1::SizingService::NewStub(ChannelTo(server->address())));
  while (!status.ok() && absl::Now() < end);
  EXPECT_TRUE(status.ok()) << status.error_message();
  server->process().Signal(SIGTERM);
  EXPECT_EQ(server->process().Wait(kTimeout), 0);
}

TEST(ProgramTest, TooFewDescriptorsAreReportedWithAHint) {
  for (const int descriptors : {8, kLeastDescriptors - 1}) {
    const FinishedProcess process = RunToItsEnd({"--grpc-addr=127.0.0.1:0", "--admin-addr=127.0.0.1:0"}, descriptors);
    EXPECT_EQ(process.exit_code, 2);
    EXPECT_EQ(
        process.standard_error,
        absl::StrCat("cpsizer-server: the limit of open files is ", descriptors, ", and this program needs at least ",
                     kLeastDescriptors, "; raise it with ulimit -n, or with LimitNOFILE where systemd starts it\n"));
    EXPECT_EQ(RunToItsEnd({"--version"}, descriptors).exit_code, 0) << "which needs none";
  }
}

TEST(ProgramTest, RaisesTheDescriptorLimitToTheHardLimit) {
  const auto server =
      Start({"sh", "-c", absl::StrCat("ulimit -S -n 64; exec ", kProgramProgram, " --grpc-addr=127.0.0.1:0")});
  ASSERT_NE(server, nullptr);
  std::vector<std::shared_ptr<grpc::Channel>> channels;
  for (int i = 0; i < 120; ++i) {
    channels.push_back(ChannelTo(server->address()));
    EXPECT_TRUE(Recommend(*v1::SizingService::NewStub(channels.back())).ok()) << i;
  }
}

TEST(ProgramTest, LinesOfLibrariesHaveTheSameFormat) {
  const auto server = Start({kProgramProgram, "--grpc-addr=127.0.0.1:0", "--log-format=text"});
  ASSERT_NE(server, nullptr);
  // The request has text that is not UTF-8, so protobuf logs a line.
  cpsizer::testing::CallWithBytes(ChannelTo(server->address()), "/cpsizer.v1.SizingService/RecommendSize",
                                  "\x2a\x02\xc3\x28");
  const auto line = server->process().WaitForLine(
      [](absl::string_view text) { return absl::StrContains(text, "library=protobuf"); }, kTimeout);
  EXPECT_TRUE(line.has_value()) << server->process().standard_error();
}

}  // namespace
}  // namespace cpsizer::server
