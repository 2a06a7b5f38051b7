#ifndef CPSIZER_CLIENT_CLI_REPLICAS_REPLICAS_H_
#define CPSIZER_CLIENT_CLI_REPLICAS_REPLICAS_H_

#include "client/cli/base/verb.h"

namespace cpsizer::cli {

// Adds the verb `replicas`. It shows the number of replicas that the HorizontalPodAutoscaler controller would set.
Verb AddReplicas(CLI::App& root);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_REPLICAS_REPLICAS_H_
