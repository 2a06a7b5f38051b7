#ifndef CPSIZER_SERVER_RPC_FIRST_BYTES_H_
#define CPSIZER_SERVER_RPC_FIRST_BYTES_H_

#include <cstddef>

#include "absl/strings/string_view.h"

namespace cpsizer::server {

// So many tell what a client speaks.
inline constexpr size_t kFirstBytes = 4;

// What is wrong with a client, in the words of a person who runs the server; both empty for one that may be right.
struct OddClient {
  absl::string_view what;
  absl::string_view way_out;
};

// `bytes` are the first that came on a connection without TLS; fewer than kFirstBytes if no more came yet.
OddClient ExplainFirstBytes(absl::string_view bytes);

// Logs that, at a bounded rate: gRPC closes such a connection without a word.
void LogFirstBytes(absl::string_view bytes);

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_RPC_FIRST_BYTES_H_
