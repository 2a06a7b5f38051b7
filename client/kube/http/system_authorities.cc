#include "client/kube/http/system_authorities.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <system_error>

namespace cpsizer::kube {
namespace {

// The paths that crypto/x509 of Go searches, in the same order.
constexpr const char* kPlaces[] = {
    "/etc/ssl/certs/ca-certificates.crt",                 // Debian, Ubuntu, Arch
    "/etc/pki/tls/certs/ca-bundle.crt",                   // Fedora, RHEL
    "/etc/ssl/ca-bundle.pem",                             // openSUSE
    "/etc/pki/tls/cacert.pem",                            // OpenELEC
    "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem",  // CentOS, RHEL
    "/etc/ssl/cert.pem",                                  // Alpine
};

bool IsFile(const char* path) {
  std::error_code error;
  return std::filesystem::is_regular_file(path, error);
}

}  // namespace

std::string FirstFile(absl::Span<const char* const> places) {
  const auto* const found = std::find_if(places.begin(), places.end(), IsFile);
  return found == places.end() ? std::string() : *found;
}

std::string SystemAuthorities() {
  const char* const chosen = std::getenv("SSL_CERT_FILE");
  return chosen != nullptr && *chosen != '\0' ? chosen : FirstFile(kPlaces);
}

}  // namespace cpsizer::kube
