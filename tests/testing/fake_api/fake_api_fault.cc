#include "tests/testing/fake_api/fake_api_fault.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"

namespace cpsizer::testing {
namespace {

using Kind = FakeApiFault::Kind;

absl::string_view ReasonOf(int code) {
  switch (code) {
    case 401:
      return "Unauthorized";
    case 403:
      return "Forbidden";
    case 429:
      return "TooManyRequests";
    case 500:
      return "InternalError";
    case 503:
      return "ServiceUnavailable";
    case 504:
      return "Timeout";
    default:
      return "";
  }
}

FakeApiFault OfKind(Kind kind) {
  FakeApiFault fault;
  fault.kind = kind;
  return fault;
}

FakeApiFault WithGate(Kind kind, std::shared_ptr<FakeGate> gate) {
  FakeApiFault fault = OfKind(kind);
  fault.gate = std::move(gate);
  return fault;
}

FakeApiFault WithBytes(Kind kind, size_t bytes) {
  FakeApiFault fault = OfKind(kind);
  fault.bytes = bytes;
  return fault;
}

FakeApiFault WithText(Kind kind, absl::string_view text, size_t after_events) {
  FakeApiFault fault = OfKind(kind);
  fault.text = std::string(text);
  fault.events = after_events;
  return fault;
}

}  // namespace

FakeApiFault AnswerFault(int code, absl::optional<int> retry_after_seconds) {
  FakeApiFault fault = OfKind(Kind::kAnswer);
  fault.answer = StatusAnswer(code, ReasonOf(code), "a fault of the test");
  fault.answer.retry_after = retry_after_seconds;
  return fault;
}

FakeApiFault AnswerAfterFault(int code) {
  FakeApiFault fault = AnswerFault(code);
  fault.kind = Kind::kAnswerAfter;
  return fault;
}

FakeApiFault HtmlFault(int code) {
  FakeApiFault fault = OfKind(Kind::kAnswer);
  fault.answer = {code, "<html><body>Please log in</body></html>", "text/html"};
  return fault;
}

FakeApiFault CloseFault() {
  return OfKind(Kind::kClose);
}

FakeApiFault CloseAfterFault() {
  return OfKind(Kind::kCloseAfter);
}

FakeApiFault CutFault(size_t bytes) {
  return WithBytes(Kind::kCut, bytes);
}

FakeApiFault ResetFault(size_t bytes) {
  return WithBytes(Kind::kReset, bytes);
}

FakeApiFault SlowFault(size_t piece, std::shared_ptr<FakeGate> gate) {
  FakeApiFault fault = WithGate(Kind::kSlowly, std::move(gate));
  fault.bytes = piece;
  return fault;
}

FakeApiFault HoldFault(std::shared_ptr<FakeGate> gate) {
  return WithGate(Kind::kHold, std::move(gate));
}

FakeApiFault SilenceFault() {
  return OfKind(Kind::kSilence);
}

FakeApiFault SilentWatchFault(size_t after_bookmarks) {
  FakeApiFault fault = SilenceFault();
  fault.bookmarks = after_bookmarks;
  return fault;
}

FakeApiFault NoBookmarksFault() {
  return OfKind(Kind::kNoBookmarks);
}

FakeApiFault NoEventsFault() {
  return OfKind(Kind::kNoEvents);
}

FakeApiFault WatchLineFault(absl::string_view line, size_t after_events) {
  return WithText(Kind::kWatchLine, line, after_events);
}

FakeApiFault WatchTextFault(absl::string_view text, size_t after_events) {
  return WithText(Kind::kWatchText, text, after_events);
}

FakeApiFault WatchErrorFault(const Json& status, size_t after_events) {
  return WatchLineFault(Json({{"type", "ERROR"}, {"object", status}}).dump(), after_events);
}

bool FakeApiOutput::Send(absl::string_view bytes) {
  if (fault_.kind == Kind::kSlowly) return SendSlowly(bytes);
  if (fault_.kind == Kind::kCut || fault_.kind == Kind::kReset) return SendCut(bytes);
  return connection_.Send(bytes);
}

bool FakeApiOutput::SendCut(absl::string_view bytes) {
  const size_t part = std::min(bytes.size(), fault_.bytes - sent_);
  sent_ += part;
  const bool sent = connection_.Send(bytes.substr(0, part));
  if (fault_.kind == Kind::kReset && sent_ == fault_.bytes) connection_.Reset();
  return sent && sent_ < fault_.bytes;
}

bool FakeApiOutput::SendSlowly(absl::string_view bytes) {
  while (!bytes.empty()) {
    if (!fault_.gate->Pass(connection_) || !connection_.Send(bytes.substr(0, fault_.bytes))) return false;
    bytes.remove_prefix(std::min(bytes.size(), fault_.bytes));
  }
  return true;
}

bool FakeApiOutput::SendAnswer(const FakeApiAnswer& answer) {
  std::string head = absl::StrCat("HTTP/1.1 ", answer.code, " Text\r\nContent-Type: ", answer.content_type, "\r\n");
  if (answer.retry_after.has_value()) absl::StrAppend(&head, "Retry-After: ", *answer.retry_after, "\r\n");
  return Send(absl::StrCat(head, "Content-Length: ", answer.body.size(), "\r\n\r\n", answer.body));
}

bool FakeApiOutput::SendChunk(absl::string_view bytes) {
  return bytes.empty() || Send(absl::StrCat(absl::Hex(bytes.size()), "\r\n", bytes, "\r\n"));
}

}  // namespace cpsizer::testing
