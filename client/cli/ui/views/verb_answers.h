#ifndef CPSIZER_CLIENT_CLI_UI_VIEWS_VERB_ANSWERS_H_
#define CPSIZER_CLIENT_CLI_UI_VIEWS_VERB_ANSWERS_H_

#include "client/cli/ui/fleet/page_options.h"
#include "client/tree/node.h"
#include "client/ui/page_api.h"

// The responses that are the output of a verb with `-o json`. Each reads the files or the cluster again. Errors:
// FAILED_PRECONDITION with the text that the verb prints.
namespace cpsizer::cli {

ui::ApiResponse ReplicasAnswer(const PageOptions& options);
// `body` is `{"namespace", "name", "series"}`, where `series` is the text of a series file.
ui::ApiResponse SimulateAnswer(const PageOptions& options, const tree::Node& body);
ui::ApiResponse MachinesAnswer(const PageOptions& options);
ui::ApiResponse CpuRequestsAnswer(const PageOptions& options);
ui::ApiResponse ClusterAutoscalerAnswer(const PageOptions& options);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_UI_VIEWS_VERB_ANSWERS_H_
