// Tests the functions of the fake API server that tests use: faults, waiting, oracles. Also tests its performance for
// large fleets.
#include "tests/testing/fake_api/fake_api_server.h"

#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/testing/net/raw_http_client.h"

namespace cpsizer::testing {
namespace {

using kube::ParseJson;
using kube::TextAt;
using ::testing::ElementsAre;
using ::testing::SizeIs;
using ::testing::StartsWith;

constexpr char kFakeApiServerLeases[] = "/apis/coordination.k8s.io/v1/leases";
constexpr char kLease[] = "/apis/coordination.k8s.io/v1/namespaces/n/leases/l";
constexpr char kPatch[] = R"({"spec":{"holderIdentity":"me"}})";

Json Lease(absl::string_view name, int transitions = 0) {
  return {{"apiVersion", "coordination.k8s.io/v1"},
          {"kind", "Lease"},
          {"metadata", {{"name", std::string(name)}, {"namespace", "n"}}},
          {"spec", {{"leaseTransitions", transitions}}}};
}

FakeApiServer::Faults Always(FakeApiFault fault) {
  return [fault = std::move(fault)](const FakeApiRequest& /*request*/) { return fault; };
}

class FakeApiServerTest : public ::testing::Test {
 protected:
  FakeApiServerTest() { server_.Put(Lease("l")); }

  // Returns all bytes of the response to a patch of the lease. The patch has its own connection, which the server
  // closes.
  std::string Patched() {
    RawHttpClient client(server_.url());
    BeginPatch(client);
    return client.ReadAll();
  }
  static void BeginPatch(RawHttpClient& client) {
    client.Begin("PATCH", kLease, kPatch, {"Content-Type: application/merge-patch+json"});
  }
  bool IsDone() const { return TextAt(server_.Get(kLease), {"spec", "holderIdentity"}) == "me"; }

