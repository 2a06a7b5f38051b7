#include "tests/webhook/running_webhook.h"

#include <gtest/gtest.h>

#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "tests/testing/await.h"
#include "tests/testing/paths.h"

namespace cpsizer::testing {

RunningWebhook::RunningWebhook(const std::vector<std::string>& flags) : authority_("webhook authority") {
  Write(authority_.IssueServer());
  std::vector<std::string> command = {ProgramPath("cpsizer-webhook"),
                                      "--https-addr=127.0.0.1:0",
                                      "--admin-addr=127.0.0.1:0",
                                      absl::StrCat("--tls-cert-file=", folder_.PathOf("tls.crt")),
                                      absl::StrCat("--tls-private-key-file=", folder_.PathOf("tls.key")),
                                      "--drain-delay=0s"};
  command.insert(command.end(), flags.begin(), flags.end());
  absl::StatusOr<std::unique_ptr<ServerProcess>> server = ServerProcess::Start(command);
  if (!server.ok()) {
    ADD_FAILURE() << server.status();
    return;
  }
  server_ = *std::move(server);
  admin_ = WaitForMessage("serving").value("adminAddress", "");
}

std::unique_ptr<TlsClient> RunningWebhook::Connect() const {
  return std::make_unique<TlsClient>(address(), authority_.pem());
}

nlohmann::json RunningWebhook::Review(const nlohmann::json& review) const {
  const TlsClient::Reply reply = Connect()->Post("/validate?timeout=10s", review.dump());
  EXPECT_EQ(reply.code, 200) << reply.body;
  return reply.code == 200 ? nlohmann::json::parse(reply.body)["response"] : nlohmann::json();
}

RawHttpClient::Reply RunningWebhook::Page(absl::string_view path) const {
  RawHttpClient client(admin_);
  client.Begin("GET", path);
  return client.Read();
}

void RunningWebhook::Write(const CertifiedKey& identity) const {
  folder_.Write("tls.crt", identity.certificate);
  folder_.Write("tls.key", identity.key);
}

nlohmann::json RunningWebhook::WaitForMessage(absl::string_view message) {
  const auto line = process().WaitForLine(
      [&](absl::string_view text) { return absl::StrContains(text, absl::StrCat("\"msg\":\"", message)); },
      kAwaitLimit);
  return line.has_value() ? nlohmann::json::parse(*line) : nlohmann::json::object();
}

}  // namespace cpsizer::testing
