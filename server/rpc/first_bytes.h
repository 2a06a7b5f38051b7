#ifndef CPSIZER_SERVER_RPC_FIRST_BYTES_H_
#define CPSIZER_SERVER_RPC_FIRST_BYTES_H_

#include <cstddef>

#include "absl/strings/string_view.h"

namespace cpsizer::server {

// The number of bytes that identify the protocol of a client.
inline constexpr size_t kFirstBytes = 4;

// An error of a client and what to do, for operators. `what` and `hint` are empty if there is no error.
struct ClientProblem {
  absl::string_view what;
  absl::string_view hint;
};

// Explains the first bytes of a connection without TLS. `bytes` is shorter than kFirstBytes if the client has sent
// fewer bytes.
ClientProblem ExplainFirstBytes(absl::string_view bytes);

// Logs the error from ExplainFirstBytes(), at a limited rate. gRPC closes such a connection without a log line.
void LogFirstBytes(absl::string_view bytes);

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_RPC_FIRST_BYTES_H_
