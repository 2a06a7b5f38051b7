#include "client/sidecar/control/holds.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"

namespace cpsizer::sidecar {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;

const HoldCause kOwn = {"VPA_UNREADABLE", ""};
const HoldCause kServiceOutage = {"SERVICE_FAILED", "the service"};
const HoldCause kApiOutage = {"METRICS_FAILED", "metrics.k8s.io"};

class HoldsTest : public ::testing::Test {
 protected:
  bool Hold(const std::string& key, const HoldCause& cause) { return holds_.Hold(key, cause, "down", now_); }

  std::vector<std::string> news_;
  Holds holds_{{[this](const HoldCause& cause, const std::string& error) {
                  news_.push_back(absl::StrCat("begin ", cause.shared, ": ", error));
                },
                [this](const HoldCause& cause, size_t affected) {
                  news_.push_back(absl::StrCat("end ", cause.shared, ": ", affected));
                }}};
  absl::Time now_ = absl::FromUnixSeconds(1'000);
};

TEST_F(HoldsTest, CountsHoldsByReasonFromTheFirstOneOn) {
  EXPECT_TRUE(Hold("a", kOwn));
  now_ += absl::Seconds(1);
  EXPECT_FALSE(Hold("a", kOwn));
  EXPECT_TRUE(Hold("b", kOwn));
  EXPECT_TRUE(Hold("a", kServiceOutage)) << "another reason";
  now_ += absl::Seconds(1);
  std::map<std::string, HeldObjects> counts = holds_.Count(now_);
  EXPECT_EQ(counts["SERVICE_FAILED"].count, 1u);
  EXPECT_EQ(counts["SERVICE_FAILED"].longest, absl::Seconds(2)) << "for whatever reasons";
  EXPECT_EQ(counts["VPA_UNREADABLE"].longest, absl::Seconds(1));
  EXPECT_EQ(holds_.ReasonOf("a"), "SERVICE_FAILED");
  EXPECT_EQ(holds_.Release("a").reason, "SERVICE_FAILED");
  EXPECT_EQ(holds_.Release("a").reason, "");
  EXPECT_EQ(holds_.ReasonOf("a"), "");
  EXPECT_THAT(holds_.begun(), ElementsAre(Pair("SERVICE_FAILED", 1), Pair("VPA_UNREADABLE", 2)));
}

TEST_F(HoldsTest, ASharedCauseOfAnotherKindBeginsAgain) {
  HoldCause cause = kServiceOutage;
  for (const char* kind : {"UNAVAILABLE", "UNAVAILABLE", "PERMISSION_DENIED"}) {
    cause.kind = kind;
    for (const char* key : {"a", "b"}) Hold(key, cause);
  }
  EXPECT_THAT(news_, ElementsAre("begin the service: down", "begin the service: down"));
  for (const char* key : {"a", "b"}) holds_.Release(key);
  EXPECT_EQ(news_.back(), "end the service: 2");
}

TEST_F(HoldsTest, ASharedCauseBeginsWithTheFirstObjectAndEndsWithTheLast) {
  for (const char* key : {"a", "b", "c"}) Hold(key, kServiceOutage);
  EXPECT_THAT(news_, ElementsAre("begin the service: down"));
  holds_.Release("b");
  Hold("b", kServiceOutage);
  holds_.Release("a");
  holds_.Release("b");
  EXPECT_THAT(news_, ElementsAre("begin the service: down"));
  holds_.Release("c");
  EXPECT_THAT(news_, ElementsAre("begin the service: down", "end the service: 3"));
  Hold("a", kServiceOutage);
  EXPECT_EQ(news_.size(), 3u) << "it begins again";
}

TEST_F(HoldsTest, ObjectsMayGoFromOneCauseToAnother) {
  Hold("a", kServiceOutage);
  Hold("a", kApiOutage);
  EXPECT_THAT(news_, ElementsAre("begin the service: down", "begin metrics.k8s.io: down", "end the service: 1"));
  news_.clear();
  Hold("a", {"NOT_OBSERVED", "metrics.k8s.io"});
  EXPECT_THAT(news_, IsEmpty()) << "the cause goes on";
  Hold("a", kOwn);
  EXPECT_THAT(news_, ElementsAre("end metrics.k8s.io: 1"));
}

TEST_F(HoldsTest, ReportsItsOwnCauseAfterASharedOneOfTheSameReason) {
  Hold("a", kApiOutage);
  EXPECT_TRUE(Hold("a", {kApiOutage.reason, ""}));
  EXPECT_FALSE(Hold("a", {kApiOutage.reason, ""}));
  EXPECT_THAT(holds_.begun(), ElementsAre(Pair(kApiOutage.reason, 1)));
}

}  // namespace
}  // namespace cpsizer::sidecar
