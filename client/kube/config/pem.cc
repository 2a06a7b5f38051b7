#include "client/kube/config/pem.h"

#include <openssl/err.h>
#include <openssl/x509.h>

#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "client/kube/limits.h"
#include "client/kube/quoted.h"
#include "client/kube/read_file.h"
#include "server/process/tls/pem_certificates.h"

namespace cpsizer::kube {
namespace {

absl::string_view NameOf(PemKind kind) {
  return kind == PemKind::kCertificate ? "valid certificate in PEM" : "valid private key in PEM without a passphrase";
}

// Returns the name of the kubeconfig field that contains `pem`. If `pem` is a file, also returns the path.
std::string NameOf(const Pem& pem, absl::string_view field) {
  return pem.file.empty() ? absl::StrCat(field, "-data") : absl::StrCat(field, " ", Quoted(pem.file));
}

}  // namespace

bool HoldsPem(absl::string_view text, PemKind kind) {
  return kind == PemKind::kCertificate ? !server::ReadCertificates(text).empty()
                                       : server::ReadPrivateKey(text) != nullptr;
}

bool IsKeyOf(absl::string_view key, absl::string_view certificate) {
  const server::PrivateKey private_key = server::ReadPrivateKey(key);
  const std::vector<server::Certificate> chain = server::ReadCertificates(certificate);
  const bool is =
      private_key != nullptr && !chain.empty() && X509_check_private_key(chain[0].get(), private_key.get()) == 1;
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
