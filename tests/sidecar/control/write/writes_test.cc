#include "client/sidecar/control/write/writes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "client/kube/http/api_error.h"

namespace cpsizer::sidecar {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

kube::HttpRequest RequestTo(const std::string& path) {
  kube::HttpRequest request;
  request.path = path;
  return request;
}

// Keeps the requests until the test answers them.
class WritesTest : public ::testing::Test {
 protected:
  struct Sent {
    std::string path;
    Writes::StillWanted still_wanted;
    kube::ApiClient::OnAnswer answered;
  };

  Writes::SendRequest SendRequest() {
    return
        [this](const kube::HttpRequest& request, Writes::StillWanted still_wanted, kube::ApiClient::OnAnswer answered) {
          sent_.push_back({request.path, std::move(still_wanted), std::move(answered)});
        };
  }
  Writes::Done Record(const std::string& name) {
    return [this, name](const WriteResponse& response) {
      results_.push_back(absl::StrCat(name, " ", static_cast<int>(response.result), response.sent ? " sent" : ""));
    };
  }
  // Answers a request as the client does: the answer is Cancelled if the request is not wanted.
  void Answer(size_t index, const absl::StatusOr<tree::Node>& answer) {
    const Sent sent = sent_.at(index);
    sent.still_wanted() ? sent.answered(answer) : sent.answered(absl::CancelledError("not wanted"));
  }
  static std::string Line(const std::string& name, WriteResult result, bool sent) {
    return absl::StrCat(name, " ", static_cast<int>(result), sent ? " sent" : "");
  }

  bool may_write_ = true;
  bool wanted_ = true;
  const Writes::StillWanted still_wanted_ = [this] { return wanted_; };
  std::vector<Sent> sent_;
  std::vector<std::string> results_;
  Writes writes_{SendRequest(), [this] { return may_write_; }, /*most_in_flight=*/2};
};

TEST_F(WritesTest, SendsAFewWritesAndTheOthersInTheirOrder) {
  for (const char* const name : {"a", "b", "c", "d"}) writes_.Send(RequestTo(name), still_wanted_, Record(name));
  EXPECT_EQ(sent_.size(), 2u);
  EXPECT_EQ(writes_.in_flight(), 2u);
  EXPECT_EQ(writes_.waiting(), 2u);
  for (size_t i = 0; i < 4; ++i) Answer(i, tree::Node());
  EXPECT_EQ(sent_[2].path, "c");
  EXPECT_EQ(sent_[3].path, "d");
  EXPECT_TRUE(writes_.ended());
  EXPECT_THAT(results_, ElementsAre(Line("a", WriteResult::kDone, true), Line("b", WriteResult::kDone, true),
                                    Line("c", WriteResult::kDone, true), Line("d", WriteResult::kDone, true)));
}

TEST_F(WritesTest, SendsNothingThatIsNotWantedOrNotAllowed) {
  writes_.Send(RequestTo("a"), still_wanted_, Record("a"));
  writes_.Send(RequestTo("b"), still_wanted_, Record("b"));
  wanted_ = false;
  Answer(0, tree::Node());
  wanted_ = true;
  may_write_ = false;
  Answer(1, tree::Node());
  EXPECT_THAT(results_, ElementsAre(Line("a", WriteResult::kStale, false), Line("b", WriteResult::kStale, false)));
}

TEST_F(WritesTest, AWriteThatBecameStaleWhileItWaitedIsNotPassedToTheClient) {
  for (const char* const name : {"a", "b"}) writes_.Send(RequestTo(name), still_wanted_, Record(name));
  bool c_wanted = true;
  writes_.Send(
      RequestTo("c"), [&c_wanted] { return c_wanted; }, Record("c"));
  writes_.Send(RequestTo("d"), still_wanted_, Record("d"));
  c_wanted = false;
  Answer(0, tree::Node());
  EXPECT_THAT(results_, ElementsAre(Line("a", WriteResult::kDone, true), Line("c", WriteResult::kStale, false)));
  EXPECT_EQ(sent_.back().path, "d");
  EXPECT_EQ(sent_.size(), 3u);
}

TEST_F(WritesTest, AnEarlierAttemptWasSentEvenIfTheLastIsNotWanted) {
  writes_.Send(RequestTo("a"), still_wanted_, Record("a"));
  EXPECT_TRUE(sent_[0].still_wanted());
  wanted_ = false;
  Answer(0, tree::Node());
  EXPECT_THAT(results_, ElementsAre(Line("a", WriteResult::kStale, true)));
}

TEST_F(WritesTest, ARequestThatCannotBeMadeIsRefused) {
  writes_.Send(absl::FailedPreconditionError("no uid"), still_wanted_, Record("a"));
  EXPECT_THAT(sent_, IsEmpty());
  EXPECT_THAT(results_, ElementsAre(Line("a", WriteResult::kRefused, false)));
}

TEST_F(WritesTest, AWriteWithoutAResponseIsUnknown) {
  writes_.Send(RequestTo("a"), still_wanted_, Record("a"));
  Answer(0, kube::BrokenConnectionError("broken"));
  EXPECT_THAT(results_, ElementsAre(Line("a", WriteResult::kUnknown, true)));
}

TEST_F(WritesTest, ADoneMaySendTheNextWrite) {
  writes_.Send(RequestTo("a"), still_wanted_,
               [this](const WriteResponse&) { writes_.Send(RequestTo("b"), still_wanted_, Record("b")); });
  Answer(0, tree::Node());
  EXPECT_EQ(writes_.in_flight(), 1u);
  Answer(1, tree::Node());
  EXPECT_THAT(results_, ElementsAre(Line("b", WriteResult::kDone, true)));
}

TEST_F(WritesTest, NothingIsSentOrReportedAfterDestruction) {
  {
    Writes writes(SendRequest(), [this] { return may_write_; });
    writes.Send(RequestTo("a"), still_wanted_, Record("a"));
  }
  EXPECT_FALSE(sent_[0].still_wanted());
  sent_[0].answered(tree::Node());
  EXPECT_THAT(results_, IsEmpty());
}

}  // namespace
}  // namespace cpsizer::sidecar
