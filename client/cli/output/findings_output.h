#ifndef CPSIZER_CLIENT_CLI_OUTPUT_FINDINGS_OUTPUT_H_
#define CPSIZER_CLIENT_CLI_OUTPUT_FINDINGS_OUTPUT_H_

#include <cstddef>
#include <string>

#include "absl/container/btree_map.h"
#include "client/cli/base/screen.h"
#include "cpsizer/v1/finding.pb.h"
#include "google/protobuf/repeated_ptr_field.h"

namespace cpsizer::cli {

// Limits the findings about many objects that are printed for people. Errors are not limited.
class FindingLimit {
 public:
  // The maximum number of findings that are printed for each rule.
  static constexpr size_t kMost = 20;

  // Returns whether `finding` is an error or one of the first kMost of its rule. If it is not, counts it.
  bool Admits(const v1::Finding& finding);

  // Prints for each rule how many findings were not printed, such as `... and 5 more REPLICAS_PINNED; -o json prints
  // all`.
  void PrintRest(Screen& screen) const;

 private:
  absl::btree_map<std::string, size_t> counts_;  // by rule
};

// Prints the findings of an explanation, each with its severity, rule, path, message and remedy.
void PrintFindings(const google::protobuf::RepeatedPtrField<v1::Finding>& findings, Screen& out);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_OUTPUT_FINDINGS_OUTPUT_H_
