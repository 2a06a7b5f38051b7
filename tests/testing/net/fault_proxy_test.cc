#include "tests/testing/net/fault_proxy.h"

#include <gtest/gtest.h>

#include "absl/strings/strip.h"
#include "tests/testing/net/fake_http_server.h"
#include "tests/testing/net/raw_http_client.h"

namespace cpsizer::testing {
namespace {

constexpr char kRequest[] = "request";
constexpr char kAnswer[] = "the answer";

// A proxy between a client and a server that sends kAnswer on each connection and then waits.
class FaultProxyTest : public ::testing::Test {
 protected:
  static std::string HostAndPort(const FakeHttpServer& server) {
    return std::string(absl::StripPrefix(server.url(), "http://"));
  }

  FakeHttpServer server_{[](FakeHttpConnection& connection) {
    connection.Send(kAnswer);
    connection.WaitForClose();
  }};
  FaultProxy proxy_{HostAndPort(server_)};
};

TEST_F(FaultProxyTest, ForwardsEverythingWithoutFault) {
  RawHttpClient client(proxy_.address());
  EXPECT_TRUE(client.Send(kRequest));
  client.EndSending();
  EXPECT_EQ(client.ReadAll(), kAnswer);
  EXPECT_EQ(proxy_.last_exchange().to_server, kRequest);
  EXPECT_EQ(proxy_.last_exchange().to_client, kAnswer);
}

TEST_F(FaultProxyTest, CutEndsTheConnectionAfterTheBytesBeforeIt) {
  proxy_.SetFaults({.to_client = {Fault::Kind::kCut, 3}});
  EXPECT_EQ(RawHttpClient(proxy_.address()).ReadAll(), "the");
  proxy_.SetFaults({.to_server = {Fault::Kind::kCut, 3}});
  RawHttpClient client(proxy_.address());
  EXPECT_TRUE(client.Send(kRequest));
  // The client receives all, some or none of the response, because the server responds at once.
  EXPECT_EQ(std::string(kAnswer).find(client.ReadAll()), 0u);
}

TEST_F(FaultProxyTest, HeldBytesArriveAfterRelease) {
  proxy_.SetFaults({.to_client = {Fault::Kind::kHold, 4}});
  RawHttpClient client(proxy_.address());
  client.EndSending();
  EXPECT_EQ(client.ReadBytes(4), "the ");
  proxy_.Release();
  EXPECT_EQ(client.ReadAll(), "answer");
}

TEST_F(FaultProxyTest, EachConnectionKeepsItsInitialFaults) {
  proxy_.SetFaults({.to_client = {Fault::Kind::kHold, 4}});
  RawHttpClient held(proxy_.address());
  EXPECT_EQ(held.ReadBytes(4), "the ");
  proxy_.SetFaults({.to_client = {Fault::Kind::kDuplicate, 0, 4}});
  RawHttpClient twice(proxy_.address());
  EXPECT_EQ(twice.ReadBytes(14), "the the answer");
  proxy_.SetFaults({});
  proxy_.Release();
  EXPECT_EQ(held.ReadBytes(6), "answer");
}

}  // namespace
}  // namespace cpsizer::testing
