#include "server/rpc/security/tls_credentials.h"

#include <grpc/grpc_security.h>
#include <openssl/bio.h>
#include <openssl/conf.h>

#include <string>

#include "server/process/tls/pem_certificates.h"

namespace cpsizer::server {
namespace {

// gRPC sets the minimum version to TLS 1.2. This setting overrides MinProtocol, but not the option in this text.
constexpr char kTls13Alone[] = R"(
openssl_conf = main
[main]
ssl_conf = tls
[tls]
system_default = policy
[policy]
Protocol = -TLSv1.2
)";

class TlsCredentials final : public grpc::ServerCredentials {
 public:
  explicit TlsCredentials(const TlsReloader& reloader) : reloader_(reloader) {
    const auto request = reloader.identity()->client_ca.empty()
                             ? GRPC_SSL_DONT_REQUEST_CLIENT_CERTIFICATE
                             : GRPC_SSL_REQUEST_AND_REQUIRE_CLIENT_CERTIFICATE_AND_VERIFY;
    credentials_ = grpc_ssl_server_credentials_create_with_options(
        grpc_ssl_server_credentials_create_options_using_config_fetcher(request, &Fetch, this));
  }
  ~TlsCredentials() override { grpc_server_credentials_release(credentials_); }

  void SetAuthMetadataProcessor(const std::shared_ptr<grpc::AuthMetadataProcessor>& /*processor*/) override {}

 private:
  int AddPortToServer(const std::string& address, grpc_server* server) override {
    return grpc_server_add_http2_port(server, address.c_str(), credentials_);
  }

  // gRPC calls this function for each new connection, one connection at a time and with a lock. For this reason it must
  // be fast.
  static grpc_ssl_certificate_config_reload_status Fetch(void* self, grpc_ssl_server_certificate_config** config) {
    return static_cast<TlsCredentials*>(self)->Deliver(config);
  }

  grpc_ssl_certificate_config_reload_status Deliver(grpc_ssl_server_certificate_config** config) {
    std::shared_ptr<const TlsIdentity> identity = reloader_.identity();
    if (identity == delivered_) return GRPC_SSL_CERTIFICATE_CONFIG_RELOAD_UNCHANGED;
    const grpc_ssl_pem_key_cert_pair pair = {identity->private_key.c_str(), identity->certificate_chain.c_str()};
    // gRPC requires an authority for clients, even if clients do not have to present a certificate.
    const std::string& client_ca = identity->client_ca.empty() ? identity->certificate_chain : identity->client_ca;
    *config = grpc_ssl_server_certificate_config_create(client_ca.c_str(), &pair, 1);
    delivered_ = std::move(identity);
    return GRPC_SSL_CERTIFICATE_CONFIG_RELOAD_NEW;
  }

  const TlsReloader& reloader_;
  std::shared_ptr<const TlsIdentity> delivered_;
  grpc_server_credentials* credentials_ = nullptr;
};

struct FreeConfiguration {
  void operator()(CONF* configuration) const { NCONF_free(configuration); }
};

}  // namespace

std::shared_ptr<grpc::ServerCredentials> MakeTlsCredentials(const TlsReloader& reloader) {
  return std::make_shared<TlsCredentials>(reloader);
}

absl::Status RequireTls13() {
  const std::unique_ptr<CONF, FreeConfiguration> configuration(NCONF_new(nullptr));
  BIO* const text = BIO_new_mem_buf(kTls13Alone, -1);
  const bool done = configuration != nullptr && NCONF_load_bio(configuration.get(), text, nullptr) == 1 &&
                    CONF_modules_load(configuration.get(), nullptr, 0) == 1;
  BIO_free(text);
  return done ? absl::OkStatus() : absl::InternalError("OpenSSL rejects the minimum TLS version");
}

}  // namespace cpsizer::server
