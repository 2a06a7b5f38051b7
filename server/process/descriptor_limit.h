#ifndef CPSIZER_SERVER_PROCESS_DESCRIPTOR_LIMIT_H_
#define CPSIZER_SERVER_PROCESS_DESCRIPTOR_LIMIT_H_

#include "absl/status/status.h"

namespace cpsizer::server {

// What a program of ours works with at the least: gRPC aborts below 9 of them, and hangs, or serves nobody, below 14.
// A server with TLS and an admin port has a dozen open while nobody calls; half of the limit is for what is no
// connection (ConnectionsThatFit()), and that leaves room for probes, scrapes and files that are read anew.
inline constexpr int kLeastDescriptors = 40;

// Raises the limit of this process to the hard one: every connection is a descriptor, and the usual soft limit is low.
void RaiseDescriptorLimit();

// Whether the limit of this process is kLeastDescriptors or more. To be asked before gRPC is touched.
// Errors: FailedPrecondition with a sentence.
absl::Status CheckDescriptorLimit();

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_DESCRIPTOR_LIMIT_H_
