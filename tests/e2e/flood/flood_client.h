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
  kContinuations,          // one header block that does not end
  kUnacknowledgedStreams,  // new streams, from a client that never acknowledges SETTINGS
  kWatchResets,            // health watches, each reset as soon as it is opened
  kResets,                 // calls, each reset as soon as it is opened
  kPings,                  // PING frames
  kWindowUpdates,          // WINDOW_UPDATE frames, although the server sends no DATA
  kOpenCalls,              // new connections, each with the maximum number of calls, whose requests are never complete
};

// Sends one kind of flood on its own thread, as fast as the server accepts it, until this object is destroyed. Opens a
// new connection each time the server closes one.
class FloodClient {
 public:
  // `identity` is the client's certificate for a server with TLS; null for a server without TLS.
  FloodClient(std::string address, Attack attack, const testing::CertifiedKey* identity = nullptr);
  ~FloodClient();
  FloodClient(const FloodClient&) = delete;
  FloodClient& operator=(const FloodClient&) = delete;

  // The number of connections so far, and the number of bytes that the server accepted on them.
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
  std::deque<std::unique_ptr<Stream>> kept_;  // used only by the thread
  std::thread thread_;
};

}  // namespace cpsizer::e2e

#endif  // CPSIZER_TESTS_E2E_FLOOD_FLOOD_CLIENT_H_
