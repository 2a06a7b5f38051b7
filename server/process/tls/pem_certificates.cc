#include "server/process/tls/pem_certificates.h"

#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/pem.h>

#include <ctime>
#include <utility>

namespace cpsizer::server {
namespace {

struct FreeBio {
  void operator()(BIO* bio) const { BIO_free(bio); }
};
using Bio = std::unique_ptr<BIO, FreeBio>;

// Returns false for a text with a zero byte, because OpenSSL and gRPC ignore everything after a zero byte.
bool IsText(absl::string_view pem) {
  return pem.find('\0') == absl::string_view::npos;
}

Bio BioOf(absl::string_view text) {
  return Bio(BIO_new_mem_buf(text.data(), static_cast<int>(text.size())));
}

absl::Time TimeOf(const ASN1_TIME* time) {
  std::tm fields = {};
  if (ASN1_TIME_to_tm(time, &fields) != 1) return absl::InfinitePast();
  return absl::FromTM(fields, absl::UTCTimeZone());
}

}  // namespace

std::vector<Certificate> ReadCertificates(absl::string_view pem) {
  std::vector<Certificate> certificates;
  if (!IsText(pem)) return certificates;
  const Bio bio = BioOf(pem);
  ERR_clear_error();
  while (Certificate next{PEM_read_bio_X509(bio.get(), nullptr, nullptr, nullptr)}) {
    certificates.push_back(std::move(next));
  }
  const bool to_the_end = ERR_GET_REASON(ERR_peek_last_error()) == PEM_R_NO_START_LINE;
  ERR_clear_error();
  if (!to_the_end) certificates.clear();
  return certificates;
}

PrivateKey ReadPrivateKey(absl::string_view pem) {
  if (!IsText(pem)) return nullptr;
  // Without this callback, OpenSSL asks for a passphrase on the terminal.
  const auto no_passphrase = [](char*, int, int, void*) { return -1; };
  PrivateKey key(PEM_read_bio_PrivateKey(BioOf(pem).get(), nullptr, no_passphrase, nullptr));
  ERR_clear_error();
  return key;
}

bool UseCertificates(const std::vector<Certificate>& chain, EVP_PKEY* key, SSL_CTX* context) {
  bool usable = SSL_CTX_use_certificate(context, chain[0].get()) == 1 && SSL_CTX_use_PrivateKey(context, key) == 1;
  for (size_t i = 1; usable && i < chain.size(); ++i) usable = SSL_CTX_add1_chain_cert(context, chain[i].get()) == 1;
  return usable;
}

std::string OpenSslError() {
  const char* const reason = ERR_reason_error_string(ERR_peek_last_error());
  ERR_clear_error();
  return reason == nullptr ? "no reason given" : reason;
}

absl::Time NotBefore(const X509& certificate) {
  return TimeOf(X509_get0_notBefore(&certificate));
}

absl::Time NotAfter(const X509& certificate) {
  return TimeOf(X509_get0_notAfter(&certificate));
}

std::string SubjectOf(const X509& certificate) {
  const Bio bio(BIO_new(BIO_s_mem()));
  X509_NAME_print_ex(bio.get(), X509_get_subject_name(&certificate), /*indent=*/0, XN_FLAG_RFC2253);
  char* text = nullptr;
  const long size = BIO_get_mem_data(bio.get(), &text);
  return size > 0 ? std::string(text, static_cast<size_t>(size)) : "without a subject";
}

}  // namespace cpsizer::server
