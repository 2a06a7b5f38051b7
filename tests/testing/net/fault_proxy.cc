#include "tests/testing/net/fault_proxy.h"

#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <vector>

#include "absl/strings/str_cat.h"
#include "tests/testing/net/bind_loopback.h"

namespace cpsizer::testing {
namespace {

sockaddr_in Loopback(int port) {
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(static_cast<uint16_t>(port));
  return address;
}

// Disables Nagle's algorithm, because pieces must be sent without delay.
void SendAtOnce(int socket) {
  const int at_once = 1;
  setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &at_once, sizeof at_once);
}

short Events(bool reads, bool writes) {
  return static_cast<short>((reads ? POLLIN : 0) | (writes ? POLLOUT : 0));
}

}  // namespace

// One direction of a connection.
struct FaultProxy::Direction {
  int from;
  int to;
  FaultStream stream;
  std::string Exchange::*seen;
  bool latest = true;  // whether this is the newest connection
  std::string pending = "";
  bool read_all = false;
  bool sent_all = false;

  // Sends the pending bytes. Returns false if the receiver does not accept more.
  bool Send() {
    while (!pending.empty()) {
      const ssize_t count = send(to, pending.data(), pending.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
      if (count < 0) return errno == EAGAIN;
      pending.erase(0, static_cast<size_t>(count));
    }
    return true;
  }
};

struct FaultProxy::Connection {
  // `number` counts the connections from 1.
  Connection(int client, int server, const Faults& faults, int number)
      : number(number),
        to_server{client, server, FaultStream(faults.to_server), &Exchange::to_server},
        to_client{server, client, FaultStream(faults.to_client), &Exchange::to_client} {}
  ~Connection() {
    close(to_server.from);
    close(to_server.to);
  }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  const int number;
  Direction to_server;
  Direction to_client;
};

FaultProxy::FaultProxy(const std::string& server)
    : server_port_(atoi(server.substr(server.find(':') + 1).c_str())), wake_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  int port = 0;
  listener_ = BindLoopback(port);
  listen(listener_, SOMAXCONN);
  address_ = absl::StrCat("127.0.0.1:", port);
  thread_ = std::thread([this] { Run(); });
}

FaultProxy::~FaultProxy() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  eventfd_write(wake_, 1);
  thread_.join();
  close(wake_);
  close(listener_);
}

void FaultProxy::SetFaults(const Faults& faults) {
  const std::lock_guard lock(mutex_);
  faults_ = faults;
}

void FaultProxy::Release() {
  {
    const std::lock_guard lock(mutex_);
    released_ = accepted_;
  }
  eventfd_write(wake_, 1);
}

int FaultProxy::connections() const {
  const std::lock_guard lock(mutex_);
  return accepted_;
}

FaultProxy::Exchange FaultProxy::last_exchange() const {
  const std::lock_guard lock(mutex_);
  return last_;
}

void FaultProxy::Run() {
  while (ApplyRelease()) {
    std::vector<pollfd> waits = {{wake_, POLLIN, 0}, {listener_, POLLIN, 0}};
    for (const Connection& connection : connections_) {
      const Direction& out = connection.to_server;
      const Direction& back = connection.to_client;
      waits.push_back({out.from, Events(!out.read_all, !back.pending.empty()), 0});
      waits.push_back({out.to, Events(!back.read_all, !out.pending.empty()), 0});
    }
    // Ignores a descriptor without awaited events: poll() would report it repeatedly after the other side has closed
    // the connection.
    for (pollfd& wait : waits) wait.fd = wait.events == 0 ? -1 : wait.fd;
    poll(waits.data(), waits.size(), -1);
    eventfd_t ignored = 0;
    eventfd_read(wake_, &ignored);
    if (waits[1].revents != 0) Accept();
    connections_.remove_if([this](Connection& connection) { return !Serve(connection); });
  }
  connections_.clear();
}

bool FaultProxy::ApplyRelease() {
  const std::lock_guard lock(mutex_);
  for (Connection& connection : connections_) {
    if (connection.number > released_) break;
    for (Direction* direction : {&connection.to_server, &connection.to_client}) {
      direction->pending += direction->stream.Release();
    }
  }
  return !stopping_;
}

void FaultProxy::Accept() {
  const int client = accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
  const int server = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const sockaddr_in address = Loopback(server_port_);
  if (client < 0 || connect(server, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
    close(client);
    close(server);
    return;
  }
  SendAtOnce(client);
  SendAtOnce(server);
  for (Connection& older : connections_) older.to_server.latest = older.to_client.latest = false;
  const std::lock_guard lock(mutex_);
  ++accepted_;
  last_ = {};
  connections_.emplace_back(client, server, faults_, accepted_);
}

void FaultProxy::Read(Direction& direction, bool drop) {
  char bytes[16'384];
  ssize_t count = 0;
  while ((count = recv(direction.from, bytes, sizeof bytes, MSG_DONTWAIT)) > 0) {
    const absl::string_view piece(bytes, static_cast<size_t>(count));
    if (!drop) direction.pending += direction.stream.Pass(piece);
    const std::lock_guard lock(mutex_);
    if (direction.latest) absl::StrAppend(&(last_.*direction.seen), piece);
  }
  if (count == 0 || errno != EAGAIN) direction.read_all = true;
}

bool FaultProxy::Serve(Connection& connection) {
  Direction* const directions[] = {&connection.to_server, &connection.to_client};
  const auto cut = [&] { return directions[0]->stream.cut() || directions[1]->stream.cut(); };
  for (Direction* direction : directions) {
    // Reads and drops bytes even after the cut. Closing a socket with unread bytes resets the connection, and the reset
    // discards bytes that were already sent.
    if (!direction->read_all) Read(*direction, cut());
  }
  bool over = true;
  for (Direction* direction : directions) {
    if (!direction->Send()) return false;
    if (!direction->sent_all && direction->pending.empty() &&
        (cut() || (direction->read_all && !direction->stream.holding()))) {
      shutdown(direction->to, SHUT_WR);
      direction->sent_all = true;
    }
    over = over && direction->read_all && direction->sent_all;
  }
  return !over;
}

}  // namespace cpsizer::testing
