#include "server/process/web_server/tls_streams.h"

#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/asio/write.hpp>
#include <utility>

#include "server/process/logging.h"
#include "server/process/tls/certificate_names.h"
#include "server/process/tls/handshake_log.h"
#include "server/process/tls/pem_certificates.h"
#include "server/process/web_server/web_socket.h"
#include "server/process/web_server/web_stream.h"

namespace cpsizer::server {
namespace {

namespace asio = boost::asio;
using boost::system::error_code;

// The SSL context of Asio owns a reference of `context`.
asio::ssl::context ShareContext(const TlsContext& context) {
  SSL_CTX_up_ref(context.get());
  return asio::ssl::context(context.get());
}

class TlsWebStream : public WebStream {
 public:
  TlsWebStream(asio::io_context& io, int fd, const TlsContext& context, std::atomic<int64_t>& failures)
      : context_(ShareContext(context)), stream_(OwnSocket(io, fd), context_), failures_(failures) {}

  void Handshake(Done done) override {
    stream_.async_handshake(asio::ssl::stream_base::server, [this, done = std::move(done)](const error_code& error) {
      if (error.category() == asio::error::get_ssl_category()) {
        failures_.fetch_add(1, std::memory_order_relaxed);
        LogFailedHandshake(static_cast<unsigned long>(error.value()), SSL_get_verify_result(stream_.native_handle()));
      }
      done(error, 0);
    });
  }
  void Read(asio::mutable_buffer buffer, Done done) override { stream_.async_read_some(buffer, std::move(done)); }
  void Write(asio::const_buffer buffer, Done done) override { asio::async_write(stream_, buffer, std::move(done)); }
  void EndWriting(Done done) override {
    stream_.async_shutdown([this, done = std::move(done)](const error_code& error) {
      error_code ignored;
      stream_.next_layer().shutdown(WebSocket::shutdown_send, ignored);
      done(error, 0);
    });
  }
  void Drop(asio::mutable_buffer buffer, Done done) override {
    stream_.next_layer().async_read_some(buffer, std::move(done));
  }
  void Close() override { CloseSocket(stream_.next_layer()); }
  bool HasBytes() override { return HasArrivedBytes(stream_.next_layer()); }
  std::shared_ptr<const CertificateNames> client() override {
    const Certificate certificate(SSL_get1_peer_certificate(stream_.native_handle()));
    return certificate == nullptr ? nullptr : std::make_shared<const CertificateNames>(*certificate);
  }

 private:
  asio::ssl::context context_;
  asio::ssl::stream<WebSocket> stream_;
  std::atomic<int64_t>& failures_;
};

}  // namespace

absl::StatusOr<std::unique_ptr<TlsStreams>> TlsStreams::Make(const TlsReloader& reloader, TlsVersion least) {
  std::unique_ptr<TlsStreams> streams(new TlsStreams(reloader, least));
  if (absl::Status status = streams->RefreshContext(); !status.ok()) return status;
  return streams;
}

WebServer::MakeStream TlsStreams::MakeStream() {
  return [this](asio::io_context& io, int fd) { return Open(io, fd); };
}

std::unique_ptr<WebStream> TlsStreams::Open(asio::io_context& io, int fd) {
  if (absl::Status status = RefreshContext(); !status.ok()) {
    Log(LogLevel::kError, "failed to use the reloaded TLS files; keeping the previous ones",
        {{"error", status.message()}});
  }
  return std::make_unique<TlsWebStream>(io, fd, context_, failed_handshakes_);
}

absl::Status TlsStreams::RefreshContext() {
  std::shared_ptr<const TlsIdentity> identity = reloader_.identity();
  if (identity == identity_) return absl::OkStatus();
  absl::StatusOr<TlsContext> context = MakeTlsContext(*identity, least_);
  // Set even if there is an error, so that the same identity is not tried again for each connection.
  identity_ = std::move(identity);
  if (!context.ok()) return context.status();
  context_ = *std::move(context);
  return absl::OkStatus();
}

}  // namespace cpsizer::server
