#include "server/rpc/flood/frame_limits.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/testing/net/http2_frames.h"

namespace cpsizer::server {
namespace {

using ::cpsizer::testing::FrameType;
using ::cpsizer::testing::kHttp2Preface;
using ::cpsizer::testing::ToBytes;
using Clock = FrameLimits::Clock;

Clock::time_point g_frames_now;  // NOLINT: a function without state returns it
Clock::time_point FramesNow() {
  return g_frames_now;
}

FrameHead Head(uint8_t type, size_t length = 0, uint8_t flags = 0) {
  return {length, type, flags, 1};
}

class FrameLimitsTest : public ::testing::Test {
 protected:
  // Counts `frame` the given number of times. Returns the first flood.
  absl::optional<Flood> Count(int times, const FrameHead& frame) {
    for (int i = 0; i < times; ++i) {
      if (const auto flood = limits_.Count(frame); flood.has_value()) return flood;
    }
    return absl::nullopt;
  }
  void Acknowledge() { EXPECT_EQ(Count(1, Head(FrameHead::kSettings, 0, FrameHead::kAck)), absl::nullopt); }

  FrameLimits limits_{FramesNow};
};

TEST(FrameReaderTest, FindsHeadsInPiecesOfAnySize) {
  const std::string bytes = std::string(kHttp2Preface) + ToBytes({FrameType::kSettings, 0, 0, "123456"}) +
                            ToBytes({FrameType::kHeaders, 5, 0x01020304, std::string(70'000, 'x')}) +
                            ToBytes({FrameType::kData, 1, 0x7fffffff, ""});
  for (const size_t piece : {size_t{1}, size_t{7}, size_t{9}, bytes.size()}) {
    FrameReader reader(FrameReader::kPrefaceBytes);
    std::vector<FrameHead> heads;
    for (size_t at = 0; at < bytes.size(); at += piece) {
      absl::string_view part = absl::string_view(bytes).substr(at, piece);
      for (FrameHead head; reader.Next(part, head);) heads.push_back(head);
    }
    ASSERT_EQ(heads.size(), 3u) << piece;
    EXPECT_EQ(heads[0].type, FrameHead::kSettings);
    EXPECT_EQ(heads[0].length, 6u);
    EXPECT_EQ(heads[1].type, FrameHead::kHeaders);
    EXPECT_EQ(heads[1].length, 70'000u);
    EXPECT_EQ(heads[1].stream, 0x01020304u);
    EXPECT_TRUE(heads[1].EndsStream());
    EXPECT_EQ(heads[2].stream, 0x7fffffffu);
    EXPECT_TRUE(heads[2].EndsStream());
  }
}

TEST_F(FrameLimitsTest, AllowsAnyNumberOfOrdinaryCalls) {
  Acknowledge();
  for (int i = 0; i < 1'000'000; ++i) {
    // A call as from a gRPC client for Go: the client sends a PING for each response, and cancels every second call.
    ASSERT_EQ(Count(1, Head(FrameHead::kHeaders, 200)), absl::nullopt) << i;
    ASSERT_EQ(Count(1, Head(FrameHead::kData, 10, FrameHead::kEndStream)), absl::nullopt) << i;
    ASSERT_EQ(Count(1, Head(FrameHead::kPing, 8)), absl::nullopt) << i;
    limits_.NoteSentData();
    ASSERT_EQ(Count(2, Head(FrameHead::kWindowUpdate, 4)), absl::nullopt) << i;
    if (i % 2 == 0) {
      ASSERT_EQ(Count(1, Head(FrameHead::kRstStream, 4)), absl::nullopt) << i;
    }
  }
}

TEST_F(FrameLimitsTest, LimitsTheBytesAndTheFramesOfAHeaderBlock) {
  Acknowledge();
  EXPECT_EQ(Count(1, Head(FrameHead::kHeaders, FrameLimits::kMaxBlockBytes - 1)), absl::nullopt);
  EXPECT_EQ(Count(1, Head(FrameHead::kContinuation, 1)), absl::nullopt);
  EXPECT_EQ(Count(1, Head(FrameHead::kContinuation, 1)), Flood::kHeaders);
  // The counts of the next header block begin at zero.
  EXPECT_EQ(Count(1, Head(FrameHead::kHeaders)), absl::nullopt);
  EXPECT_EQ(Count(FrameLimits::kMaxBlockFrames - 1, Head(FrameHead::kContinuation)), absl::nullopt);
  EXPECT_EQ(Count(1, Head(FrameHead::kContinuation)), Flood::kHeaders);
}

TEST_F(FrameLimitsTest, LimitsStreamsAndHeadersUntilSettingsAreAcknowledged) {
  EXPECT_EQ(Count(FrameLimits::kMaxUnacknowledgedStreams, Head(FrameHead::kHeaders, 10)), absl::nullopt);
  EXPECT_EQ(Count(1, Head(FrameHead::kHeaders, 10)), Flood::kUnacknowledged);
  Acknowledge();
  EXPECT_EQ(Count(1'000, Head(FrameHead::kHeaders, 1'000)), absl::nullopt);

  FrameLimits other(FramesNow);
  EXPECT_EQ(other.Count(Head(FrameHead::kHeaders, FrameLimits::kMaxBlockBytes)), absl::nullopt);
  EXPECT_EQ(other.Count(Head(FrameHead::kHeaders, FrameLimits::kMaxBlockBytes)), absl::nullopt);
  EXPECT_EQ(other.Count(Head(FrameHead::kHeaders, 1)), Flood::kUnacknowledged);
}

TEST_F(FrameLimitsTest, LimitsResetsAndAllowsMoreWithTime) {
  Acknowledge();
  EXPECT_EQ(Count(FrameLimits::kResetBurst, Head(FrameHead::kRstStream, 4)), absl::nullopt);
  EXPECT_EQ(Count(1, Head(FrameHead::kRstStream, 4)), Flood::kResets);
  g_frames_now += std::chrono::seconds(1);
  EXPECT_EQ(Count(FrameLimits::kResetsPerSecond, Head(FrameHead::kRstStream, 4)), absl::nullopt);
  EXPECT_EQ(Count(1, Head(FrameHead::kRstStream, 4)), Flood::kResets);
  // Each millisecond adds a fraction of an allowed reset. Refused resets do not discard these fractions.
  for (int i = 0; i < 9; ++i) {
    g_frames_now += std::chrono::milliseconds(1);
    EXPECT_EQ(Count(1, Head(FrameHead::kRstStream, 4)), Flood::kResets);
  }
  g_frames_now += std::chrono::milliseconds(10);
  EXPECT_EQ(Count(1, Head(FrameHead::kRstStream, 4)), absl::nullopt);
}

TEST_F(FrameLimitsTest, FindsCallsThatAreAllResetAtOnce) {
  Acknowledge();
  int calls = 0;
  absl::optional<Flood> flood;
  while (!flood.has_value() && calls < 10'000) {
    ++calls;
    flood = Count(1, Head(FrameHead::kHeaders, 100));
    if (!flood.has_value()) flood = Count(1, Head(FrameHead::kRstStream, 4));
  }
  EXPECT_EQ(flood, Flood::kResets);
  EXPECT_EQ(calls, 2 * FrameLimits::kResetBurst);
}

FrameHead OfStream(uint32_t stream, FrameHead frame) {
  frame.stream = stream;
  return frame;
}

TEST_F(FrameLimitsTest, AllowsResetsOfCallsWhoseDeadlineHasPassed) {
  Acknowledge();
  constexpr uint32_t kCalls = 100;  // in flight at a time
  for (uint32_t first = 1; first < 1'000 * kCalls; first += 2 * kCalls) {
    for (uint32_t i = 0; i < kCalls; ++i) {
      ASSERT_EQ(Count(1, OfStream(first + 2 * i, Head(FrameHead::kHeaders, 100))), absl::nullopt);
    }
    g_frames_now += 2 * FrameLimits::kQuickReset;
    ASSERT_EQ(Count(1, Head(FrameHead::kPing, 8)), absl::nullopt);
    for (uint32_t i = 0; i < kCalls; ++i) {
      ASSERT_EQ(Count(1, OfStream(first + 2 * i, Head(FrameHead::kRstStream, 4))), absl::nullopt) << first;
    }
  }
}

TEST_F(FrameLimitsTest, LimitsRepeatedResetsOfAnOldCall) {
  Acknowledge();
  EXPECT_EQ(Count(1, OfStream(1, Head(FrameHead::kHeaders, 100))), absl::nullopt);
  for (int i = 0; i < 3; ++i) {
    g_frames_now += FrameLimits::kQuickReset;
    EXPECT_EQ(Count(1, OfStream(3, Head(FrameHead::kHeaders, 100))), absl::nullopt);
  }
  EXPECT_EQ(Count(FrameLimits::kControlBurst, OfStream(1, Head(FrameHead::kRstStream, 4))), absl::nullopt);
  EXPECT_EQ(Count(FrameLimits::kControlPerSecond, OfStream(1, Head(FrameHead::kRstStream, 4))), Flood::kControl);
  EXPECT_EQ(Count(FrameLimits::kResetBurst, OfStream(5, Head(FrameHead::kRstStream, 4))), absl::nullopt);
}

TEST_F(FrameLimitsTest, LimitsFramesOfEveryKindThatCarryNothing) {
  for (const FrameHead& frame :
       {Head(FrameHead::kSettings), Head(FrameHead::kSettings, 0, FrameHead::kAck), Head(2, 5), Head(200, 1'000),
        Head(FrameHead::kData, 0), Head(FrameHead::kData, FrameLimits::kSmallDataBytes - 1),
        Head(FrameHead::kWindowUpdate, 4)}) {
    FrameLimits limits(FramesNow);
    for (int i = 0; i < FrameLimits::kControlBurst; ++i) ASSERT_EQ(limits.Count(frame), absl::nullopt) << i;
    EXPECT_EQ(limits.Count(frame), Flood::kControl) << int{frame.type};
    g_frames_now += std::chrono::seconds(1);
    EXPECT_EQ(limits.Count(frame), absl::nullopt) << int{frame.type};
  }
}

TEST_F(FrameLimitsTest, AllowsWindowUpdatesForTheDataThatTheServerSent) {
  constexpr int kFrames = 2 * FrameLimits::kControlBurst / FrameLimits::kWindowUpdatesPerFrame;
  for (int i = 0; i < kFrames; ++i) limits_.NoteSentData();
  const int allowed = kFrames * FrameLimits::kWindowUpdatesPerFrame + FrameLimits::kControlBurst;
  EXPECT_EQ(Count(allowed, Head(FrameHead::kWindowUpdate, 4)), absl::nullopt);
  EXPECT_EQ(Count(1, Head(FrameHead::kWindowUpdate, 4)), Flood::kControl);
}

TEST_F(FrameLimitsTest, FindsPingsBeforeAnyCall) {
  EXPECT_EQ(Count(FrameLimits::kPingsWithoutCall - 1, Head(FrameHead::kPing, 8)), absl::nullopt);
  EXPECT_EQ(Count(1, Head(FrameHead::kPing, 8)), Flood::kPings);
  // The flood is reported once, because gRPC closes the connection.
  EXPECT_EQ(Count(1, Head(FrameHead::kPing, 8)), absl::nullopt);
}

TEST_F(FrameLimitsTest, AllowsPingsOfAnIdleConnectionAndAfterACall) {
  EXPECT_EQ(Count(FrameLimits::kPingsWithoutCall - 1, Head(FrameHead::kPing, 8)), absl::nullopt);
  g_frames_now += FrameLimits::kPingTimeout;
  EXPECT_EQ(Count(1, Head(FrameHead::kPing, 8)), absl::nullopt);

  FrameLimits other(FramesNow);
  EXPECT_EQ(other.Count(Head(FrameHead::kHeaders, 10)), absl::nullopt);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(other.Count(Head(FrameHead::kPing, 8)), absl::nullopt);
}

}  // namespace
}  // namespace cpsizer::server
