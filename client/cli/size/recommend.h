#ifndef CPSIZER_CLIENT_CLI_SIZE_RECOMMEND_H_
#define CPSIZER_CLIENT_CLI_SIZE_RECOMMEND_H_

#include "client/cli/base/verb.h"

namespace cpsizer::cli {

// `recommend`: decides for the hosted clusters in files, for one of them, or for an explicit demand.
Verb AddRecommend(CLI::App& root);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_SIZE_RECOMMEND_H_
