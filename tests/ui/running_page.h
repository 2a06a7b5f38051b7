#ifndef CPSIZER_TESTS_UI_RUNNING_PAGE_H_
#define CPSIZER_TESTS_UI_RUNNING_PAGE_H_

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/string_view.h"
#include "client/ui/page_api.h"
#include "client/ui/page_server.h"
#include "tests/testing/net/raw_http_client.h"

namespace cpsizer::ui {

std::string Gunzip(const std::string& compressed);

// Answers `{"method": ..., "path": ..., "query": ..., "body": ...}`, and some paths in other ways:
//   /api/large      a JSON text of 1 MB
//   /api/revision   an answer with the revision 7
//   /api/empty      status 204 without a body
//   /api/method     status 405
//   /api/hold       after Release(); its ApiWork is kCompare
// The ApiWork of the other paths is kMemory.
class FakePageApi : public PageApi {
 public:
  ApiResponse Answer(const ApiRequest& request) override;
  ApiWork WorkOf(absl::string_view path) const override;
  int calls() const { return calls_; }
  // Waits until `count` requests for /api/hold are being answered.
  bool WaitForHeld(size_t count);
  // Returns the number of requests for /api/hold that are being answered.
  size_t held();
  // Lets all requests for /api/hold end.
  void Release();

 private:
  std::atomic<int> calls_{0};
  std::mutex mutex_;
  std::condition_variable changed_;
  size_t held_ = 0;        // guarded by mutex_
  bool released_ = false;  // guarded by mutex_
};

// The headers of a request of the page, except the cookie. An empty value omits the header.
struct PageHeaders {
  std::string host;  // empty: the address of the server
  std::string origin;
  std::string content_type = "application/json";
  std::vector<std::string> others;  // complete lines without line ends
};

// A PageServer that runs on a thread of its own.
class RunningPage {
 public:
  explicit RunningPage(PageServerOptions options = {});
  ~RunningPage();

  PageServer& server() { return *server_; }
  FakePageApi& api() { return api_; }
  const std::string& url() const { return server_->url(); }
  // Returns `127.0.0.1:PORT`.
  std::string address() const;
  std::string port() const;
  std::string token() const;

  // Sends a request on a new connection, with `cookie` if it is not empty.
  testing::RawHttpClient::Reply Send(absl::string_view method, absl::string_view path, absl::string_view cookie = "",
                                     const PageHeaders& headers = {}, absl::string_view body = "") const;
  // Returns the bytes of such a request.
  std::string RequestOf(absl::string_view method, absl::string_view path, absl::string_view cookie,
                        const PageHeaders& headers = {}, absl::string_view body = "") const;
  // Exchanges the token for the cookie. Returns `name=value`.
  std::string OpenSession() const;

 private:
  FakePageApi api_;
  std::unique_ptr<PageServer> server_;
  std::thread thread_;
};

}  // namespace cpsizer::ui

#endif  // CPSIZER_TESTS_UI_RUNNING_PAGE_H_
