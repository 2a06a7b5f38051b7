#include "server/process/web_server/web_server.h"

#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/system/system_error.hpp>
#include <cerrno>
#include <map>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "server/process/https/tls_context.h"
#include "server/process/logging.h"
#include "server/process/web_server/event_queue.h"
#include "server/process/web_server/web_connection.h"
#include "server/process/web_server/web_stream.h"
#include "server/process/worker_pool.h"

namespace cpsizer::server {
namespace {

namespace asio = boost::asio;
using boost::system::error_code;

// The interval for reading the TLS files.
constexpr std::chrono::seconds kTlsPollPeriod{1};

}  // namespace

class WebServer::Core : private WebConnectionHost {
 public:
  Core(Listener listener, TlsReloader* tls, const WebLimits& limits)
      : listener_(std::move(listener)),
        tls_(tls),
        limits_(limits),
        accept_(io_, dup(listener_.fd())),
        accept_pause_(io_),
        tls_poll_(io_),
        grace_(io_) {
    for (const WebPool& pool : limits_.pools) {
      workers_.push_back(std::make_unique<WorkerPool>(pool.threads, pool.max_waiting));
    }
  }

  // Makes new connections use the current certificate.
  absl::Status RefreshContext();
  const std::string& address() const { return listener_.address(); }
  void Run(WebService service);
  void Publish(absl::string_view event, EventBytes bytes);
  void Stop(std::chrono::nanoseconds grace);

 private:
  using Connections = std::map<uint64_t, std::shared_ptr<WebConnection>>;

  const WebLimits& limits() const override { return limits_; }
  const WebHeaders& headers() const override { return service_.headers; }
  bool stopping() const override { return stopping_; }
  bool CountBuffered(int64_t bytes) override;
  WebResponse Refusal(int code, absl::string_view why) const override { return service_.refuse(code, why); }
  absl::optional<WebResponse> AnswerHead(const WebRequest& head) override { return service_.answer_head(head); }
  void Handle(const std::shared_ptr<WebConnection>& connection, WebRequest request) override;
  bool CanOpenStream() const override;
  void Closed(uint64_t id) override;

  void WaitForClients();
  void Accept();
  void Open(int fd);
  // At the maximum number of connections, closes an open connection. Returns false if the new connection must be
  // closed.
  bool MakeRoom();
  // Returns the connection whose client has not read a part of its response for the longest time; end() if there is
  // none.
  Connections::iterator SlowestReader();
  void BeginToStop(std::chrono::nanoseconds grace);
  void PollTls();

