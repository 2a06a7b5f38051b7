#include "client/kube/watch_decoder.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace cpsizer::kube {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr absl::string_view kEvents =
    "{\"type\":\"ADDED\",\"object\":{\"metadata\":{\"name\":\"a\"}}}\n"
    "{\"type\":\"MODIFIED\",\"object\":{\"metadata\":{\"name\":\"gr\u00f6\u00dfe\"}}}\r\n"
    "\n"
    "{\"type\":\"DELETED\",\"object\":{\"metadata\":{\"name\":\"line\\nend\"}}}\n"
    "{\"type\":\"NOVEL\",\"object\":{\"metadata\":{\"name\":\"unknown\"}}}\n"
    "{\"type\":\"BOOKMARK\",\"object\":{\"metadata\":{\"name\":\"\"}}}\n"
    "{\"type\":\"ERROR\",\"object\":{\"code\":410}}\n";

// Stores events as texts, such as `0 a` for an ADDED object with the name a.
class Collected {
 public:
  absl::Status Feed(WatchDecoder& decoder, absl::string_view bytes) {
    return decoder.Feed(bytes, [this](WatchEvent event) {
      lines_.push_back(absl::StrCat(static_cast<int>(event.type), " ", TextAt(event.object, {"metadata", "name"})));
    });
  }
  const std::vector<std::string>& lines() const { return lines_; }

 private:
  std::vector<std::string> lines_;
};

TEST(WatchDecoderTest, FindsTheSameEventsInPiecesOfAnySize) {
  const std::vector<std::string> expected = {"0 a", "1 gr\u00f6\u00dfe", "2 line\nend", "3 ", "4 "};
  for (size_t piece = 1; piece <= kEvents.size(); ++piece) {
    WatchDecoder decoder;
    Collected collected;
    for (size_t i = 0; i < kEvents.size(); i += piece) {
      ASSERT_TRUE(collected.Feed(decoder, kEvents.substr(i, piece)).ok());
    }
    EXPECT_EQ(collected.lines(), expected) << piece;
  }
}

TEST(WatchDecoderTest, AnIncompleteLineIsNotAnEvent) {
  WatchDecoder decoder;
  Collected collected;
  const absl::string_view unfinished = kEvents.substr(0, kEvents.find('\n'));
  EXPECT_TRUE(collected.Feed(decoder, unfinished).ok());
  EXPECT_THAT(collected.lines(), IsEmpty());
  EXPECT_TRUE(collected.Feed(decoder, "\n").ok());
  EXPECT_THAT(collected.lines(), ElementsAre("0 a"));
}

TEST(WatchDecoderTest, RefusesAnInvalidLine) {
  for (const char* line : {"{\"type\":\"ADDED\",\"object\":{}", "<html>", "[]", "5", "{\"type\":\"ADDED\"}",
                           "{\"type\":\"ADDED\",\"object\":[]}", "{\"type\":\"ADDED\",\"object\":null}", "\xff"}) {
    WatchDecoder decoder;
    Collected collected;
    EXPECT_EQ(collected.Feed(decoder, absl::StrCat(line, "\n")).code(), absl::StatusCode::kDataLoss) << line;
    EXPECT_THAT(collected.lines(), IsEmpty());
  }
}

TEST(WatchDecoderTest, LimitsCompleteAndIncompleteLines) {
  const std::string longest = R"({"type":"ADDED","object":{"metadata":{"name":"a"}}})";
  for (const char* end : {"\n", ""}) {
    WatchDecoder exact(longest.size());
    Collected collected;
    EXPECT_TRUE(collected.Feed(exact, absl::StrCat(longest, end)).ok());
    WatchDecoder shorter(longest.size() - 1);
    EXPECT_EQ(collected.Feed(shorter, absl::StrCat(longest, end)).code(), absl::StatusCode::kDataLoss);
  }
}

}  // namespace
}  // namespace cpsizer::kube
