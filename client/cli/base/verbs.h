#ifndef CPSIZER_CLIENT_CLI_BASE_VERBS_H_
#define CPSIZER_CLIENT_CLI_BASE_VERBS_H_

#include "client/cli/base/verb.h"

namespace cpsizer::cli {

// The verbs of the command. Each function adds its verb to `root`, with the description that the help shows, and is
// defined in the file with the name of the verb.
Verb AddAutoscaler(CLI::App& root);
Verb AddCapacity(CLI::App& root);
Verb AddCompletion(CLI::App& root);
Verb AddCpuRequests(CLI::App& root);
Verb AddDiff(CLI::App& root);
Verb AddEffects(CLI::App& root);
Verb AddExplain(CLI::App& root);
Verb AddFit(CLI::App& root);
// Must be called after all other verbs were added.
Verb AddHelp(CLI::App& root);
Verb AddMachine(CLI::App& root);
Verb AddRecommend(CLI::App& root);
Verb AddReplay(CLI::App& root);
Verb AddReplicas(CLI::App& root);
Verb AddUi(CLI::App& root);
Verb AddValidate(CLI::App& root);
Verb AddVersion(CLI::App& root);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_BASE_VERBS_H_
