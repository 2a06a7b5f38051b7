#include "server/process/tls/certificates_in_use.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "server/process/show_time.h"

namespace cpsizer::server {
namespace {

std::string SentenceOfShown(const NamedFile& file, const CertificateDates& certificate, bool own) {
  return absl::StrCat(
      FileLabel(file), ": ",
      own ? "the certificate in use" : absl::StrCat("the issuer ", certificate.subject, " of the certificate in use"),
      " expired on ", ShowTime(certificate.not_after), "; replace it with a renewed one");
}

std::string SentenceOfAuthority(const NamedFile& file, const CertificateDates& authority, bool others_valid) {
  return absl::StrCat(FileLabel(file), ": the authority ", authority.subject, " expired on ",
                      ShowTime(authority.not_after),
                      others_valid ? ", and certificates that it issued are rejected; remove the authority from the "
                                     "file when no peer uses such a certificate"
                                   : ", and the file does not contain a valid authority; add the new authority");
}

}  // namespace

absl::Time CertificateFile::FirstEnd() const {
  absl::Time first = absl::InfiniteFuture();
  for (const CertificateDates& certificate : certificates) first = std::min(first, certificate.not_after);
  return first;
}

std::vector<Expired> FindExpired(const CertificatesInUse& certificates, absl::Time now) {
  std::vector<Expired> expired;
  const auto& [shown, authorities] = certificates;
  for (size_t i = 0; i < shown.certificates.size(); ++i) {
    const CertificateDates& certificate = shown.certificates[i];
    if (now <= certificate.not_after) continue;
    expired.push_back({certificate.not_after, true, false, SentenceOfShown(shown.file, certificate, i == 0)});
  }
  const std::vector<CertificateDates>& all = authorities.certificates;
  const bool others_valid = std::any_of(all.begin(), all.end(), [now](const CertificateDates& authority) {
    return authority.not_before <= now && now <= authority.not_after;
  });
  for (const CertificateDates& authority : all) {
    if (now <= authority.not_after) continue;
    expired.push_back(
        {authority.not_after, false, others_valid, SentenceOfAuthority(authorities.file, authority, others_valid)});
  }
  return expired;
}

absl::Status CheckExpiry(const CertificatesInUse& certificates, absl::Time now) {
  const std::vector<Expired> expired = FindExpired(certificates, now);
  if (expired.empty()) return absl::OkStatus();
  const size_t more = expired.size() - 1;
  return absl::FailedPreconditionError(
      absl::StrCat(expired[0].sentence, more == 0 ? "" : absl::StrCat(" (", more, " more expired)")));
}

}  // namespace cpsizer::server
