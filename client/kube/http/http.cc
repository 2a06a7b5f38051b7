#include "client/kube/http/http.h"

#include <curl/curl.h>

#include <utility>

#include "client/kube/http/curl_multi.h"
#include "client/kube/http/http_transfer.h"

namespace cpsizer::kube {

HttpLoop::HttpLoop(HttpOptions options) : options_(std::move(options)), multi_(std::make_unique<CurlMulti>()) {}

HttpLoop::~HttpLoop() {
  for (const auto& [id, transfer] : transfers_) curl_multi_remove_handle(multi_->get(), transfer->easy());
}

void HttpLoop::SetIdentity(TlsIdentity identity) {
  identity_ = std::move(identity);
}

HttpLoop::Id HttpLoop::Send(HttpRequest request, OnAnswer answer) {
  auto transfer =
      std::make_unique<HttpTransfer>(std::move(request), options_, identity_, bytes_in_flight_, /*stream=*/false);
  transfer->on_answer = std::move(answer);
  return Start(std::move(transfer));
}

HttpLoop::Id HttpLoop::Open(HttpRequest request, OnBytes bytes, OnEnd end) {
  auto transfer =
      std::make_unique<HttpTransfer>(std::move(request), options_, identity_, bytes_in_flight_, /*stream=*/true);
  transfer->on_bytes = std::move(bytes);
  transfer->on_end = std::move(end);
  transfer->arrived = &arrived_;
  return Start(std::move(transfer));
}

HttpLoop::Id HttpLoop::Start(std::unique_ptr<HttpTransfer> transfer) {
  const Id id = ++last_id_;
  transfer->id = id;
  if (transfer->prepared().ok()) {
    curl_multi_add_handle(multi_->get(), transfer->easy());
  } else {
    unstarted_.push_back(id);
  }
  transfers_.emplace(id, std::move(transfer));
  return id;
}

void HttpLoop::Cancel(Id id) {
  const auto it = transfers_.find(id);
  if (it == transfers_.end()) return;
  curl_multi_remove_handle(multi_->get(), it->second->easy());
  NotifyIfLarge(*it->second);
  transfers_.erase(it);
}

void HttpLoop::NotifyIfLarge(const HttpTransfer& ended) {
  if (ended.received_bytes() > kLargeBytes) options_.on_large();
}

void HttpLoop::Run(absl::Duration at_most) {
  multi_->Run(unfinished_ || !unstarted_.empty() ? absl::ZeroDuration() : at_most);
  FinishUnstarted();
  DeliverStreams();
  FinishEnded();
  woken_ = false;
}

void HttpLoop::Wake() {
  woken_ = true;
  multi_->Wake();
}

// Finds each transfer by its id, because an earlier callback may have ended the transfer.
void HttpLoop::DeliverStreams() {
  for (const Id id : std::exchange(arrived_, {})) {
    const auto it = transfers_.find(id);
    if (it == transfers_.end()) continue;
    const std::string bytes = it->second->TakeStreamed();
    const OnBytes on_bytes = it->second->on_bytes;
    on_bytes(bytes);
  }
}

void HttpLoop::Finish(Id id, const absl::Status& status) {
  // Removes the transfer from `transfers_` before the callback runs, because the callback may start other transfers.
  const auto it = transfers_.find(id);
  const std::unique_ptr<HttpTransfer> transfer = std::move(it->second);
  transfers_.erase(it);
  NotifyIfLarge(*transfer);
  if (transfer->on_end) {
    transfer->on_end(status);
  } else if (status.ok()) {
    transfer->on_answer(transfer->TakeBody());
  } else {
    transfer->on_answer(status);
  }
}

// Finds each transfer by its id, because an earlier callback may have cancelled the transfer.
void HttpLoop::FinishUnstarted() {
  for (const Id id : std::exchange(unstarted_, {})) {
    const auto it = transfers_.find(id);
    if (it != transfers_.end()) Finish(id, absl::Status(it->second->prepared()));
  }
}

void HttpLoop::FinishEnded() {
  unfinished_ = false;
  int left = 0;
  while (const CURLMsg* const message = curl_multi_info_read(multi_->get(), &left)) {
    if (message->msg != CURLMSG_DONE) continue;
    HttpTransfer* ended = nullptr;
    curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &ended);
    const absl::Status status = ended->Result(message->data.result);
    curl_multi_remove_handle(multi_->get(), message->easy_handle);
    Finish(ended->id, status);
    if (woken_ && left > 0) {
      unfinished_ = true;
      return;
    }
  }
}

}  // namespace cpsizer::kube
