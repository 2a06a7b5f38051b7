#include "server/rpc/flood/flood_guard.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "server/rpc/flood/watched_connection.h"
#include "tests/process/log_lines.h"
#include "tests/testing/net/http2_frames.h"

namespace cpsizer::server {
namespace {

using ::cpsizer::testing::BigEndian;
using ::cpsizer::testing::FrameType;
using ::cpsizer::testing::kAck;
using ::cpsizer::testing::kEndHeaders;
using ::cpsizer::testing::kEndStream;
using ::cpsizer::testing::kHttp2Preface;
using ::cpsizer::testing::LogLines;
using ::cpsizer::testing::ToBytes;
using ::testing::HasSubstr;

constexpr size_t kManyOpenCalls = 10;
constexpr int kFewStreams = 4;

std::string OpeningFrames(uint32_t stream) {
  return ToBytes({FrameType::kHeaders, kEndHeaders, stream, "headers"});
}

class WatchedConnectionTest : public ::testing::Test {
 protected:
  // Returns a connection with kFree open calls. These calls do not count toward the limit of all open calls.
  std::unique_ptr<WatchedConnection> Connect() const {
    auto connection = std::make_unique<WatchedConnection>(guard_);
    EXPECT_EQ(connection->Received(absl::StrCat(kHttp2Preface, ToBytes({FrameType::kSettings, kAck, 0, ""}))),
              absl::nullopt);
    EXPECT_EQ(connection->Received(OpeningFrames(1) + OpeningFrames(3)), absl::nullopt);
    return connection;
  }
  size_t open() const { return guard_->open_calls().count(); }

