#include "client/kube/http/curl_tls.h"

#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

#include <memory>
#include <string>

#include "client/kube/http/system_authorities.h"

namespace cpsizer::kube {
namespace {

// The verification result for a certificate without a subject alternative name. Only this file uses this value.
constexpr int kNoAlternativeName = X509_V_ERR_APPLICATION_VERIFICATION;

curl_blob Blob(const std::string& text) {
  return {const_cast<char*>(text.data()), text.size(), CURL_BLOB_COPY};
}

// Returns whether the subject alternative names of the certificate include a DNS name or an IP address. If they do,
// libcurl does not use the common name.
bool HasAlternativeName(const X509* certificate) {
  const std::unique_ptr<GENERAL_NAMES, void (*)(GENERAL_NAMES*)> names(
      static_cast<GENERAL_NAMES*>(X509_get_ext_d2i(certificate, NID_subject_alt_name, nullptr, nullptr)),
      GENERAL_NAMES_free);
  for (int i = 0; names != nullptr && i < sk_GENERAL_NAME_num(names.get()); ++i) {
    const int type = sk_GENERAL_NAME_value(names.get(), i)->type;
    if (type == GEN_DNS || type == GEN_IPADD) return true;
  }
  return false;
}

// OpenSSL calls this function for each certificate of the chain. The certificate of the server is the last one.
int Verify(int valid, X509_STORE_CTX* chain) {
  if (valid == 0 || X509_STORE_CTX_get_error_depth(chain) > 0) return valid;
  if (HasAlternativeName(X509_STORE_CTX_get_current_cert(chain))) return 1;
  X509_STORE_CTX_set_error(chain, kNoAlternativeName);
  return 0;
}

CURLcode VerifyNames(CURL* /*easy*/, void* context, void* /*unused*/) {
  auto* const tls = static_cast<SSL_CTX*>(context);
  SSL_CTX_set_verify(tls, SSL_CTX_get_verify_mode(tls), &Verify);
  return CURLE_OK;
}

}  // namespace

void SetTls(const TlsIdentity& identity, CurlOptions& options) {
  if (identity.insecure) {
    options.Set(CURLOPT_SSL_VERIFYPEER, 0L);
    options.Set(CURLOPT_SSL_VERIFYHOST, 0L);
  } else {
    options.Set(CURLOPT_SSL_CTX_FUNCTION, &VerifyNames);
  }
  // Passes certificates as blobs, not as files. If the certificates are files, libcurl caches their content for a day,
  // and reuses a connection after the content of a file has changed.
  if (!identity.ca.empty()) {
    const curl_blob ca = Blob(identity.ca);
    options.Set(CURLOPT_CAINFO_BLOB, &ca);
    // Without this option, libcurl also trusts the authorities of the distribution.
    options.Set(CURLOPT_CAPATH, nullptr);
  } else if (const std::string file = SystemAuthorities(); !file.empty()) {
    options.Set(CURLOPT_CAINFO, file.c_str());
  }
  // Disables the session cache, because a resumed session does not use a new certificate.
  options.Set(CURLOPT_SSL_SESSIONID_CACHE, 0L);
  if (identity.certificate.empty()) return;
  const curl_blob certificate = Blob(identity.certificate);
  const curl_blob key = Blob(identity.key);
  options.Set(CURLOPT_SSLCERTTYPE, "PEM");
  options.Set(CURLOPT_SSLCERT_BLOB, &certificate);
  options.Set(CURLOPT_SSLKEYTYPE, "PEM");
  options.Set(CURLOPT_SSLKEY_BLOB, &key);
}

bool HasNoAlternativeName(CURL* easy) {
  long result = X509_V_OK;
  return curl_easy_getinfo(easy, CURLINFO_SSL_VERIFYRESULT, &result) == CURLE_OK && result == kNoAlternativeName;
}

}  // namespace cpsizer::kube
