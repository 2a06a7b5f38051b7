#ifndef CPSIZER_CLIENT_KUBE_HTTP_CURL_TLS_H_
#define CPSIZER_CLIENT_KUBE_HTTP_CURL_TLS_H_

#include <curl/curl.h>

#include "client/kube/http/curl_options.h"
#include "client/kube/http/http.h"

namespace cpsizer::kube {

// Sets the certificate authority, the client certificate and the verification of the server.
//
// Checks that the certificate of the server has a subject alternative name that is a DNS name or an IP address. Without
// this check, libcurl would compare the common name with the host. Source: crypto/x509 of Go, which client-go uses to
// verify servers.
void SetTls(const TlsIdentity& identity, CurlOptions& options);

// Returns whether the transfer of `easy` ended because the certificate of the server has no subject alternative name
// that is a DNS name or an IP address. In this case the server received no request and no credentials.
bool HasNoAlternativeName(CURL* easy);

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_HTTP_CURL_TLS_H_
