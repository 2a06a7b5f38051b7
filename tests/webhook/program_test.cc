// Tests the real binary over HTTPS: reviews, malformed input, changed certificates, and the shutdown.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <atomic>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "tests/testing/await.h"
#include "tests/testing/net/raw_http_client.h"
#include "tests/testing/net/reserved_port.h"
#include "tests/testing/paths.h"
#include "tests/testing/server_process.h"
#include "tests/testing/subprocess.h"
#include "tests/testing/tls/certificates.h"
#include "tests/testing/tls/tls_client.h"
#include "tests/webhook/review_bodies.h"
#include "tests/webhook/running_webhook.h"

namespace cpsizer::webhook {
namespace {

using ::cpsizer::testing::CertifiedKey;
using ::cpsizer::testing::kAwaitLimit;
using ::cpsizer::testing::MachineAutoscalerOf;
using ::cpsizer::testing::RawHttpClient;
using ::cpsizer::testing::ReviewOf;
using ::cpsizer::testing::RunningWebhook;
using ::cpsizer::testing::RunProcess;
using ::cpsizer::testing::ServerProcess;
using ::cpsizer::testing::SizesOf;
using ::cpsizer::testing::TlsClient;
using ::testing::HasSubstr;

TEST(WebhookProgramTest, DeniesErrorsAndReturnsWarnings) {
  RunningWebhook webhook;
  const nlohmann::json denied = webhook.Review(ReviewOf("CREATE", SizesOf(3, "1.5")));
  EXPECT_EQ(denied["allowed"], false);
  EXPECT_THAT(denied["status"]["message"].get<std::string>(),
              HasSubstr("error FRACTION_OUT_OF_RANGE at spec.sizes[0].capacity.kubeAPIServerMemoryFraction (1.5)"));
  const nlohmann::json warned = webhook.Review(ReviewOf("CREATE", SizesOf(3, "0.95")));
  EXPECT_EQ(warned["allowed"], true);
  EXPECT_THAT(warned["warnings"].dump(), HasSubstr("FRACTION_NEAR_ONE"));
  EXPECT_EQ(webhook.Review(ReviewOf("CREATE", MachineAutoscalerOf(1, 2)))["allowed"], true);
  const std::string metrics = webhook.Page("/metrics").body;
  EXPECT_THAT(metrics, HasSubstr("reviews_total{kind=\"ClusterSizingConfiguration\",outcome=\"denied\"} 1"));
  EXPECT_THAT(metrics,
              HasSubstr("reviews_total{kind=\"ClusterSizingConfiguration\",outcome=\"allowed_with_warnings\"} 1"));
  EXPECT_THAT(metrics, HasSubstr("cpsizer_tls_certificate_expiry_timestamp_seconds{certificate=\"server\"}"));
  EXPECT_THAT(metrics, HasSubstr("cpsizer_webhook_http_responses_total{code=\"200\"} 3"));
}

TEST(WebhookProgramTest, LogsOneLineForEachDenial) {
  RunningWebhook webhook;
  nlohmann::json review = ReviewOf("CREATE", MachineAutoscalerOf(3, 2));
  review["request"]["dryRun"] = true;
  review["request"]["userInfo"]["username"] = "eve\x1b[31m";
  webhook.Review(review);
  webhook.Review(ReviewOf("CREATE", MachineAutoscalerOf(1, 2)));
  const nlohmann::json line = webhook.WaitForMessage("denied an admission request");
  EXPECT_EQ(line["kind"], "MachineAutoscaler");
  EXPECT_EQ(line["namespace"], "openshift-machine-api");
  EXPECT_EQ(line["name"], "worker");
  EXPECT_EQ(line["dryRun"], "true");
  EXPECT_EQ(line["uid"], review["request"]["uid"]);
  const std::string log = webhook.process().standard_error();
  EXPECT_EQ(log.find("allowed an admission request"), std::string::npos) << "level debug";
  EXPECT_EQ(log.find('\x1b'), std::string::npos);
}

TEST(WebhookProgramTest, RefusesMalformedRequestsAndContinues) {
  RunningWebhook webhook({"--max-request-bytes=64Ki", "--max-buffered-bytes=1Mi"});
  const std::string good = ReviewOf("CREATE", MachineAutoscalerOf(1, 2)).dump();
  const struct {
    absl::string_view target;
    std::string body;
    std::vector<std::string> headers;
    int code;
    absl::string_view says;
  } kCases[] = {
      {"/validate", "{", {"Content-Type: application/json"}, 400, "it is not a JSON object"},
      {"/validate", "{}", {"Content-Type: application/json"}, 400, "its apiVersion is"},
      {"/validate", std::string(1'000, '['), {"Content-Type: application/json"}, 400, "it is not a JSON object"},
      {"/validate", std::string((64 << 10) + 1, 'x'), {"Content-Type: application/json"}, 413, "larger"},
      {"/validate", good, {"Content-Type: text/plain"}, 415, "application/json"},
      {"/validate", good, {}, 415, "application/json"},
      {"/other", good, {"Content-Type: application/json"}, 404, "/validate"},
      {"/validate", good, {"Content-Type: application/json", "Transfer-Encoding: chunked"}, 411, "Content-Length"},
  };
  for (const auto& test : kCases) {
    const TlsClient::Reply reply = webhook.Connect()->Post(test.target, test.body, test.headers);
    EXPECT_EQ(reply.code, test.code) << test.says;
    EXPECT_THAT(reply.body, HasSubstr(test.says));
  }
  const auto client = webhook.Connect();
  EXPECT_EQ(client->Post("/validate", good, {"Content-Type: application/json; charset=utf-8"}).code, 200);
  EXPECT_EQ(client->Post("/validate?timeout=1s", good).code, 200) << "on the same connection";
}

TEST(WebhookProgramTest, RefusesByTheHeadAndEndsTheConnection) {
  RunningWebhook webhook;
  const std::string json = "Content-Type: application/json\r\n";
  const struct {
    std::string request;
    int code;
  } kCases[] = {
      {"POST /other HTTP/1.1\r\nContent-Length: 5\r\n\r\n", 404},
      {"POST /other HTTP/1.1\r\nContent-Length: 1e3\r\n\r\n", 404},
      {"GET /validate HTTP/1.1\r\n\r\n", 405},
      {absl::StrCat("POST /validate HTTP/1.1\r\n", json, "\r\n"), 411},
      {absl::StrCat("POST /validate HTTP/1.1\r\n", json, "Transfer-Encoding: chunked\r\n\r\n"), 411},
      {absl::StrCat("POST /validate HTTP/1.1\r\n", json, "Content-Length: 1e3\r\n\r\n"), 400},
      {absl::StrCat("POST /validate HTTP/1.1\r\n", json, "Content-Length: 99999999999\r\n\r\n"), 413},
      {"POST /validate HTTP/2.0\r\n\r\n", 505},
      {"garbage\r\n\r\n", 400},
      {"\x01\x02\x03", 400},
      {absl::StrCat("POST /validate HTTP/1.1\r\nX: ", std::string(1 << 16, 'x')), 431},
  };
  for (const auto& test : kCases) {
    const auto client = webhook.Connect();
    client->Send(test.request);
    TlsClient::Reply reply = client->Read();
    EXPECT_EQ(reply.code, test.code) << test.request.substr(0, 80);
    EXPECT_FALSE(reply.body.empty()) << test.request.substr(0, 80);
    EXPECT_EQ(reply.headers["connection"], "close") << test.request.substr(0, 80);
    EXPECT_EQ(reply.headers["allow"], test.code == 405 ? "POST" : "") << test.request.substr(0, 80);
    EXPECT_EQ(client->ReadAll(), "") << test.request.substr(0, 80);
  }
  const std::string metrics = webhook.Page("/metrics").body;
  EXPECT_THAT(metrics, HasSubstr("cpsizer_webhook_http_responses_total{code=\"404\"} 2\n"));
  EXPECT_THAT(metrics, HasSubstr("cpsizer_webhook_http_responses_total{code=\"400\"} 3\n"));
}

TEST(WebhookProgramTest, ManyConnectionsDoNotBlockOthers) {
  RunningWebhook webhook({"--max-connections=8"});
  std::vector<std::unique_ptr<TlsClient>> idle;
  std::vector<std::unique_ptr<RawHttpClient>> silent;
  for (int i = 0; i < 32; ++i) {
    idle.push_back(webhook.Connect());
    silent.push_back(std::make_unique<RawHttpClient>(webhook.address()));
  }
  EXPECT_EQ(webhook.Review(ReviewOf("CREATE", MachineAutoscalerOf(1, 2)))["allowed"], true);
  EXPECT_EQ(webhook.Page("/livez").code, 200);
}

TEST(WebhookProgramTest, LosesNoReviewWhileItsCertificateChanges) {
  RunningWebhook webhook;
  const std::string review = ReviewOf("CREATE", MachineAutoscalerOf(1, 2)).dump();
  std::atomic<bool> over{false};
  std::atomic<int> answered{0};
  std::atomic<int> lost{0};
  const auto kept = webhook.Connect();
  std::thread caller([&] {
    while (!over) ++(webhook.Connect()->Post("/validate", review).code == 200 ? answered : lost);
  });
  for (int i = 0; i < 3; ++i) {
    const CertifiedKey next = webhook.authority().IssueServer();
    webhook.Write(next);
    while (webhook.Connect()->certificate() != next.certificate) std::this_thread::yield();
    EXPECT_EQ(kept->Post("/validate", review).code, 200);
  }
  over = true;
  caller.join();
  EXPECT_EQ(lost, 0);
  EXPECT_GT(answered, 0);
  EXPECT_THAT(webhook.Page("/metrics").body, HasSubstr("cpsizer_tls_reloads_total{result=\"taken\"} "));
}

TEST(WebhookProgramTest, AnUnavailableServiceDeniesOrAllowsAsConfigured) {
  const testing::ReservedPort unused_port;
  const std::string service = absl::StrCat("--service=ipv4:", unused_port.address());
  for (const bool deny : {false, true}) {
    RunningWebhook webhook({service, absl::StrCat("--on-failure=", deny ? "deny" : "allow")});
    const nlohmann::json response = webhook.Review(ReviewOf("CREATE", MachineAutoscalerOf(1, 2)));
    EXPECT_EQ(response["allowed"], !deny);
    EXPECT_THAT(deny ? response["status"]["message"].get<std::string>() : response["warnings"].dump(),
                HasSubstr(unused_port.address()));
    if (deny) {
      EXPECT_EQ(response["status"]["code"], 503);
    }
    EXPECT_FALSE(webhook.WaitForMessage(deny ? "denied an admission" : "allowed an admission").empty());
  }
}

TEST(WebhookProgramTest, CallsTheServiceAndNeverWaitsLongerThanItsTimeout) {
  const auto service = ServerProcess::Start({testing::ProgramPath("cpsizer-server"), "--grpc-addr=127.0.0.1:0"});
  ASSERT_TRUE(service.ok()) << service.status();
  RunningWebhook webhook(
      {absl::StrCat("--service=ipv4:", (*service)->address()), "--service-timeout=500ms", "--on-failure=deny"});
  EXPECT_EQ(webhook.Review(ReviewOf("CREATE", MachineAutoscalerOf(1, 2)))["allowed"], true);
  EXPECT_THAT(webhook.Review(ReviewOf("CREATE", MachineAutoscalerOf(3, 2)))["status"]["message"].get<std::string>(),
              HasSubstr("MAX_REPLICAS_BELOW_MIN"));
  (*service)->process().Signal(SIGSTOP);
  const nlohmann::json undecided = webhook.Review(ReviewOf("CREATE", MachineAutoscalerOf(1, 2)));
  EXPECT_EQ(undecided["allowed"], false);
  EXPECT_THAT(undecided["status"]["message"].get<std::string>(), HasSubstr("DEADLINE_EXCEEDED"));
  const TlsClient::Reply hurried =
      webhook.Connect()->Post("/validate?timeout=100ms", ReviewOf("CREATE", MachineAutoscalerOf(1, 2)).dump());
  EXPECT_THAT(hurried.body, HasSubstr("took longer than the timeout of the API server"));
  (*service)->process().Signal(SIGCONT);
  nlohmann::json decided;
  do {
    decided = webhook.Review(ReviewOf("CREATE", MachineAutoscalerOf(1, 2)));
  } while (decided["allowed"] == false && decided["status"]["code"] == 503);
  EXPECT_EQ(decided["allowed"], true);
}

TEST(WebhookProgramTest, ServesDuringTheDrainDelayAndASecondSignalEndsIt) {
  RunningWebhook webhook({"--drain-delay=1h"});
  const auto client = webhook.Connect();
  const std::string review = ReviewOf("CREATE", MachineAutoscalerOf(1, 2)).dump();
  EXPECT_EQ(client->Post("/validate", review).code, 200);
  EXPECT_EQ(webhook.Page("/readyz").code, 200);
  webhook.process().Signal(SIGTERM);
  webhook.WaitForMessage("draining");
  int code = 200;
  while (code == 200) code = webhook.Page("/readyz").code;
  EXPECT_EQ(code, 503);
  EXPECT_EQ(webhook.Page("/livez").code, 200);
  EXPECT_EQ(webhook.Connect()->Post("/validate", review).code, 200);
  webhook.process().Signal(SIGTERM);
  EXPECT_EQ(webhook.process().Wait(kAwaitLimit), 128 + SIGTERM);
}

TEST(WebhookProgramTest, ExitsWithCode0AfterTheDrainDelay) {
  RunningWebhook webhook;
  const auto idle = webhook.Connect();
  webhook.process().Signal(SIGTERM);
  EXPECT_EQ(webhook.process().Wait(kAwaitLimit), 0);
  EXPECT_EQ(idle->ReadAll(), "");
}

TEST(WebhookProgramTest, ShowsItsStatus) {
  RunningWebhook webhook({"--on-failure=deny"});
  const nlohmann::json status = nlohmann::json::parse(webhook.Page("/statusz").body);
  EXPECT_EQ(status["program"], "cpsizer-webhook");
  EXPECT_EQ(status["service"], "in-process");
  EXPECT_EQ(status["onFailure"], "deny");
  EXPECT_EQ(status["address"], webhook.address());
  EXPECT_TRUE(status["certificates"].contains("expiry"));
  EXPECT_THAT(webhook.Page("/version").body, HasSubstr("cpsizer-webhook"));
}

TEST(WebhookProgramTest, AFileOrAnAddressThatCannotBeUsedIsOneSentence) {
  const std::string program = testing::ProgramPath("cpsizer-webhook");
  const auto missing = RunProcess({program, "--tls-cert-file=/none.crt", "--tls-private-key-file=/none.key"});
  ASSERT_TRUE(missing.ok());
  EXPECT_EQ(missing->exit_code, 2);
  EXPECT_THAT(missing->standard_error, HasSubstr("cpsizer-webhook: --tls-cert-file /none.crt"));
  RunningWebhook webhook;
  const auto none = RunProcess({program});
  EXPECT_EQ(none->exit_code, 2);
  EXPECT_THAT(none->standard_error, HasSubstr("are required"));
}

}  // namespace
}  // namespace cpsizer::webhook
