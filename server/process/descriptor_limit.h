#ifndef CPSIZER_SERVER_PROCESS_DESCRIPTOR_LIMIT_H_
#define CPSIZER_SERVER_PROCESS_DESCRIPTOR_LIMIT_H_

#include "absl/status/status.h"

namespace cpsizer::server {

// The minimum limit of descriptors: gRPC aborts with fewer than 9, and hangs or refuses all calls with fewer than 14.
// An idle server with TLS and an admin port has a dozen open; half of the limit is reserved for descriptors other than
// connections (ConnectionsThatFit()), which is enough for probes, scrapes and files that are reloaded.
inline constexpr int kLeastDescriptors = 40;

// Raises the limit of this process to the hard limit: every connection is a descriptor, and the usual soft limit is
// low.
void RaiseDescriptorLimit();

// Checks that the limit of this process is at least kLeastDescriptors. Must be called before gRPC is used.
// Errors: FailedPrecondition with one sentence.
absl::Status CheckDescriptorLimit();

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_DESCRIPTOR_LIMIT_H_
