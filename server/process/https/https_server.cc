#include "server/process/https/https_server.h"

#include <openssl/err.h>
#include <openssl/sslerr.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "server/process/logging.h"
#include "server/process/poll_loop.h"
#include "server/process/tls/handshake_log.h"

namespace cpsizer::server {
namespace {

// The indices in the list for poll(). The connections begin at kConnectionEntries.
constexpr size_t kTasksEntry = 0;
constexpr size_t kListenerEntry = 1;
constexpr size_t kConnectionEntries = 2;

}  // namespace

absl::StatusOr<std::unique_ptr<HttpsServer>> HttpsServer::Make(Listener listener, const TlsReloader& reloader,
                                                               TlsVersion least, const HttpsLimits& limits) {
  std::unique_ptr<HttpsServer> server(new HttpsServer(std::move(listener), reloader, least, limits));
  if (absl::Status status = server->RefreshContext(); !status.ok()) return status;
  return server;
}

HttpsServer::HttpsServer(Listener listener, const TlsReloader& reloader, TlsVersion least, const HttpsLimits& limits)
    : listener_(std::move(listener)), reloader_(reloader), least_(least), limits_(limits) {}

// Destroys the connections first, because a connection calls CountBuffered() in its destructor.
HttpsServer::~HttpsServer() {
  connections_.clear();
}

void HttpsServer::Run(HttpsService service) {
  service_ = std::move(service);
  std::vector<pollfd> events;
  while (!(stopping_ && (connections_.empty() || Clock::now() >= end_))) {
    Wait(events);
    Serve(events);
    tasks_.Run(Clock::now());
    if (!stopping_) Accept();
    connection_count_.store(static_cast<int64_t>(connections_.size()), std::memory_order_relaxed);
  }
  connections_.clear();
}

void HttpsServer::Drain() {
  tasks_.Post([this] { draining_ = true; });
}

void HttpsServer::Stop(std::chrono::nanoseconds grace) {
  tasks_.Post([this, grace] {
    draining_ = true;
    stopping_ = true;
    end_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(grace);
    CloseIdle();
  });
}

void HttpsServer::Wait(std::vector<pollfd>& events) {
  events.clear();
  events.push_back({tasks_.fd(), POLLIN, 0});
  events.push_back({listener_.fd(), static_cast<int16_t>(can_accept_ && !stopping_ ? POLLIN : 0), 0});
  for (const auto& [id, connection] : connections_) events.push_back({connection.fd(), connection.events(), 0});
  poll(events.data(), events.size(), WaitMs(Clock::now()));
}

void HttpsServer::Serve(const std::vector<pollfd>& events) {
  size_t entry = kConnectionEntries;
  for (auto it = connections_.begin(); it != connections_.end(); ++entry) {
    HttpsConnection& connection = it->second;
    const Clock::time_point now = Clock::now();
    const int16_t happened = events[entry].revents;
    // A connection that waits for a response requests no events. In this case poll() reports only that the connection
    // has ended.
    const bool is_over = connection.events() == 0 && happened != 0;
    const bool has_work = happened != 0 || connection.ready() || now >= connection.deadline();
    it = is_over || (has_work && !connection.Advance(now)) ? connections_.erase(it) : std::next(it);
  }
}

void HttpsServer::Accept() {
  can_accept_ = true;
  for (int i = 0; i < Listener::kMaxAcceptsAtOnce; ++i) {
    const int fd = listener_.Accept();
    if (fd < 0) {
      can_accept_ = fd != Listener::kNoRoom;
      return;
    }
    if (!MakeRoom()) {
      rejected_.fetch_add(1, std::memory_order_relaxed);
      close(fd);
      continue;
    }
    if (absl::Status status = RefreshContext(); !status.ok()) {
      Log(LogLevel::kError, "failed to use the reloaded TLS files of the HTTPS server; keeping the previous ones",
          {{"error", status.message()}});
    }
    const uint64_t id = connections_made_++;
    const auto [it, added] =
        connections_.try_emplace(id, id, fd, context_.get(), static_cast<HttpsConnectionHost&>(*this), Clock::now());
    if (!it->second.Advance(Clock::now())) connections_.erase(it);
  }
}

bool HttpsServer::MakeRoom() {
  if (connections_.size() < limits_.max_connections) return true;
  const auto find = [this](bool (*matches)(const HttpsConnection&)) {
    return std::find_if(connections_.begin(), connections_.end(),
                        [matches](const auto& entry) { return matches(entry.second); });
  };
  auto victim = find([](const HttpsConnection& connection) { return connection.idle(); });
  if (victim == connections_.end()) {
    victim = find([](const HttpsConnection& connection) { return !connection.answering(); });
  }
  if (victim == connections_.end()) return false;
  rejected_.fetch_add(1, std::memory_order_relaxed);
  connections_.erase(victim);
  return true;
}

// Calls Advance() first. If the next request has already arrived, the connection is then no longer idle and is not
// closed.
void HttpsServer::CloseIdle() {
  for (auto it = connections_.begin(); it != connections_.end();) {
    HttpsConnection& connection = it->second;
    const bool ends = connection.idle() && (!connection.Advance(Clock::now()) || connection.idle());
    it = ends ? connections_.erase(it) : std::next(it);
  }
}

absl::Status HttpsServer::RefreshContext() {
  std::shared_ptr<const TlsIdentity> identity = reloader_.identity();
  if (identity == identity_) return absl::OkStatus();
  absl::StatusOr<TlsContext> context = MakeTlsContext(*identity, least_);
  // Set even if there is an error, so that the server does not try the same identity again for each connection.
  identity_ = std::move(identity);
  if (!context.ok()) return context.status();
  context_ = *std::move(context);
  return absl::OkStatus();
}

int HttpsServer::WaitMs(Clock::time_point now) const {
  Clock::time_point next = end_;
  if (!can_accept_) next = std::min(next, now + Listener::kPauseAfterNoRoom);
  next = std::min(next, tasks_.next().value_or(next));
  for (const auto& [id, connection] : connections_) {
    next = std::min(next, connection.ready() ? now : connection.deadline());
  }
  return PollTimeoutMs(next - now);
}

bool HttpsServer::CountBuffered(int64_t bytes) {
  buffered_bytes_ += bytes;
  return buffered_bytes_ <= static_cast<int64_t>(limits_.max_buffered_bytes);
}

void HttpsServer::Handle(uint64_t id, const HttpsCall& call) {
  service_.handle(call, [this, id](HttpResponse response) {
    const auto it = connections_.find(id);
    if (it != connections_.end()) it->second.Reply(std::move(response), Clock::now());
  });
}

void HttpsServer::HandshakeFailed(const TlsStream& stream) {
  // Does not count connections without a handshake, because probes open such connections.
  if (stream.error() == 0 || ERR_GET_REASON(stream.error()) == SSL_R_UNEXPECTED_EOF_WHILE_READING) return;
  failed_handshakes_.fetch_add(1, std::memory_order_relaxed);
  LogFailedHandshake(stream.error(), stream.verify_result());
}

void HttpsServer::Responded(int code) {
  const auto index = static_cast<size_t>(std::find(kCodes.begin(), kCodes.end(), code) - kCodes.begin());
  responses_[index].fetch_add(1, std::memory_order_relaxed);
}

}  // namespace cpsizer::server
