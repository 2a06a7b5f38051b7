#ifndef CPSIZER_TESTS_PROCESS_WEB_SERVER_WEB_SERVER_TESTING_H_
#define CPSIZER_TESTS_PROCESS_WEB_SERVER_WEB_SERVER_TESTING_H_

#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <string>
#include <thread>

#include "absl/synchronization/notification.h"
#include "server/process/tls/tls_reloader.h"
#include "server/process/web_server/tls_streams.h"
#include "server/process/web_server/web_server.h"
#include "server/process/worker_pool.h"
#include "tests/testing/net/raw_http_client.h"
#include "tests/testing/temporary_folder.h"
#include "tests/testing/tls/certificates.h"

namespace cpsizer::server {

// kLong is longer than any test. kShort is for tests that wait until the time has passed.
inline constexpr std::chrono::nanoseconds kLongTime = std::chrono::minutes(10);
inline constexpr std::chrono::nanoseconds kShortTime = std::chrono::milliseconds(100);

inline WebLimits LongWebLimits() {
  WebLimits limits;
  limits.step_timeout = kLongTime;
  limits.idle_timeout = kLongTime;
  limits.keep_alive = kLongTime;
  return limits;
}

// A server with these paths:
//   /head        answered from the head
//   /close       the same, and the connection ends
//   /now/...     answered at once: `now PATH QUERY BODY`
//   /large       a body of kLargeBytes
//   /hold        answered by a worker thread after Release()
//   /events      an event stream
//   others       answered by a worker thread: `METHOD PATH QUERY BODY`
class WebServerTest : public ::testing::Test {
 protected:
  static constexpr size_t kLargeBytes = size_t{16} << 20;  // more than the kernel buffers

  ~WebServerTest() override { Stop(std::chrono::nanoseconds(0)); }

  void Start(const WebLimits& limits = LongWebLimits());
  // Starts with TLS. Clients need a certificate if `client_ca` is not empty.
  void StartTls(const WebLimits& limits, const std::string& client_ca = "");
  void Stop(std::chrono::nanoseconds grace);
  void Release() { release_.Notify(); }

  const std::string& address() const { return server_->address(); }
  // Returns whether the server answers a request on a new connection.
  bool Answers() const;
  // Waits until a client is connected to the event stream: until it has received an event.
  void OpenStream(testing::RawHttpClient& client);

  bool keeps_requests_ = true;  // WebService::keeps_requests
  EventLoop loop_;
  absl::Notification holds_;                     // notified when a request for /hold has arrived
  std::chrono::steady_clock::time_point begun_;  // of the last request that is not answered at once
  const testing::CertificateAuthority authority_{"authority"};
  const testing::TemporaryFolder folder_;
  std::unique_ptr<TlsReloader> reloader_;
  std::unique_ptr<TlsStreams> streams_;
  std::unique_ptr<WebServer> server_;
  std::thread thread_;

 private:
  using Reply = WebService::Reply;

  void Run(const WebLimits& limits);
  void Handle(WebRequest request, const Reply& reply);
  WebResponse Answer(const WebRequest& request);

  absl::Notification release_;
  WorkerPool workers_{1, 32};
};

}  // namespace cpsizer::server

#endif  // CPSIZER_TESTS_PROCESS_WEB_SERVER_WEB_SERVER_TESTING_H_
