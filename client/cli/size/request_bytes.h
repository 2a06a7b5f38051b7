#ifndef CPSIZER_CLIENT_CLI_SIZE_REQUEST_BYTES_H_
#define CPSIZER_CLIENT_CLI_SIZE_REQUEST_BYTES_H_

#include <string>

#include "client/cli/input/sources.h"
#include "client/objects/inventory.h"

// Bytes that are equal if a new decision would be equal. They show which clusters must be decided again.
namespace cpsizer::cli {

// The part of a request that differs between clusters, and whether the cluster has opted in.
std::string RequestBytes(const objects::HostedCluster& cluster);
// The part that the requests of all clusters share.
std::string RequestBytes(const Sources& sources);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_SIZE_REQUEST_BYTES_H_
