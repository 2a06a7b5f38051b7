#include "tests/testing/tls/certificates.h"

#include <openssl/bio.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/rsa.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace cpsizer::testing {
namespace {

constexpr long kVersion3 = 2;

using Key = std::unique_ptr<EVP_PKEY, void (*)(EVP_PKEY*)>;
using Certificate = std::unique_ptr<X509, void (*)(X509*)>;
using Bio = std::unique_ptr<BIO, int (*)(BIO*)>;

void Require(bool worked, const char* what) {
  if (worked) return;
  fprintf(stderr, "OpenSSL: %s failed\n", what);
  abort();
}

Key NewEcKey() {
  Key key(EVP_EC_gen("P-256"), EVP_PKEY_free);
  Require(key != nullptr, "EVP_EC_gen");
  return key;
}

Key NewKey(int rsa_bits) {
  if (rsa_bits == 0) return NewEcKey();
  Key key(EVP_RSA_gen(static_cast<unsigned int>(rsa_bits)), EVP_PKEY_free);
  Require(key != nullptr, "EVP_RSA_gen");
  return key;
}

template <typename Write>
std::string Pem(Write write) {
  const Bio bio(BIO_new(BIO_s_mem()), BIO_free);
  Require(bio != nullptr && write(bio.get()) == 1, "writing PEM");
  char* bytes = nullptr;
  const long size = BIO_get_mem_data(bio.get(), &bytes);
  return std::string(bytes, static_cast<size_t>(size));
}

std::string PemOf(EVP_PKEY* key) {
  return Pem([&](BIO* bio) { return PEM_write_bio_PrivateKey(bio, key, nullptr, nullptr, 0, nullptr, nullptr); });
}

std::string PemOf(X509* certificate) {
  return Pem([&](BIO* bio) { return PEM_write_bio_X509(bio, certificate); });
}

void AddName(X509* certificate, const char* field, const std::string& value) {
  Require(X509_NAME_add_entry_by_txt(X509_get_subject_name(certificate), field, MBSTRING_UTF8,
                                     reinterpret_cast<const unsigned char*>(value.data()),
                                     static_cast<int>(value.size()), -1, 0) == 1,
          "X509_NAME_add_entry_by_txt");
}

// Returns an unsigned certificate with the key `key` for `user`.
Certificate Draft(EVP_PKEY* key, const std::string& user, const std::vector<std::string>& groups,
                  const Validity& validity = {}) {
  Certificate certificate(X509_new(), X509_free);
  Require(certificate != nullptr, "X509_new");
  uint64_t serial = 0;
  RAND_bytes(reinterpret_cast<unsigned char*>(&serial), sizeof serial);
  Require(
      X509_set_version(certificate.get(), kVersion3) == 1 &&
          ASN1_INTEGER_set_uint64(X509_get_serialNumber(certificate.get()), serial >> 1) == 1 &&
          X509_gmtime_adj(X509_getm_notBefore(certificate.get()), absl::ToInt64Seconds(validity.begins)) != nullptr &&
          X509_gmtime_adj(X509_getm_notAfter(certificate.get()), absl::ToInt64Seconds(validity.ends)) != nullptr &&
          X509_set_pubkey(certificate.get(), key) == 1,
      "filling in a certificate");
  for (const std::string& group : groups) AddName(certificate.get(), "O", group);
  AddName(certificate.get(), "CN", user);
  return certificate;
}

void Extend(X509* certificate, int name, const char* value) {
  const std::unique_ptr<X509_EXTENSION, void (*)(X509_EXTENSION*)> extension(
      X509V3_EXT_conf_nid(nullptr, nullptr, name, value), X509_EXTENSION_free);
  Require(extension != nullptr && X509_add_ext(certificate, extension.get(), -1) == 1, value);
}

void Sign(X509* certificate, X509* issuer, EVP_PKEY* key) {
  Require(X509_set_issuer_name(certificate, X509_get_subject_name(issuer)) == 1 &&
              X509_sign(certificate, key, EVP_sha256()) > 0,
          "X509_sign");
}

}  // namespace

CertificateAuthority::CertificateAuthority(const std::string& common_name, const Validity& validity)
    : key_(NewEcKey()), certificate_(Draft(key_.get(), common_name, {}, validity)) {
  Extend(certificate_.get(), NID_basic_constraints, "critical,CA:TRUE");
  Extend(certificate_.get(), NID_key_usage, "critical,keyCertSign,digitalSignature");
  Sign(certificate_.get(), certificate_.get(), key_.get());
  pem_ = PemOf(certificate_.get());
}

CertificateAuthority::~CertificateAuthority() = default;

CertifiedKey CertificateAuthority::Issue(const CertificateContent& content) const {
  const Key key = NewKey(content.rsa_bits);
  const Certificate certificate = Draft(key.get(), content.common_name, {}, content.validity);
  if (!content.names.empty()) Extend(certificate.get(), NID_subject_alt_name, content.names.c_str());
  Extend(certificate.get(), NID_ext_key_usage, content.usage.c_str());
  Sign(certificate.get(), certificate_.get(), key_.get());
  return {PemOf(certificate.get()), PemOf(key.get())};
}

CertifiedKey CertificateAuthority::IssueServer() const {
  return Issue({.common_name = "localhost", .names = "DNS:localhost,IP:127.0.0.1", .usage = "serverAuth"});
}

CertifiedKey CertificateAuthority::IssueClient(const std::string& user, const std::vector<std::string>& groups) const {
  const Key key = NewEcKey();
  const Certificate certificate = Draft(key.get(), user, groups);
  Extend(certificate.get(), NID_ext_key_usage, "clientAuth");
  Sign(certificate.get(), certificate_.get(), key_.get());
  return {PemOf(certificate.get()), PemOf(key.get())};
}

std::string NewRsaKey() {
  constexpr unsigned int kBits = 2'048;
  const Key key(EVP_RSA_gen(kBits), EVP_PKEY_free);
  Require(key != nullptr, "EVP_RSA_gen");
  return PemOf(key.get());
}

}  // namespace cpsizer::testing