  const Listener listener_;
  TlsReloader* const tls_;
  const WebLimits limits_;
  WebService service_;
  std::shared_ptr<const TlsIdentity> identity_;  // the identity that context_ was made from
  TlsContext context_;                           // null without TLS
  int64_t buffered_bytes_ = 0;
  bool stopping_ = false;
  std::atomic<bool> stopped_{false};  // true after Run(): waiting requests are dropped
  asio::io_context io_{1};
  asio::posix::stream_descriptor accept_;
  asio::steady_timer accept_pause_;
  asio::steady_timer tls_poll_;
  asio::steady_timer grace_;
  Connections connections_;  // the key is the id; the oldest connection is first
  uint64_t connections_made_ = 0;
  std::vector<std::unique_ptr<WorkerPool>> workers_;  // as in limits_.pools
};

absl::Status WebServer::Core::RefreshContext() {
  if (tls_ == nullptr) return absl::OkStatus();
  std::shared_ptr<const TlsIdentity> identity = tls_->identity();
  if (identity == identity_) return absl::OkStatus();
  absl::StatusOr<TlsContext> context = MakeTlsContext(*identity, TlsVersion::k12);
  if (!context.ok()) return context.status();
  context_ = *std::move(context);
  identity_ = std::move(identity);
  return absl::OkStatus();
}

void WebServer::Core::Run(WebService service) {
  service_ = std::move(service);
  WaitForClients();
  if (tls_ != nullptr) PollTls();
  io_.run();
  stopped_ = true;
}

void WebServer::Core::Publish(absl::string_view event, EventBytes bytes) {
  asio::post(io_, [this, event = std::string(event), bytes = std::move(bytes)] {
    for (const auto& [id, connection] : connections_) connection->Push(event, bytes);
  });
}

void WebServer::Core::Stop(std::chrono::nanoseconds grace) {
  asio::post(io_, [this, grace] { BeginToStop(grace); });
}

void WebServer::Core::BeginToStop(std::chrono::nanoseconds grace) {
  stopping_ = true;
  accept_.cancel();
  grace_.expires_after(grace);
  grace_.async_wait([this](const error_code& /*error*/) { io_.stop(); });
  const Connections connections = connections_;  // Close() changes connections_
  for (const auto& [id, connection] : connections) {
    const WebConnection::Step step = connection->step();
    if (step == WebConnection::Step::kIdle || step == WebConnection::Step::kStream) connection->Close();
  }
  if (connections_.empty()) io_.stop();
}

bool WebServer::Core::CountBuffered(int64_t bytes) {
  buffered_bytes_ += bytes;
  return buffered_bytes_ <= static_cast<int64_t>(limits_.max_buffered_bytes);
}

void WebServer::Core::Handle(const std::shared_ptr<WebConnection>& connection, WebRequest request) {
  if (absl::optional<WebResponse> response = service_.answer_now(request); response.has_value()) {
    return connection->Reply(*response);
  }
  const auto shared = std::make_shared<const WebRequest>(std::move(request));
  const size_t pool = service_.pool(*shared);
  const bool waits = workers_[pool]->Submit([this, connection, shared] {
    if (stopped_) return;
    asio::post(io_, [connection, response = service_.answer(*shared)] { connection->Reply(response); });
  });
  if (!waits) connection->RefuseBusy(limits_.pools[pool].busy);
}

bool WebServer::Core::CanOpenStream() const {
  const auto is_stream = [](const auto& entry) { return entry.second->step() == WebConnection::Step::kStream; };
  return static_cast<size_t>(std::count_if(connections_.begin(), connections_.end(), is_stream)) < limits_.max_streams;
}

void WebServer::Core::Closed(uint64_t id) {
  connections_.erase(id);
  if (stopping_ && connections_.empty()) io_.stop();
}

void WebServer::Core::WaitForClients() {
  accept_.async_wait(asio::posix::stream_descriptor::wait_read, [this](const error_code& error) {
    if (!error && !stopping_) Accept();
  });
}

void WebServer::Core::Accept() {
  int fd = 0;
  for (int i = 0; i < Listener::kMaxAcceptsAtOnce && (fd = listener_.Accept()) >= 0; ++i) Open(fd);
  if (fd != Listener::kNoRoom) return WaitForClients();
  accept_pause_.expires_after(Listener::kPauseAfterNoRoom);
  accept_pause_.async_wait([this](const error_code& /*error*/) { WaitForClients(); });
}

void WebServer::Core::Open(int fd) {
  if (!MakeRoom()) {
    close(fd);
    return;
  }
  if (absl::Status status = RefreshContext(); !status.ok()) {
    Log(LogLevel::kError, "failed to use the reloaded TLS files; keeping the previous ones",
        {{"error", status.message()}});
  }
  const uint64_t id = connections_made_++;
  std::unique_ptr<WebStream> stream = context_ == nullptr ? MakePlainStream(io_, fd) : MakeTlsStream(io_, fd, context_);
  const auto connection =
      std::make_shared<WebConnection>(id, io_, std::move(stream), static_cast<WebConnectionHost&>(*this));
  connections_.emplace(id, connection);
  connection->Start();
}

bool WebServer::Core::MakeRoom() {
  if (connections_.size() < limits_.max_connections) return true;
  const auto find = [this](auto matches) {
    return std::find_if(connections_.begin(), connections_.end(),
                        [matches](const auto& entry) { return matches(entry.second->step()); });
  };
  using Step = WebConnection::Step;
  auto victim = find([](Step step) { return step == Step::kIdle; });
  if (victim == connections_.end()) {
    victim = find([](Step step) { return step == Step::kHandshake || step == Step::kRead || step == Step::kLinger; });
  }
  if (victim == connections_.end()) victim = SlowestReader();
  if (victim == connections_.end()) return false;
  const std::shared_ptr<WebConnection> connection = victim->second;  // Close() changes connections_
  connection->Close();
  return true;
}

WebServer::Core::Connections::iterator WebServer::Core::SlowestReader() {
  auto slowest = connections_.end();
  for (auto it = connections_.begin(); it != connections_.end(); ++it) {
    if (it->second->step() != WebConnection::Step::kWrite) continue;
    if (slowest == connections_.end() || it->second->deadline() < slowest->second->deadline()) slowest = it;
  }
  return slowest;
}

void WebServer::Core::PollTls() {
  tls_->Poll();
  tls_poll_.expires_after(kTlsPollPeriod);
  tls_poll_.async_wait([this](const error_code& error) {
    if (!error) PollTls();
  });
}

absl::StatusOr<std::unique_ptr<WebServer>> WebServer::Make(Listener listener, TlsReloader* tls,
                                                           const WebLimits& limits) {
  std::unique_ptr<Core> core;
  try {
    core = std::make_unique<Core>(std::move(listener), tls, limits);
  } catch (const boost::system::system_error& error) {
    return absl::InternalError(absl::StrCat("failed to prepare the HTTP server: ", error.what()));
  }
  if (absl::Status status = core->RefreshContext(); !status.ok()) return status;
  return std::unique_ptr<WebServer>(new WebServer(std::move(core)));
}

WebServer::WebServer(std::unique_ptr<Core> core) : core_(std::move(core)) {}
WebServer::~WebServer() = default;

const std::string& WebServer::address() const {
  return core_->address();
}

void WebServer::Run(WebService service) {
  core_->Run(std::move(service));
}

void WebServer::Publish(absl::string_view event, absl::string_view data) {
  core_->Publish(event, FormatEvent(event, data));
}

void WebServer::Stop(std::chrono::nanoseconds grace) {
  core_->Stop(grace);
}

}  // namespace cpsizer::server
