#include "server/process/tls/certificate_names.h"

#include <openssl/x509v3.h>

#include <algorithm>
#include <memory>

namespace cpsizer::server {
namespace {

struct FreeNames {
  void operator()(GENERAL_NAMES* names) const { GENERAL_NAMES_free(names); }
};

}  // namespace

CertificateNames::CertificateNames(const X509& certificate) {
  const std::unique_ptr<GENERAL_NAMES, FreeNames> names(
      static_cast<GENERAL_NAMES*>(X509_get_ext_d2i(&certificate, NID_subject_alt_name, nullptr, nullptr)));
  for (int i = 0; i < sk_GENERAL_NAME_num(names.get()); ++i) {
    const GENERAL_NAME* const name = sk_GENERAL_NAME_value(names.get(), i);
    if (name->type != GEN_URI && name->type != GEN_DNS) continue;
    const ASN1_IA5STRING* const text = name->d.ia5;
    names_.emplace_back(
        name->type == GEN_URI ? NameKind::kUri : NameKind::kDns,
        std::string(reinterpret_cast<const char*>(ASN1_STRING_get0_data(text)), ASN1_STRING_length(text)));
  }
}

bool CertificateNames::MatchAny(absl::Span<const ClientRule> rules) const {
  std::vector<ClientName> names;
  for (const auto& [kind, value] : names_) names.push_back({kind, value});
  return std::any_of(rules.begin(), rules.end(), [&names](const ClientRule& rule) { return rule.Matches(names); });
}

}  // namespace cpsizer::server
