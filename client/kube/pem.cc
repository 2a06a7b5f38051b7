#include "client/kube/pem.h"

#include "absl/status/status.h"
#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "client/kube/limits.h"
#include "client/kube/quoted.h"
#include "client/kube/read_file.h"

namespace cpsizer::kube {
namespace {

absl::string_view NameOf(PemKind kind) {
  return kind == PemKind::kCertificate ? "certificate in PEM" : "private key in PEM";
}

}  // namespace

bool HoldsPem(absl::string_view text, PemKind kind) {
  if (kind == PemKind::kCertificate) return absl::StrContains(text, "-----BEGIN CERTIFICATE-----");
  return absl::StrContains(text, "-----BEGIN ") && absl::StrContains(text, "PRIVATE KEY-----");
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
        absl::StrCat(path, "-data holds no ", NameOf(kind), "; encode the PEM text with base64, once"));
  }
  if (file.empty()) return Pem();
  const absl::StatusOr<std::string> text = ReadFile(file, kMaxPemFileBytes);
  if (!text.ok()) return absl::Status(text.status().code(), absl::StrCat(path, ": ", text.status().message()));
  if (HoldsPem(*text, kind)) return Pem{"", file};
  return absl::InvalidArgumentError(absl::StrCat(path, ": ", Quoted(file), " holds no ", NameOf(kind)));
}

}  // namespace cpsizer::kube
