#include "tests/testing/tls/tls_client.h"

#include <openssl/bio.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <sys/socket.h>
#include <sys/time.h>

#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "tests/testing/tls/tls_server.h"

namespace cpsizer::testing {
namespace {

constexpr char kServerName[] = "localhost";

std::unique_ptr<BIO, int (*)(BIO*)> ReaderOf(const std::string& pem) {
  return {BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size())), BIO_free};
}

std::unique_ptr<X509, void (*)(X509*)> CertificateOf(const std::string& pem) {
  return {PEM_read_bio_X509(ReaderOf(pem).get(), nullptr, nullptr, nullptr), X509_free};
}

SSL_CTX* NewTlsClientContext(const std::string& authority, const CertifiedKey& identity) {
  SSL_CTX* const context = SSL_CTX_new(TLS_client_method());
  X509_STORE_add_cert(SSL_CTX_get_cert_store(context), CertificateOf(authority).get());
  SSL_CTX_set_verify(context, SSL_VERIFY_PEER, nullptr);
  if (identity.certificate.empty()) return context;
  const std::unique_ptr<EVP_PKEY, void (*)(EVP_PKEY*)> key(
      PEM_read_bio_PrivateKey(ReaderOf(identity.key).get(), nullptr, nullptr, nullptr), EVP_PKEY_free);
  SSL_CTX_use_certificate(context, CertificateOf(identity.certificate).get());
  SSL_CTX_use_PrivateKey(context, key.get());
  return context;
}

}  // namespace

TlsClient::TlsClient(absl::string_view address, const std::string& authority, const CertifiedKey& identity)
    : socket_(address),
      context_(NewTlsClientContext(authority, identity), SSL_CTX_free),
      tls_(SSL_new(context_.get()), SSL_free) {
  BlockBrokenPipe();
  const timeval timeout = {60, 0};
  setsockopt(socket_.fd(), SOL_SOCKET, SO_RCVTIMEO, &timeout, sizeof timeout);
  SSL_set_fd(tls_.get(), socket_.fd());
  SSL_set_tlsext_host_name(tls_.get(), kServerName);
  SSL_set1_host(tls_.get(), kServerName);
  connected_ = socket_.connected() && SSL_connect(tls_.get()) == 1;
}

TlsClient::~TlsClient() {
  if (connected_) SSL_shutdown(tls_.get());
}

std::string TlsClient::certificate() const {
  const std::unique_ptr<BIO, int (*)(BIO*)> out(BIO_new(BIO_s_mem()), BIO_free);
  const std::unique_ptr<X509, void (*)(X509*)> peer(SSL_get1_peer_certificate(tls_.get()), X509_free);
  PEM_write_bio_X509(out.get(), peer.get());
  char* text = nullptr;
  const long size = BIO_get_mem_data(out.get(), &text);
  return std::string(text, static_cast<size_t>(size));
}

bool TlsClient::Send(absl::string_view bytes) {
  return SSL_write(tls_.get(), bytes.data(), static_cast<int>(bytes.size())) == static_cast<int>(bytes.size());
}

bool TlsClient::Fill() {
  char bytes[16'384];
  const int count = SSL_read(tls_.get(), bytes, sizeof bytes);
  if (count <= 0) return false;
  buffer_.append(bytes, static_cast<size_t>(count));
  return true;
}

TlsClient::Reply TlsClient::Read() {
  Reply reply;
  size_t end = std::string::npos;
  while ((end = buffer_.find("\r\n\r\n")) == std::string::npos) {
    if (!Fill()) return reply;
  }
  const std::vector<std::string> lines = absl::StrSplit(buffer_.substr(0, end), "\r\n");
  buffer_.erase(0, end + 4);
  for (size_t i = 1; i < lines.size(); ++i) {
    const std::pair<std::string, std::string> pair = absl::StrSplit(lines[i], absl::MaxSplits(": ", 1));
    reply.headers[absl::AsciiStrToLower(pair.first)] = pair.second;
  }
  int code = 0;
  if (!absl::SimpleAtoi(lines[0].substr(lines[0].find(' ') + 1, 3), &code)) return reply;
  size_t length = 0;
  if (code != 100 && !absl::SimpleAtoi(reply.headers["content-length"], &length)) return reply;
  while (buffer_.size() < length) {
    if (!Fill()) return reply;
  }
  reply.body = buffer_.substr(0, length);
  buffer_.erase(0, length);
  reply.code = code;
  return reply;
}

TlsClient::Reply TlsClient::Post(absl::string_view target, absl::string_view body,
                                 const std::vector<std::string>& headers) {
  std::string text = absl::StrCat("POST ", target, " HTTP/1.1\r\nHost: localhost\r\n");
  for (const std::string& header : headers) absl::StrAppend(&text, header, "\r\n");
  absl::StrAppend(&text, "Content-Length: ", body.size(), "\r\n\r\n", body);
  Send(text);
  return Read();
}

std::string TlsClient::ReadAll() {
  while (Fill()) {
  }
  return std::exchange(buffer_, {});
}

}  // namespace cpsizer::testing
