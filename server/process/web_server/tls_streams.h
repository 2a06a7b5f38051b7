#ifndef CPSIZER_SERVER_PROCESS_WEB_SERVER_TLS_STREAMS_H_
#define CPSIZER_SERVER_PROCESS_WEB_SERVER_TLS_STREAMS_H_

#include <atomic>
#include <cstdint>
#include <memory>

#include "absl/status/statusor.h"
#include "server/process/tls/tls_context.h"
#include "server/process/tls/tls_reloader.h"
#include "server/process/web_server/web_server.h"

namespace cpsizer::server {

// Makes the streams of a WebServer with TLS. A new stream uses the current identity of a TlsReloader. An open stream
// keeps its identity.
class TlsStreams {
 public:
  // `reloader` must outlive this object. Errors: the errors of MakeTlsContext().
  static absl::StatusOr<std::unique_ptr<TlsStreams>> Make(const TlsReloader& reloader, TlsVersion least);

  // Returns the function for one WebServer. This object must outlive the server.
  WebServer::MakeStream MakeStream();

  // Returns the number of handshakes that OpenSSL has refused. Connections that end before the handshake are not
  // counted, because probes open such connections. Thread-safe.
  int64_t failed_handshakes() const { return failed_handshakes_.load(std::memory_order_relaxed); }

 private:
  TlsStreams(const TlsReloader& reloader, TlsVersion least) : reloader_(reloader), least_(least) {}

  std::unique_ptr<WebStream> Open(boost::asio::io_context& io, int fd);
  // Makes new streams use the current identity of the reloader.
  absl::Status RefreshContext();

  const TlsReloader& reloader_;
  const TlsVersion least_;
  std::shared_ptr<const TlsIdentity> identity_;  // the identity that context_ was made from
  TlsContext context_;
  std::atomic<int64_t> failed_handshakes_{0};
};

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_WEB_SERVER_TLS_STREAMS_H_
