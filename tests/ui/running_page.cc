#include "tests/ui/running_page.h"

#include <zlib.h>

#include <chrono>
#include <nlohmann/json.hpp>

#include "absl/strings/str_cat.h"
#include "tests/testing/tls/tls_server.h"

namespace cpsizer::ui {

using testing::RawHttpClient;

std::string Gunzip(const std::string& compressed) {
  z_stream stream = {};
  inflateInit2(&stream, MAX_WBITS + 16);
  std::string text(size_t{2} << 20, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(compressed.data()));
  stream.avail_in = static_cast<uInt>(compressed.size());
  stream.next_out = reinterpret_cast<Bytef*>(text.data());
  stream.avail_out = static_cast<uInt>(text.size());
  const bool complete = inflate(&stream, Z_FINISH) == Z_STREAM_END;
  text.resize(stream.total_out);
  inflateEnd(&stream);
  return complete ? text : "not a complete gzip text";
}

ApiResponse FakePageApi::Answer(const ApiRequest& request) {
  ++calls_;
  if (request.path == "/api/hold") {
    std::unique_lock<std::mutex> lock(mutex_);
    ++held_;
    changed_.notify_all();
    changed_.wait(lock, [this] { return released_; });
  }
  if (request.path == "/api/empty") return {204, nullptr, 0};
  if (request.path == "/api/method") return {405, std::make_shared<const std::string>("{}"), 0};
  if (request.path == "/api/revision") return {200, std::make_shared<const std::string>("{}"), 7};
  if (request.path == "/api/large") {
    return {200, std::make_shared<const std::string>(absl::StrCat("\"", std::string(1'000'000, 'x'), "\"")), 0};
  }
  const nlohmann::ordered_json answer = {{"method", request.is_post ? "POST" : "GET"},
                                         {"path", std::string(request.path)},
                                         {"query", std::string(request.query)},
                                         {"body", std::string(request.body)}};
  return {200, std::make_shared<const std::string>(answer.dump()), 0};
}

ApiWork FakePageApi::WorkOf(absl::string_view path) const {
  return path == "/api/hold" ? ApiWork::kCompare : ApiWork::kMemory;
}

bool FakePageApi::WaitForHeld(size_t count) {
  std::unique_lock<std::mutex> lock(mutex_);
  return changed_.wait_for(lock, std::chrono::minutes(1), [&] { return held_ >= count; });
}

size_t FakePageApi::held() {
  const std::lock_guard<std::mutex> lock(mutex_);
  return held_;
}

void FakePageApi::Release() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    released_ = true;
  }
  changed_.notify_all();
}

RunningPage::RunningPage(PageServerOptions options) : server_(*PageServer::Make(options, api_)) {
  thread_ = std::thread([this] {
    testing::BlockBrokenPipe();
    server_->Run();
  });
}

RunningPage::~RunningPage() {
  server_->Stop();
  thread_.join();
}

std::string RunningPage::port() const {
  const std::string origin = url().substr(0, url().rfind('/'));
  return origin.substr(origin.rfind(':') + 1);
}

std::string RunningPage::address() const {
  return absl::StrCat("127.0.0.1:", port());
}

std::string RunningPage::token() const {
  return url().substr(url().find("#token=") + 7);
}

std::string RunningPage::RequestOf(absl::string_view method, absl::string_view path, absl::string_view cookie,
                                   const PageHeaders& headers, absl::string_view body) const {
  std::string text =
      absl::StrCat(method, " ", path, " HTTP/1.1\r\nHost: ", headers.host.empty() ? address() : headers.host, "\r\n");
  if (!headers.origin.empty()) absl::StrAppend(&text, "Origin: ", headers.origin, "\r\n");
  if (!headers.content_type.empty()) absl::StrAppend(&text, "Content-Type: ", headers.content_type, "\r\n");
  if (!cookie.empty()) absl::StrAppend(&text, "Cookie: ", cookie, "\r\n");
  for (const std::string& other : headers.others) absl::StrAppend(&text, other, "\r\n");
  absl::StrAppend(&text, "Content-Length: ", body.size(), "\r\n\r\n", body);
  return text;
}

RawHttpClient::Reply RunningPage::Send(absl::string_view method, absl::string_view path, absl::string_view cookie,
                                       const PageHeaders& headers, absl::string_view body) const {
  RawHttpClient client(address());
  client.Send(RequestOf(method, path, cookie, headers, body));
  return client.Read();
}

std::string RunningPage::OpenSession() const {
  RawHttpClient::Reply reply = Send("POST", "/api/session", "", {}, absl::StrCat("{\"token\":\"", token(), "\"}"));
  const std::string& set = reply.headers["set-cookie"];
  return set.substr(0, set.find(';'));
}

}  // namespace cpsizer::ui
