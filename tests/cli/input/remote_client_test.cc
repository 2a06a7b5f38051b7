#include <gmock/gmock.h>
#include <grpcpp/grpcpp.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "server/rpc/server.h"
#include "tests/cli/run_command.h"
#include "tests/testing/scripted_service.h"

namespace cpsizer::cli {
namespace {

using ::cpsizer::testing::ScriptedService;
using ::testing::HasSubstr;

std::unique_ptr<server::Server> StartServer() {
  server::ServerSetup setup;
  setup.options.grpc_addr = "127.0.0.1:0";
  auto server = server::Server::Start(setup);
  EXPECT_TRUE(server.ok()) << server.status();
  return server.ok() ? *std::move(server) : nullptr;
}

TEST(RemoteClientTest, ARequestThatIsTooLargeIsRefusedAndNotAnOutage) {
  ScriptedService server([](grpc::ServerContext&) {
    return grpc::Status(grpc::StatusCode::RESOURCE_EXHAUSTED,
                        "the request has 5000 bytes, and the limit of this method is 4096");
  });
  const RunResult result = RunCommand({"recommend", "-f", kFleet, "--memory=1Gi", "--server=" + server.address()});
  EXPECT_EQ(result.exit_code, 1) << result.err;
  EXPECT_THAT(result.err, HasSubstr("the limit of this method is 4096"));
}

TEST(RemoteClientTest, ServerReturnsTheSameBytesAsInProcess) {
  const std::unique_ptr<server::Server> server = StartServer();
  ASSERT_NE(server, nullptr);
  const TemporaryFolder folder;
  const std::string text = ReadSource(kConfiguration);
  const std::string bad =
      folder.Write("bad.yaml", absl::StrReplaceAll(text, {{"0.75", "1.75"}, {"from: 11", "from: 9"}}));
  const std::string incomplete =
      folder.Write("incomplete.yaml", absl::StrReplaceAll(text, {{"        memory: 64Gi\n", ""}}));
  std::vector<std::vector<std::string>> runs = {
      {"recommend", "-f", kFleet, "--memory", "1 Gi"},
      {"recommend", "-f", bad, "--memory", "1Gi"},
      {"recommend", "-f", incomplete, "--memory", "1Gi"},
      {"recommend", "-f", incomplete, "-f", "deploy/examples/fleet/hostedclusters.yaml", "-f",
       "deploy/examples/fleet/verticalpodautoscalers.yaml"},
      {"validate", "-f", bad},
      {"diff", "-f", kFleet, "--with", bad},
      {"replay", "-f", kFleet, "--history", "deploy/examples/history/usage.csv", "--with", kProposed, "-o", "json"},
  };
  for (const char* format : {"table", "wide", "json", "yaml", "name"}) {
    runs.push_back({"recommend", "-f", kFleet, "-o", format});
    runs.push_back({"recommend", "-f", kFleet, "checkout-prod", "-o", format});
    runs.push_back({"validate", "-f", kFleet, kProposed, "-o", format});
    runs.push_back({"diff", "-f", kFleet, "--with", kProposed, "-o", format});
    runs.push_back({"replicas", "-f", kReplicas, "--metrics", kReplicasBusy, "-o", format});
    runs.push_back({"replicas", "-f", kReplicas, "--metrics", kReplicasBusy, "--now=noon", "-o", format});
    runs.push_back({"replicas", "simulate", "-f", kReplicas, "--series", kReplicasLoad, "-o", format});
    runs.push_back({"machine", "simulate", "-f", "deploy/examples/machine", "--series",
                    "deploy/examples/machine-series/utilization.csv", "-o", format});
  }
  for (std::vector<std::string>& args : runs) {
    SCOPED_TRACE(::testing::PrintToString(args));
    const RunResult here = RunCommand(args);
    args.push_back(absl::StrCat("--server=", server->address()));
    const RunResult there = RunCommand(args);
    EXPECT_EQ(there.exit_code, here.exit_code);
    EXPECT_EQ(there.out, here.out);
    EXPECT_EQ(there.err, here.err);
  }
}

TEST(RemoteClientTest, UnreachableServerIsExitCodeThreeWithHint) {
  std::unique_ptr<server::Server> server = StartServer();
  ASSERT_NE(server, nullptr);
  const std::string address = server->address();
  server.reset();
  for (const std::vector<std::string>& args :
       std::vector<std::vector<std::string>>{{"recommend", "-f", kFleet},
                                             {"recommend", "-f", kFleet, "--memory=1Gi"},
                                             {"validate", "-f", kFleet},
                                             {"diff", "-f", kFleet, "--with", kProposed, "--exit-zero"}}) {
    std::vector<std::string> words = args;
    words.push_back(absl::StrCat("--server=", address));
    const RunResult result = RunCommand(words);
    EXPECT_EQ(result.exit_code, 3);
    EXPECT_EQ(result.out, "");
    EXPECT_THAT(result.err, HasSubstr(absl::StrCat("error: cannot reach a server at ", address, ": ")));
    EXPECT_THAT(result.err, HasSubstr("or omit --server to decide in this process\n"));
  }
}

TEST(RemoteClientTest, CallFailsAfterTheTimeoutIfTheServerDoesNotRespond) {
  ScriptedService server(testing::WaitUntilCancelled);
  const RunResult result =
      RunCommand({"recommend", "-f", kFleet, "--memory=1Gi", "--timeout=200ms", "--server", server.address()});
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_EQ(result.err,
            absl::StrCat("error: no response from the server at ", server.address(),
                         " within 200ms. Increase --timeout, or omit --server to decide in this process\n"));
}

TEST(RemoteClientTest, AnyOtherFailureIsExitCodeThree) {
  grpc::Status status(grpc::StatusCode::PERMISSION_DENIED, "not you\x1b[2J");
  ScriptedService server([&](grpc::ServerContext&) { return status; });
  const std::vector<std::string> args = {"recommend", "-f", kFleet, "--memory=1Gi", "--server", server.address()};
  RunResult result = RunCommand(args);
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_EQ(result.err, "error: not you\\x1b[2J\n");
  // Details that cannot be parsed are ignored.
  status = grpc::Status(grpc::StatusCode::INVALID_ARGUMENT, "no", "garbage");
  result = RunCommand(args);
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_EQ(result.err, "error: no\n");
}

TEST(RemoteClientTest, AServerWithoutTheMethodIsExitCodeThree) {
  ScriptedService server(testing::WaitUntilCancelled);
  EXPECT_EQ(RunCommand({"validate", "-f", kFleet, "--server", server.address()}).exit_code, 3);
}

}  // namespace
}  // namespace cpsizer::cli
