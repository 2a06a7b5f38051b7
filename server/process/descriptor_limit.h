#ifndef CPSIZER_SERVER_PROCESS_DESCRIPTOR_LIMIT_H_
#define CPSIZER_SERVER_PROCESS_DESCRIPTOR_LIMIT_H_

#include "absl/status/status.h"

namespace cpsizer::server {

// The minimum limit of descriptors for this process. gRPC aborts with fewer than 9 descriptors, and hangs or refuses
// all calls with fewer than 14. An idle server with TLS and an admin port has about 12 descriptors open. Half of the
// limit is reserved for descriptors other than connections (ConnectionsThatFit()), which is enough for probes, scrapes
// and files that are reloaded.
inline constexpr int kLeastDescriptors = 40;

// Raises the soft limit of descriptors of this process to the hard limit: each connection needs a descriptor, and the
// usual soft limit is low.
void RaiseDescriptorLimit();

// Checks that the limit of descriptors of this process is at least kLeastDescriptors. Must be called before gRPC is
// used.
// Errors: FailedPrecondition with one sentence.
absl::Status CheckDescriptorLimit();

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_DESCRIPTOR_LIMIT_H_
