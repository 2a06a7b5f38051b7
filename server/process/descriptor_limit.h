#ifndef CPSIZER_SERVER_PROCESS_DESCRIPTOR_LIMIT_H_
#define CPSIZER_SERVER_PROCESS_DESCRIPTOR_LIMIT_H_

#include "absl/status/status.h"

namespace cpsizer::server {

// The smallest descriptor limit with which this process runs. With fewer than 9 descriptors gRPC aborts. With fewer
// than 14 descriptors gRPC hangs or refuses all calls. An idle server with TLS and an admin port has about 12 open
// descriptors. With this limit, ConnectionsThatFit() reserves half of the descriptors for purposes other than
// connections. This is enough for probes, scrapes and files that are read again.
inline constexpr int kLeastDescriptors = 40;

// Raises the soft limit of descriptors of this process to the hard limit. Each connection needs a descriptor, and the
// soft limit is usually low.
void RaiseDescriptorLimit();

// Checks that the descriptor limit of this process is at least kLeastDescriptors. Must be called before gRPC is used.
// Errors: FailedPrecondition with one sentence.
absl::Status CheckDescriptorLimit();

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_DESCRIPTOR_LIMIT_H_
