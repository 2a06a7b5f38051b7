#ifndef CPSIZER_CLIENT_CLI_WORDS_WORD_TABLES_H_
#define CPSIZER_CLIENT_CLI_WORDS_WORD_TABLES_H_

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "client/cli/words/word_groups.h"

// The tables of WordGroups(). Each decision has a table with its words. A word that several decisions use is in the
// table of the first of them, or in that of common_words.cc or output_words.cc if all use it.
namespace cpsizer::cli {

absl::Span<const Word> CommonWords();
absl::Span<const Word> StatusCodeWords();
absl::Span<const Word> OutputWords();
absl::Span<const Word> SizeWords();
absl::Span<const Word> SizeColumnWords();
absl::Span<const Word> ReplicasWords();
absl::Span<const Word> CpuRequestsWords();
absl::Span<const Word> MachineWords();
absl::Span<const Word> ClusterAutoscalerWords();
absl::Span<const Word> CapacityWords();
absl::Span<const Word> EffectsWords();

// All tables, in the order of their words in each group.
inline constexpr absl::Span<const Word> (*kWordTables[])() = {
    CommonWords,  StatusCodeWords,        OutputWords,   SizeWords,   SizeColumnWords, ReplicasWords, CpuRequestsWords,
    MachineWords, ClusterAutoscalerWords, CapacityWords, EffectsWords};

// The rows of a table that precede the words of a group. They have the name of the group in place of a meaning.
inline constexpr Word kHoldReasons = {"", "hold-reason"};
inline constexpr Word kConditions = {"", "condition"};
// Some of these reasons are reasons of events too. The group of events has the other reasons of events.
inline constexpr Word kConditionReasons = {"", "condition-reason"};
inline constexpr Word kEvents = {"", "event"};
inline constexpr Word kAlerts = {"", "alert"};
inline constexpr Word kStatusCodes = {"", "status-code"};
// Words in log lines, labels of metrics and cells of tables that are not words of the API.
inline constexpr Word kOutputWords = {"", "output-word"};
// Annotations and labels. A word is found without the part before `/` too.
inline constexpr Word kAnnotations = {"", "annotation"};
inline constexpr Word kColumns = {"", "column"};

// Parts of these words.
inline constexpr absl::string_view kNoRemedy = "Nothing.";
inline constexpr absl::string_view kAlertRules = "deploy/rules/cpsizer.yaml";
inline constexpr absl::string_view kControllerLabel = "`controller` of the metrics of the sidecar, and its log";
inline constexpr absl::string_view kWriteLabel = "`kind` of cpsizer_sidecar_writes_total";

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_WORDS_WORD_TABLES_H_
