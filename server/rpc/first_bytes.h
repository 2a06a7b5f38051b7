#ifndef CPSIZER_SERVER_RPC_FIRST_BYTES_H_
#define CPSIZER_SERVER_RPC_FIRST_BYTES_H_

#include <cstddef>

#include "absl/strings/string_view.h"

namespace cpsizer::server {

// The number of bytes that identify the protocol of a client.
inline constexpr size_t kFirstBytes = 4;

// A problem of a client and its remedy, in words for operators. `what` and `hint` are empty if there is no problem.
struct ClientProblem {
  absl::string_view what;
  absl::string_view hint;
};

// Explains the first bytes of a connection without TLS. `bytes` is shorter than kFirstBytes if no more bytes have
// arrived.
ClientProblem ExplainFirstBytes(absl::string_view bytes);

// Logs the problem that ExplainFirstBytes() finds, at a limited rate: gRPC closes such a connection without a log line.
void LogFirstBytes(absl::string_view bytes);

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_RPC_FIRST_BYTES_H_
