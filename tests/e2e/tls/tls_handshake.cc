#include "tests/e2e/tls/tls_handshake.h"

#include <openssl/bio.h>
#include <openssl/pem.h>

namespace cpsizer::e2e {
namespace {

constexpr unsigned char kProtocols[] = {2, 'h', '2'};

void UseIdentity(SSL_CTX* context, const testing::CertifiedKey& client) {
  BIO* const certificate_text = BIO_new_mem_buf(client.certificate.data(), static_cast<int>(client.certificate.size()));
  BIO* const key_text = BIO_new_mem_buf(client.key.data(), static_cast<int>(client.key.size()));
  X509* const certificate = PEM_read_bio_X509(certificate_text, nullptr, nullptr, nullptr);
  EVP_PKEY* const key = PEM_read_bio_PrivateKey(key_text, nullptr, nullptr, nullptr);
  SSL_CTX_use_certificate(context, certificate);
  SSL_CTX_use_PrivateKey(context, key);
  EVP_PKEY_free(key);
  X509_free(certificate);
  BIO_free(key_text);
  BIO_free(certificate_text);
}

// In TLS 1.3 the server verifies the certificate of the client after the last handshake message of the client. If the
// server accepts the client, its next bytes are HTTP/2 SETTINGS. Only these bytes show that the handshake succeeded.
bool ShakeHands(const std::string& address, SSL_CTX* context) {
  BIO* const connection = BIO_new_ssl_connect(context);
  BIO_set_conn_hostname(connection, address.c_str());
  char byte = 0;
  const bool works = BIO_do_handshake(connection) == 1 && BIO_read(connection, &byte, 1) == 1;
  BIO_free_all(connection);
  return works;
}

}  // namespace

SSL_CTX* NewClientContext(const testing::CertifiedKey& client) {
  SSL_CTX* const context = SSL_CTX_new(TLS_client_method());
  SSL_CTX_set_alpn_protos(context, kProtocols, sizeof kProtocols);
  UseIdentity(context, client);
  return context;
}

bool HandshakeWorks(const std::string& address, int version, const testing::CertifiedKey& client) {
  SSL_CTX* const context = NewClientContext(client);
  SSL_CTX_set_security_level(context, 0);  // required to offer old versions
  SSL_CTX_set_min_proto_version(context, version);
  SSL_CTX_set_max_proto_version(context, version);
  const bool works = ShakeHands(address, context);
  SSL_CTX_free(context);
  return works;
}

void RefuseServer(const std::string& address, const testing::CertifiedKey& client) {
  SSL_CTX* const context = NewClientContext(client);
  SSL_CTX_set_verify(context, SSL_VERIFY_PEER, nullptr);
  ShakeHands(address, context);
  SSL_CTX_free(context);
}

}  // namespace cpsizer::e2e
