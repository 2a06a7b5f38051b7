#ifndef CPSIZER_TESTS_E2E_FLOOD_FLOOD_CLIENT_H_
#define CPSIZER_TESTS_E2E_FLOOD_FLOOD_CLIENT_H_

#include <openssl/ssl.h>

#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <thread>

#include "absl/strings/string_view.h"
#include "tests/testing/tls/certificates.h"

namespace cpsizer::e2e {

enum class Attack : uint8_t {
  kContinuations,          // one header block without end
  kUnacknowledgedStreams,  // streams without end, of a client that never acknowledges SETTINGS
  kWatchResets,            // health watches, each reset as soon as it is opened
  kResets,                 // calls, each reset as soon as it is opened
  kPings,                  // PING without end
  kWindowUpdates,          // WINDOW_UPDATE without end, for no DATA
  kOpenCalls,              // connections without end, each with as many calls as it may have, none sent to the end
};

// Sends one kind of flood on its own thread as fast as the server accepts it, until it is destroyed; with a new
// connection each time the server closes one.
class FloodClient {
 public:
  // `identity` is the certificate for a server with TLS; null without.
  FloodClient(std::string address, Attack attack, const testing::CertifiedKey* identity = nullptr);
  ~FloodClient();
  FloodClient(const FloodClient&) = delete;
  FloodClient& operator=(const FloodClient&) = delete;

  // The number of connections so far, and the bytes that they accepted.
  int64_t connections() const { return connections_; }
  int64_t bytes() const { return bytes_; }

 private:
  class Stream;

  void Run();
  void FloodOnce();

  const std::string address_;
  const Attack attack_;
  const std::unique_ptr<SSL_CTX, void (*)(SSL_CTX*)> tls_;  // null without TLS
  std::atomic<bool> done_ = false;
  std::atomic<int64_t> connections_ = 0;
  std::atomic<int64_t> bytes_ = 0;
  std::deque<std::unique_ptr<Stream>> kept_;  // used by the thread only
  std::thread thread_;
};

}  // namespace cpsizer::e2e

#endif  // CPSIZER_TESTS_E2E_FLOOD_FLOOD_CLIENT_H_
