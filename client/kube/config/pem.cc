#include "client/kube/config/pem.h"

#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509.h>

#include <memory>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "client/kube/limits.h"
#include "client/kube/quoted.h"
#include "client/kube/read_file.h"

namespace cpsizer::kube {
namespace {

template <typename T, void (*function)(T*)>
struct FreeWith {
  void operator()(T* object) const { function(object); }
};
using Certificate = std::unique_ptr<X509, FreeWith<X509, X509_free>>;
using Key = std::unique_ptr<EVP_PKEY, FreeWith<EVP_PKEY, EVP_PKEY_free>>;

struct FreeBio {
  void operator()(BIO* bio) const { BIO_free(bio); }
};
using Bio = std::unique_ptr<BIO, FreeBio>;

Bio BioOf(absl::string_view text) {
  return Bio(BIO_new_mem_buf(text.data(), static_cast<int>(text.size())));
}

// Returns the next certificate of `bio`, or null at the end of `bio` and if the certificate is malformed.
Certificate NextCertificate(BIO* bio) {
  return Certificate(PEM_read_bio_X509(bio, nullptr, nullptr, nullptr));
}

Key ReadKey(absl::string_view text) {
  // Without this callback, OpenSSL asks for a passphrase on the terminal.
  const auto no_passphrase = [](char*, int, int, void*) { return -1; };
  Key key(PEM_read_bio_PrivateKey(BioOf(text).get(), nullptr, no_passphrase, nullptr));
  ERR_clear_error();
  return key;
}

bool HoldsCertificates(absl::string_view text) {
  const Bio bio = BioOf(text);
  bool any = false;
  while (NextCertificate(bio.get()) != nullptr) any = true;
  const bool to_the_end = ERR_GET_REASON(ERR_peek_last_error()) == PEM_R_NO_START_LINE;
  ERR_clear_error();
  return any && to_the_end;
}

absl::string_view NameOf(PemKind kind) {
  return kind == PemKind::kCertificate ? "valid certificate in PEM" : "valid private key in PEM without a passphrase";
}

// Returns the name of the kubeconfig field that contains `pem`. If `pem` is a file, also returns the path.
std::string NameOf(const Pem& pem, absl::string_view field) {
  return pem.file.empty() ? absl::StrCat(field, "-data") : absl::StrCat(field, " ", Quoted(pem.file));
}

}  // namespace

bool HoldsPem(absl::string_view text, PemKind kind) {
  return kind == PemKind::kCertificate ? HoldsCertificates(text) : ReadKey(text) != nullptr;
}

bool IsKeyOf(absl::string_view key, absl::string_view certificate) {
  const Key private_key = ReadKey(key);
  const Certificate first = NextCertificate(BioOf(certificate).get());
  const bool is =
      private_key != nullptr && first != nullptr && X509_check_private_key(first.get(), private_key.get()) == 1;
  ERR_clear_error();
  return is;
}

absl::StatusOr<std::string> ReadPem(const Pem& pem, PemKind kind) {
  if (pem.file.empty()) return pem.data;
  absl::StatusOr<std::string> text = ReadFile(pem.file, kMaxPemFileBytes);
  if (!text.ok() || HoldsPem(*text, kind)) return text;
  return absl::InvalidArgumentError(
      absl::StrCat(Quoted(pem.file), " contains no ", NameOf(kind), "; correct the file, or set another one"));
}

absl::StatusOr<PemPair> ReadPair(const Pem& certificate, const Pem& key) {
  absl::StatusOr<std::string> certificate_text = ReadPem(certificate, PemKind::kCertificate);
  if (!certificate_text.ok()) return certificate_text.status();
  absl::StatusOr<std::string> key_text = ReadPem(key, PemKind::kPrivateKey);
  if (!key_text.ok()) return key_text.status();
  if (!certificate.empty() && !IsKeyOf(*key_text, *certificate_text)) {
    return absl::InvalidArgumentError(absl::StrCat(NameOf(key, "client-key"), " is not the key of ",
                                                   NameOf(certificate, "client-certificate"),
                                                   "; specify a matching certificate and key"));
  }
  return PemPair{*std::move(certificate_text), *std::move(key_text)};
}

absl::StatusOr<Pem> ChoosePem(absl::string_view where, absl::string_view field, const std::string& file,
                              absl::string_view data, PemKind kind) {
  const std::string path = absl::StrCat(where, ".", field);
  if (!data.empty() && !file.empty()) {
    return absl::InvalidArgumentError(absl::StrCat(path, " and ", field, "-data are both set; keep one"));
  }
  if (!data.empty()) {
    Pem pem;
    if (!absl::Base64Unescape(data, &pem.data)) {
      return absl::InvalidArgumentError(absl::StrCat(path, "-data is not base64; encode the PEM text with base64"));
    }
    if (HoldsPem(pem.data, kind)) return pem;
    return absl::InvalidArgumentError(
        absl::StrCat(path, "-data contains no ", NameOf(kind), "; encode the PEM text with base64, once"));
  }
  if (file.empty()) return Pem();
  const absl::StatusOr<std::string> text = ReadPem({"", file}, kind);
  if (text.ok()) return Pem{"", file};
  return absl::Status(text.status().code(), absl::StrCat(path, ": ", text.status().message()));
}

}  // namespace cpsizer::kube
