#include "client/machine/query.h"

#include <gtest/gtest.h>

#include "client/machine/limits.h"
#include "client/machine/observer.h"
#include "client/tree/parse_json.h"
#include "gmock/gmock.h"
#include "tests/machine/machine_objects_json.h"

namespace cpsizer::machine {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

v1::AutoscalerPrometheusTrigger Trigger(const std::string& server) {
  v1::AutoscalerPrometheusTrigger trigger;
  trigger.set_server_address(server);
  trigger.set_query("sum(rate(x[5m])) > 1");
  return trigger;
}

TEST(QueryTest, MakesAnInstantQueryWithoutRedirectsOrReuse) {
  v1::AutoscalerPrometheusTrigger trigger = Trigger("HTTPS://prometheus.example:9091/prefix/");
  trigger.set_namespace_("shop");
  trigger.set_unsafe_ssl(true);
  QueryCredentials credentials;
  credentials.headers = {"Authorization: Bearer t"};
  credentials.tls.ca = "CA";
  const auto request = MakeQueryRequest(trigger, credentials);
  ASSERT_TRUE(request.ok()) << request.status();
  EXPECT_EQ(request->method, "GET");
  EXPECT_EQ(request->path, "/api/v1/query?query=sum%28rate%28x%5B5m%5D%29%29%20%3E%201&namespace=shop");
  EXPECT_THAT(request->headers, ElementsAre("Authorization: Bearer t", "Accept: application/json"));
  EXPECT_EQ(request->endpoint->server, "https://prometheus.example:9091/prefix");
  EXPECT_EQ(request->endpoint->tls.ca, "CA");
  EXPECT_TRUE(request->endpoint->tls.insecure);
  EXPECT_TRUE(request->fresh_connection);
  EXPECT_EQ(request->timeout, kQueryTimeout);
  EXPECT_EQ(request->max_answer_bytes, kMaxQueryAnswerBytes);
}

TEST(QueryTest, CertificatesAreCheckedUnlessTheTriggerSaysOtherwise) {
  EXPECT_FALSE(MakeQueryRequest(Trigger("https://p"), {})->endpoint->tls.insecure);
  v1::AutoscalerPrometheusTrigger alias = Trigger("https://p");
  alias.set_insecure_skip_tls_verify(true);
  EXPECT_TRUE(MakeQueryRequest(alias, {})->endpoint->tls.insecure);
}

TEST(QueryTest, AnInvalidAddressIsRefused) {
  for (const char* address : {"", "prometheus:9090", "ftp://p", "file:///etc/passwd", "https://user:word@host",
                              "https://host/?a=b", "https://host/#f", "https://ho st", "http://h\r\nX: y"}) {
    const auto request = MakeQueryRequest(Trigger(address), {});
    EXPECT_TRUE(absl::IsInvalidArgument(request.status())) << address;
  }
}

TEST(QueryTest, CredentialsAreNotSentOverHttp) {
  EXPECT_TRUE(MakeQueryRequest(Trigger("http://p"), {}).ok());
  QueryCredentials credentials;
  credentials.headers = {"Authorization: Bearer t"};
  const auto request = MakeQueryRequest(Trigger("http://p"), credentials);
  EXPECT_TRUE(absl::IsUnauthenticated(request.status()));
  EXPECT_THAT(std::string(request.status().message()), HasSubstr("use https"));
}

v1::ControlPlaneMachineSetAutoscaler AutoscalerOf(const kube::Json& json) {
  const auto read = ReadAutoscaler(tree::ParseJson(json.dump()));
  EXPECT_TRUE(read.ok()) << read.status();
  return *read;
}

TEST(QueryTest, QueriesAreThoseOfTheDirectionsThatAreOn) {
  kube::Json json = AutoscalerJson();
  json["spec"]["scaleUp"]["triggers"].push_back(QueryTriggerJson("https://up", "1"));
  json["spec"]["scaleUp"]["triggers"][1]["type"] = "Prometheus";
  json["spec"]["scaleUp"]["triggers"][1]["authenticationRef"] = "token";
  json["spec"]["scaleDown"]["triggers"].push_back(QueryTriggerJson("https://down", "1"));
  const std::vector<Query> both = QueriesOf(AutoscalerOf(json));
  ASSERT_EQ(both.size(), 2u);
  EXPECT_EQ(both[0].direction, v1::MACHINE_DIRECTION_UP);
  EXPECT_EQ(both[0].trigger, 1);
  EXPECT_EQ(both[0].prometheus.server_address(), "https://up");
  EXPECT_EQ(both[0].authentication, "token");
  EXPECT_EQ(both[1].direction, v1::MACHINE_DIRECTION_DOWN);
  EXPECT_EQ(both[1].authentication, "");
  json["spec"]["scaleUp"]["enabled"] = false;
  json["spec"].erase("scaleDown");
  EXPECT_THAT(QueriesOf(AutoscalerOf(json)), IsEmpty());
}

}  // namespace
}  // namespace cpsizer::machine
