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
  kUnacknowledgedStreams,  // new streams of a client that never acknowledges SETTINGS
  kWatchResets,            // health watches, each reset immediately
  kResets,                 // calls, each reset immediately
  kPings,                  // PING frames
  kWindowUpdates,          // WINDOW_UPDATE frames, although the server sends no DATA
  kOpenCalls,              // connections, each with the maximum number of incomplete calls
};

// Sends one kind of flood from its own thread, as fast as the server accepts it. The flood ends when the FloodClient is
// destroyed. If the server closes a connection, the thread opens a new connection.
class FloodClient {
 public:
  // `identity` is the certificate of the client. It is null if the server does not use TLS.
  FloodClient(std::string address, Attack attack, const testing::CertifiedKey* identity = nullptr);
  ~FloodClient();
  FloodClient(const FloodClient&) = delete;
  FloodClient& operator=(const FloodClient&) = delete;

  // The number of connections so far, and the number of bytes that the server accepted on all of them.
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
