#include "server/process/tls/tls_context.h"

#include <openssl/x509.h>

#include <vector>

#include "absl/strings/str_cat.h"
#include "server/process/tls/pem_certificates.h"

namespace cpsizer::server {
namespace {

// The only protocol that the server accepts in ALPN. The first byte is the length of the name.
constexpr unsigned char kHttp11[] = "\x08http/1.1";

int SelectHttp11(SSL* /*connection*/, const unsigned char** selected, unsigned char* selected_bytes,
                 const unsigned char* offered, unsigned int offered_bytes, void* /*unused*/) {
  unsigned char* found = nullptr;
  if (SSL_select_next_proto(&found, selected_bytes, kHttp11, sizeof kHttp11 - 1, offered, offered_bytes) !=
      OPENSSL_NPN_NEGOTIATED) {
    return SSL_TLSEXT_ERR_NOACK;
  }
  *selected = found;
  return SSL_TLSEXT_ERR_OK;
}

bool UsePair(SSL_CTX* context, const TlsIdentity& identity) {
  const std::vector<Certificate> chain = ReadCertificates(identity.certificate_chain);
  const PrivateKey key = ReadPrivateKey(identity.private_key);
  return !chain.empty() && key != nullptr && UseCertificates(chain, key.get(), context);
}

bool RequireClients(SSL_CTX* context, const std::string& authorities) {
  if (authorities.empty()) return true;
  SSL_CTX_set_verify(context, SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, nullptr);
  for (const Certificate& certificate : ReadCertificates(authorities)) {
    if (X509_STORE_add_cert(SSL_CTX_get_cert_store(context), certificate.get()) != 1) return false;
    if (SSL_CTX_add_client_CA(context, certificate.get()) != 1) return false;
  }
  return true;
}

}  // namespace

absl::StatusOr<TlsContext> MakeTlsContext(const TlsIdentity& identity, TlsVersion least) {
  TlsContext context(SSL_CTX_new(TLS_server_method()), SSL_CTX_free);
  const int version = least == TlsVersion::k12 ? TLS1_2_VERSION : TLS1_3_VERSION;
  const bool made = context != nullptr && SSL_CTX_set_min_proto_version(context.get(), version) == 1 &&
                    UsePair(context.get(), identity) && RequireClients(context.get(), identity.client_ca);
  if (!made) {
    return absl::InternalError(absl::StrCat("OpenSSL rejects the TLS files: ", OpenSslError()));
  }
  SSL_CTX_set_options(context.get(), SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION | SSL_OP_NO_TICKET);
  SSL_CTX_set_num_tickets(context.get(), 0);
  SSL_CTX_set_session_cache_mode(context.get(), SSL_SESS_CACHE_OFF);
  SSL_CTX_set_mode(context.get(),
                   SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER | SSL_MODE_RELEASE_BUFFERS);
  SSL_CTX_set_alpn_select_cb(context.get(), SelectHttp11, nullptr);
  return context;
}

}  // namespace cpsizer::server
