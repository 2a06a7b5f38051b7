#include "client/sidecar/control/status_board.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <utility>
#include <vector>

namespace cpsizer::sidecar {
namespace {

using std::chrono::hours;
using std::chrono::milliseconds;
using std::chrono::nanoseconds;

SidecarStatus WithQueue(size_t queued) {
  SidecarStatus status;
  status.queued = queued;
  return status;
}

TEST(StatusBoardTest, ReturnsTheStatusOfTheLoop) {
  size_t asked = 0;
  StatusBoard board([&asked](const StatusBoard::Put& put) { put(WithQueue(++asked)); }, hours(1));
  EXPECT_EQ(board.Read().queued, 1u);
  EXPECT_EQ(board.Read().queued, 2u) << "each Read() sends a request";
  EXPECT_EQ(board.Silence(), nanoseconds(0));
}

TEST(StatusBoardTest, WaitsOnceForABusyLoopAndSendsOneRequest) {
  std::vector<StatusBoard::Put> asked;
  StatusBoard board([&asked](StatusBoard::Put put) { asked.push_back(std::move(put)); }, milliseconds(1));
  EXPECT_EQ(board.Read().queued, 0u);
  EXPECT_EQ(board.Read().queued, 0u);
  ASSERT_EQ(asked.size(), 1u);
  asked[0](WithQueue(7));
  EXPECT_EQ(board.Read().queued, 7u) << "the late response, until the next one arrives";
  EXPECT_EQ(asked.size(), 2u);
}

TEST(StatusBoardTest, SilenceIsTheAgeOfTheOldestRequest) {
  std::vector<StatusBoard::Put> asked;
  StatusBoard board([&asked](StatusBoard::Put put) { asked.push_back(std::move(put)); }, milliseconds(1));
  EXPECT_EQ(board.Silence(), nanoseconds(0)) << "the request was just sent";
  nanoseconds last = board.Silence();
  for (int i = 0; i < 100; ++i) {
    const nanoseconds silence = board.Silence();
    EXPECT_GE(silence, last);
    last = silence;
  }
  while (board.Silence() == nanoseconds(0)) std::this_thread::yield();
  ASSERT_EQ(asked.size(), 1u);
  asked[0](WithQueue(1));
  EXPECT_EQ(board.Silence(), nanoseconds(0));
}

TEST(StatusBoardTest, ManyMayReadWhileAnotherThreadAnswers) {
  std::mutex mutex;
  std::vector<StatusBoard::Put> waiting;
  std::atomic<bool> stop = false;
  StatusBoard board(
      [&](StatusBoard::Put put) {
        const std::lock_guard<std::mutex> lock(mutex);
        waiting.push_back(std::move(put));
      },
      hours(1));
  std::thread loop([&] {
    while (!stop) {
      std::vector<StatusBoard::Put> now;
      {
        const std::lock_guard<std::mutex> lock(mutex);
        now.swap(waiting);
      }
      for (const StatusBoard::Put& put : now) put(WithQueue(3));
      std::this_thread::yield();
    }
  });
  std::vector<std::thread> readers;
  readers.reserve(3);
  for (int i = 0; i < 3; ++i) {
    readers.emplace_back([&board] {
      for (int reads = 0; reads < 200; ++reads) {
        EXPECT_EQ(board.Read().queued, 3u);
        board.Silence();
      }
    });
  }
  for (std::thread& reader : readers) reader.join();
  stop = true;
  loop.join();
}

}  // namespace
}  // namespace cpsizer::sidecar