  const std::shared_ptr<FloodGuard> guard_ = std::make_shared<FloodGuard>(kManyOpenCalls, kFewStreams);
};

TEST_F(WatchedConnectionTest, CountsCallsUntilTheServerEndsThem) {
  const auto connection = Connect();
  EXPECT_EQ(open(), 0u);
  EXPECT_EQ(connection->Received(OpeningFrames(5) + OpeningFrames(7)), absl::nullopt);
  EXPECT_EQ(open(), 2u);
  // A call stays open until the response is sent, even if its request is complete.
  EXPECT_EQ(connection->Received(ToBytes({FrameType::kData, kEndStream, 5, "request"})), absl::nullopt);
  EXPECT_EQ(open(), 2u);
  connection->Sent(ToBytes({FrameType::kHeaders, kEndHeaders, 5, "head"}) +
                   ToBytes({FrameType::kData, 0, 5, "answer"}));
  EXPECT_EQ(open(), 2u);
  connection->Sent(ToBytes({FrameType::kHeaders, kEndHeaders | kEndStream, 5, "trailers"}));
  EXPECT_EQ(open(), 1u);
  // The second end of a stream, and the end of an unknown stream, have no effect.
  connection->Sent(ToBytes({FrameType::kRstStream, 0, 5, BigEndian(0)}) +
                   ToBytes({FrameType::kRstStream, 0, 99, BigEndian(0)}));
  EXPECT_EQ(open(), 1u);
}

TEST_F(WatchedConnectionTest, CountsCallsUntilOneSideResetsThem) {
  const auto connection = Connect();
  EXPECT_EQ(connection->Received(OpeningFrames(5) + OpeningFrames(7)), absl::nullopt);
  EXPECT_EQ(connection->Received(ToBytes({FrameType::kRstStream, 0, 5, BigEndian(8)})), absl::nullopt);
  EXPECT_EQ(open(), 1u);
  connection->Sent(ToBytes({FrameType::kRstStream, 0, 7, BigEndian(8)}));
  EXPECT_EQ(open(), 0u);
  // Trailers of the client do not open the stream again.
  EXPECT_EQ(connection->Received(OpeningFrames(7)), absl::nullopt);
  EXPECT_EQ(open(), 0u);
}

TEST_F(WatchedConnectionTest, CallsEndWithTheirConnection) {
  auto connection = Connect();
  EXPECT_EQ(connection->Received(OpeningFrames(5)), absl::nullopt);
  EXPECT_EQ(open(), 1u);
  connection->Close();
  EXPECT_EQ(open(), 0u);
  connection.reset();
  EXPECT_EQ(open(), 0u);
}

TEST_F(WatchedConnectionTest, LimitsCallsPerConnectionWhenManyAreOpen) {
  std::vector<std::unique_ptr<WatchedConnection>> connections;
  for (size_t i = 0; i < kManyOpenCalls / 2; ++i) {
    connections.push_back(Connect());
    EXPECT_EQ(connections.back()->Received(OpeningFrames(5) + OpeningFrames(7)), absl::nullopt);
  }
  EXPECT_EQ(guard_->AllowedCalls(), AllOpenCalls::kNoLimit);
  // Above the limit of all open calls, each connection may have three open calls instead of four, then only two. Two
  // calls are always allowed.
  const auto more = Connect();
  EXPECT_EQ(more->Received(OpeningFrames(5)), absl::nullopt);
  EXPECT_EQ(guard_->AllowedCalls(), 3u);
  EXPECT_EQ(more->Received(OpeningFrames(7)), Flood::kOpenCalls);
  EXPECT_EQ(Connect()->Received(OpeningFrames(5)), Flood::kOpenCalls);
  connections.push_back(Connect());
}

TEST_F(WatchedConnectionTest, StopsAtTheFirstFloodExceptPings) {
  std::string bytes(kHttp2Preface);
  for (int i = 0; i < FrameLimits::kPingsWithoutCall; ++i) bytes += ToBytes({FrameType::kPing, 0, 0, "12345678"});
  WatchedConnection connection(guard_);
  EXPECT_EQ(connection.Received(bytes + OpeningFrames(1) + OpeningFrames(3) + OpeningFrames(5)), Flood::kPings);
  EXPECT_EQ(open(), 1u);
  const auto other = Connect();
  const std::string endless = ToBytes({FrameType::kHeaders, 0, 1, std::string(100'000, 'x')});
  EXPECT_EQ(other->Received(endless + OpeningFrames(5)), Flood::kHeaders);
}

TEST(PeerBlocksTest, RefusesAnAddressAfterSomeFloodsWithinAShortTime) {
  PeerBlocks peers;
  absl::Time now = absl::UnixEpoch();
  for (int i = 0; i < PeerBlocks::kMaxClosed; ++i) EXPECT_FALSE(peers.NoteFlood("10.0.0.1", now));
  EXPECT_FALSE(peers.IsBlocked("10.0.0.1", now));
  EXPECT_TRUE(peers.NoteFlood("10.0.0.1", now));
  EXPECT_TRUE(peers.IsBlocked("10.0.0.1", now));
  EXPECT_FALSE(peers.IsBlocked("10.0.0.2", now));
  // A flood on a connection that was already open does not extend the refusal.
  EXPECT_FALSE(peers.NoteFlood("10.0.0.1", now));
  now += PeerBlocks::kBlock;
  EXPECT_FALSE(peers.IsBlocked("10.0.0.1", now));
  // One more flood is now enough for a refusal.
  EXPECT_TRUE(peers.NoteFlood("10.0.0.1", now));
  // Floods are counted from zero again after the refusal has ended and no flood has occurred for a while.
  now += PeerBlocks::kBlock + PeerBlocks::kWindow + absl::Seconds(1);
  EXPECT_FALSE(peers.NoteFlood("10.0.0.1", now));
  EXPECT_FALSE(peers.IsBlocked("10.0.0.1", now));
}

TEST(PeerBlocksTest, DoesNotRefuseForFloodsThatAreFarApart) {
  PeerBlocks peers;
  absl::Time now = absl::UnixEpoch();
  for (int i = 0; i < 100; ++i) {
    EXPECT_FALSE(peers.NoteFlood("10.0.0.1", now));
    now += PeerBlocks::kWindow + absl::Seconds(1);
  }
}

TEST(PeerBlocksTest, NeverRefusesAConnectionWithoutAddress) {
  PeerBlocks peers;
  for (int i = 0; i < 100; ++i) EXPECT_FALSE(peers.NoteFlood("", absl::UnixEpoch()));
  EXPECT_FALSE(peers.IsBlocked("", absl::UnixEpoch()));
}

TEST(PeerBlocksTest, RemembersTheLatestAddresses) {
  PeerBlocks peers;
  const absl::Time now = absl::UnixEpoch();
  const auto flood = [&](absl::string_view address, absl::Time time) {
    for (int i = 0; i <= PeerBlocks::kMaxClosed; ++i) peers.NoteFlood(address, time);
  };
  flood("first", now);
  flood("second", now + absl::Milliseconds(1));
  for (size_t i = 0; i + 1 < PeerBlocks::kMaxPeers; ++i) {
    peers.NoteFlood(absl::StrCat("other ", i), now + absl::Milliseconds(2));
  }
  EXPECT_FALSE(peers.IsBlocked("first", now));
  EXPECT_TRUE(peers.IsBlocked("second", now));
}

TEST(FloodGuardTest, CountsAndLogsFloodsAndRefusesTheirAddress) {
  LogLines lines;
  FloodGuard guard(kManyOpenCalls, kFewStreams);
  guard.OnFlood(Flood::kResets, "10.0.0.1");
  const std::string line = lines.WaitFor("floods the server");
  EXPECT_THAT(line, HasSubstr("resets"));
  EXPECT_THAT(line, HasSubstr("10.0.0.1"));
  EXPECT_TRUE(guard.Admit("10.0.0.1", absl::Now()));
  for (int i = 0; i < PeerBlocks::kMaxClosed; ++i) guard.OnFlood(Flood::kPings, "10.0.0.1");
  EXPECT_FALSE(guard.Admit("10.0.0.1", absl::Now()));
  EXPECT_TRUE(guard.Admit("10.0.0.2", absl::Now()));
  EXPECT_EQ(guard.floods(Flood::kResets), 1);
  EXPECT_EQ(guard.floods(Flood::kPings), PeerBlocks::kMaxClosed);
  EXPECT_EQ(guard.floods(Flood::kHeaders), 0);
  EXPECT_EQ(guard.refused(), 1);
}

}  // namespace
}  // namespace cpsizer::server
