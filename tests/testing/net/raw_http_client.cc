#include "tests/testing/net/raw_http_client.h"

#include <sys/socket.h>
#include <sys/time.h>

#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

namespace cpsizer::testing {

RawHttpClient::RawHttpClient(absl::string_view url) : socket_(url) {
  const timeval timeout = {60, 0};
  setsockopt(socket_.fd(), SOL_SOCKET, SO_RCVTIMEO, &timeout, sizeof timeout);
}

void RawHttpClient::Begin(absl::string_view method, absl::string_view path, absl::string_view body,
                          const std::vector<std::string>& headers) {
  std::string text = absl::StrCat(method, " ", path, " HTTP/1.1\r\nHost: x\r\nUser-Agent: raw/1\r\n");
  for (const std::string& header : headers) absl::StrAppend(&text, header, "\r\n");
  absl::StrAppend(&text, "Content-Length: ", body.size(), "\r\n\r\n", body);
  Send(text);
}

bool RawHttpClient::Send(absl::string_view bytes) {
  return socket_.Send(bytes);
}

bool RawHttpClient::Fill() {
  char bytes[16'384];
  const ssize_t count = recv(socket_.fd(), bytes, sizeof bytes, 0);
  if (count <= 0) return false;
  buffer_.append(bytes, static_cast<size_t>(count));
  return true;
}

absl::optional<std::string> RawHttpClient::TakeUntil(absl::string_view end) {
  size_t at = buffer_.find(end.data(), 0, end.size());
  while (at == std::string::npos) {
    if (!Fill()) return absl::nullopt;
    at = buffer_.find(end.data(), 0, end.size());
  }
  std::string taken = buffer_.substr(0, at);
  buffer_.erase(0, at + end.size());
  return taken;
}

RawHttpClient::Reply RawHttpClient::Read() {
  Reply reply;
  const absl::optional<std::string> head = TakeUntil("\r\n\r\n");
  if (!head.has_value()) return reply;
  const std::vector<std::string> lines = absl::StrSplit(*head, "\r\n");
  for (size_t i = 1; i < lines.size(); ++i) {
    const std::pair<std::string, std::string> pair = absl::StrSplit(lines[i], absl::MaxSplits(": ", 1));
    reply.headers[absl::AsciiStrToLower(pair.first)] = pair.second;
  }
  const std::vector<std::string> words = absl::StrSplit(lines.front(), ' ');
  int code = 0;
  if (words.size() < 2 || !absl::SimpleAtoi(words[1], &code)) return reply;
  size_t length = 0;
  const bool has_no_body = code == 204 || code == 304;
  if (!has_no_body && !absl::SimpleAtoi(reply.headers["content-length"], &length)) return reply;
  reply.body = ReadBytes(length);
  if (reply.body.size() == length) reply.code = code;
  return reply;
}

int RawHttpClient::ReadHead() {
  const absl::optional<std::string> head = TakeUntil("\r\n\r\n");
  int code = 0;
  const bool read = head.has_value() && absl::SimpleAtoi(head->substr(head->find(' ') + 1, 3), &code);
  return read ? code : 0;
}

absl::optional<std::string> RawHttpClient::ReadLine() {
  while (line_.find('\n') == std::string::npos) {
    const absl::optional<std::string> size = TakeUntil("\r\n");
    uint32_t length = 0;
    if (!size.has_value() || !absl::SimpleHexAtoi(*size, &length) || length == 0) return absl::nullopt;
    while (buffer_.size() < length + 2) {
      if (!Fill()) return absl::nullopt;
    }
    line_ += buffer_.substr(0, length);
    buffer_.erase(0, length + 2);
  }
  const size_t end = line_.find('\n');
  std::string line = line_.substr(0, end);
  line_.erase(0, end + 1);
  return line;
}

void RawHttpClient::EndSending() {
  shutdown(socket_.fd(), SHUT_WR);
}

std::string RawHttpClient::ReadBytes(size_t count) {
  while (buffer_.size() < count && Fill()) {
  }
  std::string bytes = buffer_.substr(0, count);
  buffer_.erase(0, bytes.size());
  return bytes;
}

std::string RawHttpClient::ReadAll() {
  while (Fill()) {
  }
  return std::exchange(buffer_, {});
}

}  // namespace cpsizer::testing
