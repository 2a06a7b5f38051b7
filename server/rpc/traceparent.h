#ifndef CPSIZER_SERVER_RPC_TRACEPARENT_H_
#define CPSIZER_SERVER_RPC_TRACEPARENT_H_

#include <grpcpp/server_context.h>

#include "absl/strings/string_view.h"

namespace cpsizer::server {

// Returns `header` if it is a valid traceparent of version 00, such as
// `00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01`. Returns an empty text if it is not valid, because a caller
// may send any text. Source: W3C Trace Context, 3.2.
absl::string_view ValidTraceparent(absl::string_view header);

// Returns the traceparent of the call, or an empty text if it is missing or not valid. The result is valid until
// `context` is destroyed.
absl::string_view TraceparentOf(const grpc::CallbackServerContext& context);

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_RPC_TRACEPARENT_H_
