#ifndef CPSIZER_CLIENT_CLI_SIZE_RECOMMEND_H_
#define CPSIZER_CLIENT_CLI_SIZE_RECOMMEND_H_

#include "client/cli/base/verb.h"

namespace cpsizer::cli {

// Adds the verb `recommend`. It makes decisions for all hosted clusters, for one of them, or for a demand in flags.
Verb AddRecommend(CLI::App& root);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_SIZE_RECOMMEND_H_
