#ifndef CPSIZER_CLIENT_KUBE_HTTP_CURL_CONNECTION_H_
#define CPSIZER_CLIENT_KUBE_HTTP_CURL_CONNECTION_H_

#include "absl/time/time.h"
#include "client/kube/http/curl_options.h"
#include "client/kube/http/http.h"

namespace cpsizer::kube {

// Sets the options for the connection of a request to `endpoint`, or to the API server if `endpoint` is null.
void SetConnection(const HttpOptions& options, const HttpEndpoint* endpoint, CurlOptions& curl);

// Returns `duration` for an option of libcurl, where 0 means that there is no limit: at least 1.
long Milliseconds(absl::Duration duration);

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_HTTP_CURL_CONNECTION_H_
