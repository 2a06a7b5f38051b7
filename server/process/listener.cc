#include "server/process/listener.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "absl/strings/str_cat.h"
#include "server/engine/base/text.h"

namespace cpsizer::server {
namespace {

absl::Status BindError(absl::string_view text, absl::string_view flag, int error) {
  const std::string quoted = Quoted(text);
  switch (error) {
    case EADDRINUSE:
      return absl::AlreadyExistsError(absl::StrCat(
          quoted, " is already in use; stop the program that listens there, or choose another address with ", flag));
    case EADDRNOTAVAIL:
      return absl::FailedPreconditionError(absl::StrCat(quoted, " is not an address of this machine"));
    default:
      return absl::FailedPreconditionError(absl::StrCat("cannot listen on ", quoted, ": ", strerror(error)));
  }
}

void Enable(int fd, int level, int option, int value) {
  setsockopt(fd, level, option, &value, sizeof value);
}

// Removes a socket file on which no process listens. Returns an error for any other file, and does not remove it.
absl::Status ClearPath(const ListenAddress& address, absl::string_view flag) {
  struct stat info;
  // If lstat() fails, bind() will report the error.
  if (lstat(address.unix_path.c_str(), &info) != 0) return absl::OkStatus();
  if (!S_ISSOCK(info.st_mode)) {
    return absl::AlreadyExistsError(
        absl::StrCat(Quoted(address.text), " exists and is not a socket; it is not replaced"));
  }
  const int probe = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  const SocketAddress& target = address.candidates[0];
  const int error = connect(probe, target.get(), target.length) == 0 ? 0 : errno;
  close(probe);
  // EAGAIN means that another process listens on the socket and that its backlog is full.
  if (error == 0 || error == EAGAIN) return BindError(address.text, flag, EADDRINUSE);
  if (error != ECONNREFUSED) return BindError(address.text, flag, error);
  unlink(address.unix_path.c_str());
  return absl::OkStatus();
}

// Returns the inode of the file at `path`. Returns 0 if there is no file, because no file has the inode 0.
ino_t InodeOfSocketFile(const std::string& path) {
  struct stat info;
  return !path.empty() && lstat(path.c_str(), &info) == 0 ? info.st_ino : 0;
}

// Returns the listening socket. On an error, returns -1 and sets errno.
int BindAndListen(const ListenAddress& where, const SocketAddress& address) {
  const int family = address.storage.ss_family;
  const int fd = socket(family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (fd < 0) return fd;
  if (family != AF_UNIX) {
    Enable(fd, SOL_SOCKET, SO_REUSEADDR, 1);
    // Accepted connections inherit this option. gRPC sets this option only on its own listeners.
    Enable(fd, IPPROTO_TCP, TCP_NODELAY, 1);
  }
  if (family == AF_INET6) Enable(fd, IPPROTO_IPV6, IPV6_V6ONLY, 0);
  // Between bind() and chmod() the file has the permissions of the umask. This is safe, because clients can connect
  // only after listen().
  if (bind(fd, address.get(), address.length) == 0 &&
      (where.unix_path.empty() || chmod(where.unix_path.c_str(), where.unix_mode) == 0) && listen(fd, SOMAXCONN) == 0) {
    return fd;
  }
  const int error = errno;
  close(fd);
  errno = error;
  return -1;
}

}  // namespace

absl::StatusOr<Listener> Listener::Open(const ListenAddress& address, absl::string_view flag) {
  if (!address.unix_path.empty()) {
    absl::Status status = ClearPath(address, flag);
    if (!status.ok()) return status;
  }
  int error = 0;
  for (const SocketAddress& candidate : address.candidates) {
    const int fd = BindAndListen(address, candidate);
    if (fd < 0) {
      error = errno;
      // Tries the next candidate if the machine has no IPv6. Does not try it if the port is in use.
      if (error == EADDRNOTAVAIL || error == EAFNOSUPPORT) continue;
      break;
    }
    SocketAddress bound;
    bound.length = sizeof bound.storage;
    getsockname(fd, reinterpret_cast<sockaddr*>(&bound.storage), &bound.length);
    return Listener(fd, FormatSocketAddress(bound), address.unix_path);
  }
  return BindError(address.text, flag, error);
}

Listener::Listener(int fd, std::string address, std::string unix_path)
    : fd_(fd),
      address_(std::move(address)),
      unix_path_(std::move(unix_path)),
      unix_inode_(InodeOfSocketFile(unix_path_)) {}

Listener::Listener(Listener&& other) noexcept
    : fd_(std::exchange(other.fd_, -1)),
      address_(std::move(other.address_)),
      unix_path_(std::move(other.unix_path_)),
      unix_inode_(other.unix_inode_) {}

Listener::~Listener() {
  if (fd_ < 0) return;
  // Removes the socket file only if this listener has created it. Removes it before close(), because after close()
  // another process may create a socket file at the same path.
  if (unix_inode_ != 0 && InodeOfSocketFile(unix_path_) == unix_inode_) unlink(unix_path_.c_str());
  close(fd_);
}

int Listener::Accept() const {
  while (true) {
    const int fd = accept4(fd_, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (fd >= 0) return fd;
    switch (errno) {
      case EMFILE:
      case ENFILE:
      case ENOBUFS:
      case ENOMEM:
        return kNoRoom;
      case EAGAIN:
        return kNone;
      default:
        break;  // the client has already closed this connection; the next connection may be open
    }
  }
}

}  // namespace cpsizer::server
