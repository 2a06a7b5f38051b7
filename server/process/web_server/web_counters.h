#ifndef CPSIZER_SERVER_PROCESS_WEB_SERVER_WEB_COUNTERS_H_
#define CPSIZER_SERVER_PROCESS_WEB_SERVER_WEB_COUNTERS_H_

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace cpsizer::server {

// The counters of a WebServer, for metrics. Thread-safe.
class WebCounters {
 public:
  // The HTTP status codes that have their own counters.
  static constexpr std::array<int, 10> kCodes = {200, 400, 404, 405, 411, 413, 415, 431, 503, 505};

  // Returns the number of open connections.
  int64_t connections() const { return connections_.load(std::memory_order_relaxed); }
  // Returns the number of connections that were closed because the maximum number of connections was reached.
  int64_t rejected() const { return rejected_.load(std::memory_order_relaxed); }
  // Returns the number of responses with the HTTP status kCodes[index]. For the index kCodes.size(), returns the number
  // of responses with any other HTTP status.
  int64_t responses(size_t index) const { return responses_[index].load(std::memory_order_relaxed); }

  void SetConnections(size_t count) { connections_.store(static_cast<int64_t>(count), std::memory_order_relaxed); }
  void Reject() { rejected_.fetch_add(1, std::memory_order_relaxed); }
  void Respond(int code) {
    const auto index = static_cast<size_t>(std::find(kCodes.begin(), kCodes.end(), code) - kCodes.begin());
    responses_[index].fetch_add(1, std::memory_order_relaxed);
  }

 private:
  std::atomic<int64_t> connections_{0};
  std::atomic<int64_t> rejected_{0};
  std::array<std::atomic<int64_t>, kCodes.size() + 1> responses_ = {};
};

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_WEB_SERVER_WEB_COUNTERS_H_