  FakeApiServer server_;
};

TEST_F(FakeApiServerTest, SendsTheResponseOfTheFault) {
  for (const int code : {401, 403, 429, 500, 503, 504}) {
    server_.SetFaults(Always(AnswerFault(code, 7)));
    RawHttpClient client(server_.url());
    BeginPatch(client);
    const RawHttpClient::Reply reply = client.Read();
    EXPECT_EQ(reply.code, code);
    EXPECT_EQ(ParseJson(reply.body)["code"], code);
    EXPECT_EQ(reply.headers.at("retry-after"), "7");
    EXPECT_FALSE(server_.writes().back().reached);
    EXPECT_EQ(server_.writes().back().code, code);
  }
  server_.SetFaults(Always(HtmlFault(200)));
  RawHttpClient client(server_.url());
  BeginPatch(client);
  EXPECT_THAT(client.Read().body, StartsWith("<html>"));
  EXPECT_FALSE(IsDone());
}

struct FaultCase {
  const char* name;
  FakeApiFault fault;
  size_t bytes;  // the number of bytes of the response
  bool done;
};

TEST_F(FakeApiServerTest, ConnectionsBreak) {
  const FaultCase kCases[] = {
      {"closed before", CloseFault(), 0, false},     {"closed after", CloseAfterFault(), 0, true},
      {"cut at once", CutFault(0), 0, true},         {"cut in the head", CutFault(10), 10, true},
      {"cut in the body", CutFault(150), 150, true},
  };
  for (const FaultCase& c : kCases) {
    server_.Put(Lease("l"));
    server_.SetFaults(Always(c.fault));
    EXPECT_THAT(Patched(), SizeIs(c.bytes)) << c.name;
    EXPECT_EQ(IsDone(), c.done) << c.name;
    EXPECT_EQ(server_.writes().back().reached, c.done) << c.name;
  }
  server_.SetFaults(Always(ResetFault(20)));
  // A reset may discard bytes that the client has not read.
  EXPECT_LE(Patched().size(), 20u);
}

TEST_F(FakeApiServerTest, ErrorMayFollowAnExecutedRequest) {
  server_.SetFaults(Always(AnswerAfterFault(504)));
  RawHttpClient client(server_.url());
  BeginPatch(client);
  EXPECT_EQ(client.Read().code, 504);
  EXPECT_TRUE(IsDone());
  EXPECT_EQ(server_.writes().back().code, 200);
}

TEST_F(FakeApiServerTest, HoldsARequestUntilTheTestReleasesIt) {
  const auto gate = std::make_shared<FakeGate>();
  server_.SetFaults(Always(HoldFault(gate)));
  RawHttpClient client(server_.url());
  BeginPatch(client);
  EXPECT_TRUE(server_.WaitForRequests(1));
  EXPECT_FALSE(IsDone());
  gate->OpenForGood();
  EXPECT_EQ(client.Read().code, 200);
}

TEST_F(FakeApiServerTest, AnswersPieceByPiece) {
  const auto gate = std::make_shared<FakeGate>();
  server_.SetFaults(Always(SlowFault(5, gate)));
  RawHttpClient client(server_.url());
  BeginPatch(client);
  gate->Open(2);
  EXPECT_TRUE(server_.WaitForWrites(1));
  gate->OpenForGood();
  EXPECT_EQ(client.Read().code, 200);
}

TEST_F(FakeApiServerTest, EndsWithHeldAndSilentRequests) {
  server_.SetFaults([gate = std::make_shared<FakeGate>()](const FakeApiRequest& request) {
    return request.method == "GET" ? SilenceFault() : HoldFault(gate);
  });
  RawHttpClient held(server_.url());
  BeginPatch(held);
  RawHttpClient silent(server_.url());
  silent.Begin("GET", kFakeApiServerLeases);
  EXPECT_TRUE(server_.WaitForRequests(2));
}

TEST_F(FakeApiServerTest, FaultMayChangeTheObjectOfTheRequest) {
  server_.SetFaults([this](const FakeApiRequest& request) {
    if (request.IsWrite()) server_.Modify(kLease, [](Json& lease) { lease["spec"]["leaseTransitions"] = 9; });
    return FakeApiFault();
  });
  const std::string body = absl::StrCat(R"({"metadata":{"resourceVersion":")", server_.version(), R"("}})");
  RawHttpClient client(server_.url());
  client.Begin("PATCH", kLease, body, {"Content-Type: application/merge-patch+json"});
  EXPECT_EQ(client.Read().code, 409);
}

struct WatchCase {
  const char* name;
  FakeApiFault fault;
  std::vector<std::string> lines;  // the beginnings of the lines
};

// Tests the lines and the end of a watch that begins after an existing event.
TEST_F(FakeApiServerTest, WatchesHaveFaults) {
  const WatchCase kCases[] = {
      {"a broken line", WatchLineFault("{\"type\":"), {"{\"type\":"}},
      {"a broken line after an event", WatchLineFault("x", 1), {"{\"type\":\"ADDED\"", "x"}},
      {"a part of a line", WatchTextFault("{\"ty"), {}},
      {"a part of a line after an event", WatchTextFault("{\"ty", 1), {"{\"type\":\"ADDED\""}},
      {"an error", WatchErrorFault({{"code", 429}}), {R"({"object":{"code":429},"type":"ERROR"})"}},
      {"cut after the head", CutFault(100), {}},
  };
  for (const WatchCase& c : kCases) {
    server_.SetFaults(Always(c.fault));
    RawHttpClient client(server_.url());
    client.Begin("GET", absl::StrCat(kFakeApiServerLeases, "?watch=true&resourceVersion=100"));
    EXPECT_EQ(client.ReadHead(), 200);
    std::vector<std::string> lines;
    while (const absl::optional<std::string> line = client.ReadLine()) lines.push_back(*line);
    ASSERT_THAT(lines, SizeIs(c.lines.size())) << c.name;
    for (size_t i = 0; i < lines.size(); ++i) EXPECT_THAT(lines[i], StartsWith(c.lines[i])) << c.name;
  }
}

TEST_F(FakeApiServerTest, SilenceOfAWatchIsAHeadWithoutEvents) {
  server_.SetFaults(Always(SilenceFault()));
  RawHttpClient client(server_.url());
  client.Begin("GET", absl::StrCat(kFakeApiServerLeases, "?watch=true&resourceVersion=100"));
  EXPECT_EQ(client.ReadHead(), 200);
  server_.Put(Lease("m"));
  server_.EndWatches();
  EXPECT_EQ(client.ReadLine(), absl::nullopt);
}

std::string NextType(RawHttpClient& client) {
  const absl::optional<std::string> line = client.ReadLine();
  return line.has_value() ? std::string(TextAt(ParseJson(*line), {"type"})) : "end";
}

TEST_F(FakeApiServerTest, WatchMayBecomeSilentAfterABookmark) {
  server_.SetFaults(Always(SilentWatchFault(1)));
  RawHttpClient client(server_.url());
  client.Begin("GET", absl::StrCat(kFakeApiServerLeases, "?watch=true&allowWatchBookmarks=true&resourceVersion=101"));
  EXPECT_EQ(client.ReadHead(), 200);
  server_.Put(Lease("m"));
  EXPECT_EQ(NextType(client), "ADDED");
  server_.SendBookmarks();
  EXPECT_EQ(NextType(client), "BOOKMARK");
  server_.Put(Lease("n"));
  server_.EndWatches();
  EXPECT_EQ(NextType(client), "end");
}

TEST_F(FakeApiServerTest, BookmarksMayBeLost) {
  server_.SetFaults(Always(NoBookmarksFault()));
  RawHttpClient client(server_.url());
  client.Begin("GET", absl::StrCat(kFakeApiServerLeases, "?watch=true&allowWatchBookmarks=true&resourceVersion=101"));
  EXPECT_EQ(client.ReadHead(), 200);
  server_.SendBookmarks();
  server_.Put(Lease("m"));
  EXPECT_EQ(NextType(client), "ADDED");
}

TEST_F(FakeApiServerTest, WaitsForRequestsOfClients) {
  std::thread other([this] {
    RawHttpClient client(server_.url());
    BeginPatch(client);
    EXPECT_EQ(client.Read().code, 200);
  });
  EXPECT_TRUE(server_.WaitUntil([](const FakeApiStore& store) {
    const FakeApiObject lease = store.Get(kLease);
    return lease != nullptr && TextAt(*lease, {"spec", "holderIdentity"}) == "me";
  }));
  EXPECT_TRUE(server_.WaitForWrites(1));
  other.join();
}

TEST(FakeApiServerOptionsTest, OracleGetsEachWriteWithTheStoreAtThatTime) {
  std::vector<std::string> seen;
  FakeApiServer::Options options;
  options.now = [] { return absl::FromUnixSeconds(1); };
  options.observe = [&](const FakeApiWrite& write, const FakeApiStore& store) {
    seen.push_back(absl::StrCat(write.method, " ", write.code, " ", store.version() - write.version));
  };
  FakeApiServer server(options);
  EXPECT_EQ(TextAt(server.Put(Lease("l")), {"metadata", "creationTimestamp"}), "1969-12-30T00:00:01Z");
  RawHttpClient client(server.url());
  client.Begin("PATCH", kLease, kPatch, {"Content-Type: application/merge-patch+json"});
  client.Read();
  client.Begin("DELETE", kLease, R"({"preconditions":{"uid":"x"}})");
  client.Read();
  EXPECT_THAT(seen, ElementsAre("PATCH 200 1", "DELETE 409 0"));
}

// 5,000 objects in 10 pages, a change of each object, and a watch. The duration must not be quadratic in the number of
// objects.
TEST(FakeApiServerScaleTest, ManyObjects) {
  constexpr int kCount = 5'000;
  FakeApiServer server;
  for (int i = 0; i < kCount; ++i) server.Put(Lease(absl::StrCat("l", i)));
  RawHttpClient client(server.url());
  size_t listed = 0;
  std::string next;
  int64_t version = 0;
  do {
    client.Begin("GET", absl::StrCat(kFakeApiServerLeases, "?limit=500", next.empty() ? "" : "&continue=", next));
    const Json page = ParseJson(client.Read().body);
    listed += page["items"].size();
    next = std::string(TextAt(page, {"metadata", "continue"}));
    version = std::stoll(page["metadata"]["resourceVersion"].get<std::string>());
  } while (!next.empty());
  EXPECT_EQ(listed, size_t{kCount});
  RawHttpClient watch(server.url());
  watch.Begin("GET", absl::StrCat(kFakeApiServerLeases, "?watch=true&resourceVersion=", version));
  EXPECT_EQ(watch.ReadHead(), 200);
  std::thread changes([&] {
    for (int i = 0; i < kCount; ++i) server.Put(Lease(absl::StrCat("l", i), 1));
  });
  for (int i = 0; i < kCount; ++i) ASSERT_TRUE(watch.ReadLine().has_value());
  changes.join();
}

}  // namespace
}  // namespace cpsizer::testing
