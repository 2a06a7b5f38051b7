#include "tests/testing/net/fake_http_server.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "tests/testing/net/bind_loopback.h"

namespace cpsizer::testing {
namespace {

FakeHttpRequest ParseHead(absl::string_view head) {
  FakeHttpRequest request;
  std::vector<std::string> lines = absl::StrSplit(head, "\r\n");
  const std::vector<std::string> words = absl::StrSplit(lines.front(), ' ');
  if (words.size() >= 2) {
    request.method = words[0];
    request.path = words[1];
  }
  for (const std::string& line : lines) {
    const size_t colon = line.find(':');
    if (colon == std::string::npos || &line == &lines.front()) continue;
    request.headers[absl::AsciiStrToLower(line.substr(0, colon))] =
        std::string(absl::StripAsciiWhitespace(line.substr(colon + 1)));
  }
  return request;
}

}  // namespace

bool FakeHttpConnection::Fill() {
  char bytes[16'384];
  const ssize_t count = recv(socket_, bytes, sizeof bytes, 0);
  if (count <= 0) return false;
  buffer_.append(bytes, static_cast<size_t>(count));
  return true;
}

absl::optional<FakeHttpRequest> FakeHttpConnection::Read() {
  constexpr absl::string_view kEndOfHead = "\r\n\r\n";
  size_t end = buffer_.find(kEndOfHead.data());
  while (end == std::string::npos) {
    if (!Fill()) return absl::nullopt;
    end = buffer_.find(kEndOfHead.data());
  }
  FakeHttpRequest request = ParseHead(absl::string_view(buffer_).substr(0, end));
  buffer_.erase(0, end + kEndOfHead.size());
  size_t length = 0;
  const auto header = request.headers.find("content-length");
  if (header != request.headers.end() && !absl::SimpleAtoi(header->second, &length)) return absl::nullopt;
  while (buffer_.size() < length) {
    if (!Fill()) return absl::nullopt;
  }
  request.body = buffer_.substr(0, length);
  buffer_.erase(0, length);
  return request;
}

bool FakeHttpConnection::Send(absl::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (count <= 0) return false;
    bytes.remove_prefix(static_cast<size_t>(count));
  }
  return true;
}

bool FakeHttpConnection::Answer(int code, absl::string_view body, absl::string_view headers) {
  return Send(absl::StrCat("HTTP/1.1 ", code, " Text\r\n", headers, "Content-Length: ", body.size(), "\r\n\r\n", body));
}

bool FakeHttpConnection::BeginChunks() {
  return Send("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n");
}

bool FakeHttpConnection::SendChunk(absl::string_view bytes) {
  return Send(absl::StrCat(absl::Hex(bytes.size()), "\r\n", bytes, "\r\n"));
}

void FakeHttpConnection::Close() {
  shutdown(socket_, SHUT_RDWR);
}

void FakeHttpConnection::Reset() {
  const linger at_once = {1, 0};
  setsockopt(socket_, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
}

void FakeHttpConnection::WaitForClose() {
  while (Fill()) {
  }
}

bool FakeHttpConnection::WaitFor(int file) {
  while (true) {
    pollfd waits[] = {{socket_, POLLIN, 0}, {file, POLLIN, 0}};
    if (poll(waits, std::size(waits), -1) < 0) return false;
    if (waits[0].revents != 0 && !Fill()) return false;
    if (waits[1].revents != 0) return true;
  }
}

FakeHttpServer::FakeHttpServer(Script script) : script_(std::move(script)), listener_(BindLoopback(port_)) {
  listen(listener_, SOMAXCONN);
  acceptor_ = std::thread([this] { Accept(); });
}

FakeHttpServer::~FakeHttpServer() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
    for (const int socket : sockets_) shutdown(socket, SHUT_RDWR);
  }
  shutdown(listener_, SHUT_RDWR);
  acceptor_.join();
  close(listener_);
  // The acceptor has ended, so no more threads are added.
  for (std::thread& thread : threads_) thread.join();
}

std::string FakeHttpServer::url() const {
  return absl::StrCat("http://127.0.0.1:", port_);
}

int FakeHttpServer::connections() const {
  const std::lock_guard lock(mutex_);
  return connections_;
}

void FakeHttpServer::Accept() {
  while (true) {
    const int socket = accept(listener_, nullptr, nullptr);
    if (socket < 0) return;
    JoinEnded();
    // Disables Nagle's algorithm, because the pieces of a stream must be sent without delay.
    const int at_once = 1;
    setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &at_once, sizeof at_once);
    const std::lock_guard lock(mutex_);
    ++connections_;
    if (stopping_) {
      close(socket);
      continue;
    }
    sockets_.push_back(socket);
    threads_.emplace_back([this, socket] { Serve(socket); });
  }
}

void FakeHttpServer::Serve(int socket) {
  FakeHttpConnection connection(socket);
  script_(connection);
  const std::lock_guard lock(mutex_);
  sockets_.erase(std::find(sockets_.begin(), sockets_.end(), socket));
  ended_.push_back(std::this_thread::get_id());
  close(socket);
}

void FakeHttpServer::JoinEnded() {
  std::vector<std::thread::id> ended;
  {
    const std::lock_guard lock(mutex_);
    ended = std::exchange(ended_, {});
  }
  for (const std::thread::id id : ended) {
    const auto it =
        std::find_if(threads_.begin(), threads_.end(), [id](const std::thread& t) { return t.get_id() == id; });
    it->join();
    threads_.erase(it);
  }
}

}  // namespace cpsizer::testing
