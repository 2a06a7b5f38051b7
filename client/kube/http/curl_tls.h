#ifndef CPSIZER_CLIENT_KUBE_HTTP_CURL_TLS_H_
#define CPSIZER_CLIENT_KUBE_HTTP_CURL_TLS_H_

#include <curl/curl.h>

#include "client/kube/http/curl_options.h"
#include "client/kube/http/http.h"

namespace cpsizer::kube {

// Sets the certificate authority, the client certificate and the verification of the server.
//
// The certificate of a server must have a DNS name or an IP address as subject alternative name. Without this check
// libcurl would compare the common name instead. Source: crypto/x509 of Go, which client-go uses to verify servers.
void SetTls(const TlsIdentity& identity, CurlOptions& options);

// Returns whether the transfer of this handle ended because the certificate of the server has no DNS name or IP address
// as subject alternative name. In this case no request and no credentials were sent to the server.
bool HasNoAlternativeName(CURL* easy);

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_HTTP_CURL_TLS_H_
