#ifndef CPSIZER_CLIENT_KUBE_HTTP_CURL_TLS_H_
#define CPSIZER_CLIENT_KUBE_HTTP_CURL_TLS_H_

#include <curl/curl.h>

#include "client/kube/http/curl_options.h"
#include "client/kube/http/http.h"

namespace cpsizer::kube {

// Sets the authority, the client certificate and the verification of the server.
//
// The certificate of a server needs a subject alternative name that is a DNS name or an IP address: its common name is
// not read, although libcurl reads it if there is none. Source: crypto/x509 of Go, as client-go verifies servers.
void SetTls(const TlsIdentity& identity, CurlOptions& options);

// Returns whether the transfer of this handle ended because the certificate of the server has no such name. Nothing was
// sent to that server, including credentials.
bool HasNoAlternativeName(CURL* easy);

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_HTTP_CURL_TLS_H_
