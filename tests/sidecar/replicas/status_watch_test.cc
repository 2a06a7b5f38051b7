#include "client/sidecar/replicas/status_watch.h"

#include <gtest/gtest.h>

namespace cpsizer::sidecar {
namespace {

StatusWatch::Status Desired(int replicas) {
  StatusWatch::Status status;
  status.set_desired_replicas(replicas);
  return status;
}

TEST(StatusWatchTest, TheFirstStatusIsNotAChange) {
  StatusWatch watch;
  EXPECT_FALSE(watch.Observe("1", Desired(2)));
  EXPECT_FALSE(watch.Observe("2", Desired(2)));
  EXPECT_TRUE(watch.Observe("3", Desired(3)));
  EXPECT_FALSE(watch.Observe("4", Desired(3))) << "a change is reported once";
}

TEST(StatusWatchTest, OurWriteIsNotAChangeEvenIfItsResponseWasLost) {
  StatusWatch watch;
  watch.Observe("1", Desired(2));
  watch.Sent("1", Desired(3));
  EXPECT_FALSE(watch.Observe("1", Desired(2))) << "the watch is late";
  EXPECT_FALSE(watch.Observe("2", Desired(3)));
}

TEST(StatusWatchTest, EachOfSeveralLostWritesMayHaveBeenStored) {
  for (const int stored : {3, 4, 5}) {
    StatusWatch watch;
    watch.Observe("1", Desired(2));
    for (const int sent : {3, 4, 4, 5}) watch.Sent("1", Desired(sent));
    EXPECT_FALSE(watch.Observe("2", Desired(stored))) << stored;
  }
}

TEST(StatusWatchTest, AnotherStatusThanTheOneSentIsAChange) {
  StatusWatch watch;
  watch.Observe("1", Desired(2));
  watch.Sent("1", Desired(3));
  EXPECT_TRUE(watch.Observe("2", Desired(7)));
}

TEST(StatusWatchTest, AWriteToAnEarlierVersionCanNoLongerBeStored) {
  StatusWatch watch;
  watch.Observe("1", Desired(2));
  watch.Sent("1", Desired(3));
  EXPECT_TRUE(watch.Observe("2", Desired(7)));
  EXPECT_TRUE(watch.Observe("3", Desired(3))) << "another controller wrote the same status";
}

TEST(StatusWatchTest, AStoredWriteIsKnown) {
  StatusWatch watch;
  watch.Observe("1", Desired(2));
  watch.Sent("1", Desired(3));
  watch.Wrote(Desired(3));
  EXPECT_FALSE(watch.Observe("2", Desired(3)));
  EXPECT_TRUE(watch.Observe("3", Desired(2)));
}

TEST(StatusWatchTest, AfterAResetAnyStatusIsTheFirst) {
  StatusWatch watch;
  watch.Observe("1", Desired(2));
  watch.Reset();
  EXPECT_FALSE(watch.Observe("2", Desired(7)));
}

}  // namespace
}  // namespace cpsizer::sidecar
