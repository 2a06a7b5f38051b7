#include "server/process/listen_address.h"

#include <arpa/inet.h>
#include <netdb.h>
#include <netinet/in.h>
#include <sys/un.h>

#include <algorithm>
#include <cstring>
#include <memory>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "server/engine/base/text.h"

namespace cpsizer::server {
namespace {

absl::Status NotAnAddress(absl::string_view text, absl::string_view why, ListenForms forms) {
  return absl::InvalidArgumentError(
      absl::StrCat(Quoted(text), " ", why, "; give host:port",
                   forms == ListenForms::kTcp ? " or [address]:port" : ", [address]:port or unix:/path"));
}

// Removes `unix:` from `text` if `forms` have it. Returns whether it did.
bool ConsumeUnix(absl::string_view& text, ListenForms forms) {
  return forms == ListenForms::kTcpAndUnix && absl::ConsumePrefix(&text, "unix:");
}

absl::StatusOr<ListenAddress> ResolveUnix(absl::string_view text, absl::string_view path) {
  SocketAddress address;
  auto* const un = reinterpret_cast<sockaddr_un*>(&address.storage);
  if (path.empty() || path[0] != '/' || path.find('\0') != absl::string_view::npos) {
    return NotAnAddress(text, "has no absolute path", ListenForms::kTcpAndUnix);
  }
  if (path.size() >= sizeof un->sun_path) {
    return NotAnAddress(text, absl::StrCat("has a path of more than ", sizeof un->sun_path - 1, " bytes"),
                        ListenForms::kTcpAndUnix);
  }
  un->sun_family = AF_UNIX;
  memcpy(un->sun_path, path.data(), path.size());
  address.length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + path.size() + 1);
  return ListenAddress{std::string(text), std::string(path), {address}};
}

// Splits `host:port`. Removes the brackets from an IPv6 address.
bool SplitHostPort(absl::string_view text, std::string& host, std::string& port) {
  const size_t colon = text.rfind(':');
  if (colon == absl::string_view::npos) return false;
  absl::string_view name = text.substr(0, colon);
  port = std::string(text.substr(colon + 1));
  const bool bracketed = absl::ConsumePrefix(&name, "[");
  if (absl::ConsumeSuffix(&name, "]") != bracketed) return false;
  host = std::string(name);
  if (!bracketed && name.find_first_of("[]:") != absl::string_view::npos) return false;
  uint32_t number = 0;
  return std::all_of(port.begin(), port.end(), absl::ascii_isdigit) && absl::SimpleAtoi(port, &number) &&
         number <= 65535 && !(bracketed && name.empty());
}

bool IsLoopback(const in_addr& ip) {
  return ntohl(ip.s_addr) >> 24 == 127;
}

bool IsLoopback(const in6_addr& ip) {
  return IN6_IS_ADDR_LOOPBACK(&ip) || (IN6_IS_ADDR_V4MAPPED(&ip) && ip.s6_addr[12] == 127);
}

bool IsLoopbackSocket(const SocketAddress& address) {
  switch (address.storage.ss_family) {
    case AF_UNIX:
      return true;
    case AF_INET:
      return IsLoopback(reinterpret_cast<const sockaddr_in&>(address.storage).sin_addr);
    case AF_INET6:
      return IsLoopback(reinterpret_cast<const sockaddr_in6&>(address.storage).sin6_addr);
    default:
      return false;
  }
}

}  // namespace

bool ListenAddress::IsLocal() const {
  return std::all_of(candidates.begin(), candidates.end(), IsLoopbackSocket);
}

absl::Status CheckListenAddress(absl::string_view text, ListenForms forms) {
  absl::string_view path = text;
  if (ConsumeUnix(path, forms)) return ResolveUnix(text, path).status();
  std::string host, port;
  return SplitHostPort(text, host, port) ? absl::OkStatus()
                                         : NotAnAddress(text, "is not an address to listen on", forms);
}

absl::StatusOr<ListenAddress> ResolveListenAddress(absl::string_view text, ListenForms forms) {
  if (absl::Status status = CheckListenAddress(text, forms); !status.ok()) return status;
  absl::string_view path = text;
  if (ConsumeUnix(path, forms)) return ResolveUnix(text, path);
  std::string host, port;
  SplitHostPort(text, host, port);

  addrinfo hints = {};
  hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV;
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  const int failure = getaddrinfo(host.empty() ? nullptr : host.c_str(), port.c_str(), &hints, &found);
  const std::unique_ptr<addrinfo, decltype(&freeaddrinfo)> owner(found, freeaddrinfo);
  if (failure != 0) return NotAnAddress(text, absl::StrCat("cannot be resolved (", gai_strerror(failure), ")"), forms);

  ListenAddress address{std::string(text), "", {}};
  for (const addrinfo* info = found; info != nullptr; info = info->ai_next) {
    SocketAddress candidate;
    memcpy(&candidate.storage, info->ai_addr, info->ai_addrlen);
    candidate.length = info->ai_addrlen;
    address.candidates.push_back(candidate);
  }
  if (host.empty()) {
    // Puts IPv6 addresses first, because the IPv6 wildcard address also accepts IPv4 connections.
    std::stable_partition(address.candidates.begin(), address.candidates.end(),
                          [](const SocketAddress& candidate) { return candidate.storage.ss_family == AF_INET6; });
  }
  return address;
}

bool NamesLoopback(absl::string_view text) {
  std::string host, port;
  if (!SplitHostPort(text, host, port)) return false;
  in_addr v4;
  in6_addr v6;
  return host == "localhost" || (inet_pton(AF_INET, host.c_str(), &v4) == 1 && IsLoopback(v4)) ||
         (inet_pton(AF_INET6, host.c_str(), &v6) == 1 && IsLoopback(v6));
}

std::string FormatSocketAddress(const SocketAddress& address) {
  if (address.storage.ss_family == AF_UNIX) {
    return absl::StrCat("unix:", reinterpret_cast<const sockaddr_un&>(address.storage).sun_path);
  }
  char host[NI_MAXHOST] = "";
  char port[NI_MAXSERV] = "";
  getnameinfo(address.get(), address.length, host, sizeof host, port, sizeof port, NI_NUMERICHOST | NI_NUMERICSERV);
  return address.storage.ss_family == AF_INET6 ? absl::StrCat("[", host, "]:", port) : absl::StrCat(host, ":", port);
}

}  // namespace cpsizer::server
