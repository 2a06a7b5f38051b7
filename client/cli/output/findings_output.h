#ifndef CPSIZER_CLIENT_CLI_OUTPUT_FINDINGS_OUTPUT_H_
#define CPSIZER_CLIENT_CLI_OUTPUT_FINDINGS_OUTPUT_H_

#include "client/cli/base/screen.h"
#include "cpsizer/v1/finding.pb.h"
#include "google/protobuf/repeated_ptr_field.h"

namespace cpsizer::cli {

// Prints the findings of an explanation, each with its severity, rule, path, message and remedy.
void PrintFindings(const google::protobuf::RepeatedPtrField<v1::Finding>& findings, Screen& out);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_OUTPUT_FINDINGS_OUTPUT_H_
