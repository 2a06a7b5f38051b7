#include "server/process/web_server/web_server.h"

#include <unistd.h>

#include <algorithm>
#include <map>
#include <utility>

#include "server/process/web_server/event_queue.h"
#include "server/process/web_server/web_connection.h"
#include "server/process/web_server/web_stream.h"

namespace cpsizer::server {

class WebServer::Core : private WebConnectionHost {
 public:
  Core(Listener listener, EventLoop& loop, const WebLimits& limits, MakeStream make_stream)
      : listener_(std::move(listener)), loop_(loop), limits_(limits), make_stream_(std::move(make_stream)) {}
  ~Core() override;
  Core(const Core&) = delete;
  Core& operator=(const Core&) = delete;

  const std::string& address() const { return listener_.address(); }
  const WebCounters& counters() const { return counters_; }
  EventLoop& loop() { return loop_; }
  void Start(WebService service);
  void Publish(absl::string_view event, const EventBytes& bytes);
  void Drain() { draining_ = true; }
  void Stop(std::chrono::nanoseconds grace);

 private:
  // The key is the id; the oldest connection is first.
  using Connections = std::map<uint64_t, std::shared_ptr<WebConnection>>;

  const WebLimits& limits() const override { return limits_; }
  const WebHeaders& headers() const override { return service_.headers; }
  bool draining() const override { return draining_; }
  bool CountBuffered(int64_t bytes) override;
  WebResponse Refusal(int code, absl::string_view why) const override { return service_.refuse(code, why); }
  absl::optional<WebResponse> AnswerHead(const WebRequest& head) override { return service_.answer_head(head); }
  void Handle(const std::shared_ptr<WebConnection>& connection, WebRequest request) override;
  bool CanOpenStream() const override;
  void Responded(int code) override { counters_.Respond(code); }
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

  const Listener listener_;
  EventLoop& loop_;
  const WebLimits limits_;
  const MakeStream make_stream_;
  WebService service_;
  WebCounters counters_;
  int64_t buffered_bytes_ = 0;
  bool draining_ = false;
  bool stopping_ = false;
  absl::optional<ReadWait> clients_;  // absent before Start() and after Stop()
  TaskQueue::TimerId accept_pause_;
  TaskQueue::TimerId grace_;
  Connections connections_;
  uint64_t connections_made_ = 0;
};

WebServer::Core::~Core() {
  loop_.tasks().Cancel(accept_pause_);
  loop_.tasks().Cancel(grace_);
  stopping_ = false;  // Closed() must not stop the loop
  while (!connections_.empty()) connections_.begin()->second->Close();
}

void WebServer::Core::Start(WebService service) {
  service_ = std::move(service);
  clients_.emplace(loop_, listener_.fd());
  WaitForClients();
}

void WebServer::Core::Publish(absl::string_view event, const EventBytes& bytes) {
  for (const auto& [id, connection] : connections_) connection->Push(event, bytes);
}

void WebServer::Core::Stop(std::chrono::nanoseconds grace) {
  draining_ = true;
  stopping_ = true;
  clients_.reset();
  loop_.tasks().Cancel(accept_pause_);
  grace_ = loop_.tasks().At(TaskQueue::Clock::now() + grace, [this] { loop_.Stop(); });
  const Connections connections = connections_;  // Close() changes connections_
  for (const auto& [id, connection] : connections) {
    connection->step() == WebConnection::Step::kStream ? connection->Close() : connection->CloseIfIdle();
  }
  if (connections_.empty()) loop_.Stop();
}

bool WebServer::Core::CountBuffered(int64_t bytes) {
  buffered_bytes_ += bytes;
  return buffered_bytes_ <= static_cast<int64_t>(limits_.max_buffered_bytes);
}

void WebServer::Core::Handle(const std::shared_ptr<WebConnection>& connection, WebRequest request) {
  service_.handle(std::move(request), [&tasks = loop_.tasks(), connection](WebResponse response) {
    tasks.Post([connection, response = std::move(response)] { connection->Reply(response); });
  });
  if (!service_.keeps_requests) connection->ForgetRequest();
}

bool WebServer::Core::CanOpenStream() const {
  const auto is_stream = [](const auto& entry) { return entry.second->step() == WebConnection::Step::kStream; };
  return static_cast<size_t>(std::count_if(connections_.begin(), connections_.end(), is_stream)) < limits_.max_streams;
}

void WebServer::Core::Closed(uint64_t id) {
  connections_.erase(id);
  counters_.SetConnections(connections_.size());
  if (stopping_ && connections_.empty()) loop_.Stop();
}

void WebServer::Core::WaitForClients() {
  clients_->Start([this] { Accept(); });
}

void WebServer::Core::Accept() {
  int fd = 0;
  for (int i = 0; i < Listener::kMaxAcceptsAtOnce && (fd = listener_.Accept()) >= 0; ++i) Open(fd);
  if (fd != Listener::kNoRoom) return WaitForClients();
  accept_pause_ = loop_.tasks().At(TaskQueue::Clock::now() + Listener::kPauseAfterNoRoom, [this] { WaitForClients(); });
}

void WebServer::Core::Open(int fd) {
  if (!MakeRoom()) {
    close(fd);
    return;
  }
  const uint64_t id = connections_made_++;
  std::unique_ptr<WebStream> stream =
      make_stream_ == nullptr ? MakePlainStream(loop_.io(), fd) : make_stream_(loop_.io(), fd);
  const auto connection =
      std::make_shared<WebConnection>(id, loop_.io(), std::move(stream), static_cast<WebConnectionHost&>(*this));
  connections_.emplace(id, connection);
  counters_.SetConnections(connections_.size());
  connection->Start();
}

bool WebServer::Core::MakeRoom() {
  if (connections_.size() < limits_.max_connections) return true;
  counters_.Reject();
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

WebServer::WebServer(Listener listener, EventLoop& loop, const WebLimits& limits, MakeStream make_stream)
    : core_(std::make_unique<Core>(std::move(listener), loop, limits, std::move(make_stream))) {}
WebServer::~WebServer() = default;

const std::string& WebServer::address() const {
  return core_->address();
}

const WebCounters& WebServer::counters() const {
  return core_->counters();
}

void WebServer::Start(WebService service) {
  core_->Start(std::move(service));
}

void WebServer::Run(WebService service) {
  Start(std::move(service));
  core_->loop().Run();
}

void WebServer::Publish(absl::string_view event, absl::string_view data) {
  core_->loop().tasks().Post(
      [this, event = std::string(event), bytes = FormatEvent(event, data)] { core_->Publish(event, bytes); });
}

void WebServer::Drain() {
  core_->loop().tasks().Post([this] { core_->Drain(); });
}

void WebServer::Stop(std::chrono::nanoseconds grace) {
  core_->loop().tasks().Post([this, grace] { core_->Stop(grace); });
}

}  // namespace cpsizer::server
