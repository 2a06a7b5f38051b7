#include "server/process/web_server/event_queue.h"

#include <gtest/gtest.h>

namespace cpsizer::server {
namespace {

TEST(FormatEventTest, EachLineOfTheDataIsAField) {
  EXPECT_EQ(*FormatEvent("fleet", "{}"), "event: fleet\ndata: {}\n\n");
  EXPECT_EQ(*FormatEvent("fleet", ""), "event: fleet\ndata: \n\n");
  EXPECT_EQ(*FormatEvent("fleet", "a\nb\rdata: c"), "event: fleet\ndata: a\ndata: b\ndata: data: c\n\n");
}

TEST(EventQueueTest, AnEventReplacesTheUnsentEventOfItsName) {
  EventQueue queue;
  EXPECT_EQ(queue.Pop(), nullptr);
  queue.Push("fleet", FormatEvent("fleet", "1"));
  queue.Push("status", FormatEvent("status", "2"));
  queue.Push("fleet", FormatEvent("fleet", "3"));
  EXPECT_EQ(*queue.Pop(), "event: status\ndata: 2\n\n");
  EXPECT_EQ(*queue.Pop(), "event: fleet\ndata: 3\n\n");
  EXPECT_EQ(queue.Pop(), nullptr);
}

}  // namespace
}  // namespace cpsizer::server
