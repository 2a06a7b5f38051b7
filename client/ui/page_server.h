#ifndef CPSIZER_CLIENT_UI_PAGE_SERVER_H_
#define CPSIZER_CLIENT_UI_PAGE_SERVER_H_

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "client/ui/page_api.h"
#include "server/process/tls/tls_identity.h"

namespace cpsizer::ui {

struct PageServerOptions {
  std::string listen = "127.0.0.1:0";
  // More values that the header Host may have: `name` with any port or none, or `name:port`.
  std::vector<std::string> host_names;
  server::TlsFiles tls;
  // The clients that may connect, as in --allowed-clients of cpsizer-server. Needs `tls` with client_ca.
  std::string allowed_clients;
};

// The HTTP server of the page: the files of the page, its session, the requests of a PageApi, and server-sent events.
//
// Each request needs a permitted Host and Origin, and each request of the API needs the cookie that the page gets for
// the token of url(). The process must ignore SIGPIPE (server/process/stop_signals.h).
class PageServer {
 public:
  // The time that pending responses have after Stop().
  static constexpr std::chrono::nanoseconds kGrace = std::chrono::seconds(2);

  // Listens, but does not serve before Run(). `api` must outlive the server.
  // Errors, each with one sentence that has the name of the flag (--listen, --allowed-host, --allowed-clients,
  // --tls-cert-file, --tls-private-key-file, --client-ca-file): InvalidArgument if the options are malformed, or if
  // other machines can reach the address and TLS or allowed clients are not set; the errors of Listener::Open() and
  // TlsReloader::Load().
  static absl::StatusOr<std::unique_ptr<PageServer>> Make(const PageServerOptions& options, PageApi& api);
  // Waits until the running calls of the PageApi have returned.
  ~PageServer();
  PageServer(const PageServer&) = delete;
  PageServer& operator=(const PageServer&) = delete;

  // Returns the URL with the token in its fragment, such as `http://127.0.0.1:40123/#token=...`. If the server listens
  // on all addresses, the URL has the first of `host_names`, or else `localhost`.
  const std::string& url() const;

  // Sends a server-sent event to all pages that are connected to `/api/events`. For a slow page, replaces an unsent
  // event of the same name. A page that connects later does not get the event, so it must read the data after it has
  // connected. `event` must not contain a line end. Thread-safe.
  void Publish(absl::string_view event, absl::string_view data);

  // Serves until Stop() is called. Must be called at most once.
  void Run();
  // Makes Run() return after pending responses were sent, and at the latest after kGrace. Thread-safe. May be called
  // before Run().
  void Stop();

 private:
  class Parts;

  explicit PageServer(std::unique_ptr<Parts> parts);

  const std::unique_ptr<Parts> parts_;
};

}  // namespace cpsizer::ui

#endif  // CPSIZER_CLIENT_UI_PAGE_SERVER_H_
