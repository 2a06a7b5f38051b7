#include "client/cli/words/word_groups.h"

namespace cpsizer::cli {
namespace {

constexpr absl::string_view kOutcome = "`outcome` of decisions of the controller sizes, in its log and metrics";
constexpr absl::string_view kAgreement =
    "`agreement` in the log, in cpsizer_sidecar_observed and in cpsizer_sidecar_observed_decisions_total";
constexpr absl::string_view kState = "`state` of cpsizer_sidecar_configuration_state";
constexpr absl::string_view kMove = "the column MOVE of cpsizer diff";
constexpr absl::string_view kFleet = "the fleet table of cpsizer recommend";

constexpr Word kOutputWords[] = {
    {"sized", "The cluster has the recommended size, or the sidecar writes this size now.", "Nothing.", kOutcome},
    {"not_eligible", "The hosted cluster does not have the annotations for resource-based sizes, or is being deleted.",
     "Set the annotations that docs/sidecar.md names if it must get a size.", kOutcome},
    {"no_size_fits", "No size holds the demand, so the recommended size is the best effort.",
     "Add a larger size, or reduce the demand; see the runbook CpsizerExceedsLargest.", kOutcome},
    {"held", "The sidecar keeps the current size; the reason is one of cpsizer explain hold-reasons.",
     "Run cpsizer explain with the reason.", kOutcome},
    {"agree", "In observe mode: the object already is as the sidecar would write it.", "Nothing.", kAgreement},
    {"disagree", "In observe mode: the sidecar would change the object.",
     "Read the dry run in the log, and find out which of the two decisions is right.", kAgreement},
    {"pending", "In observe mode: the decision differs from that of kube-controller-manager for the first time.",
     "Wait; it becomes `disagree` if the difference remains.", kAgreement},
    {"warming_up",
     "In observe mode: the decisions differ, and the history of the sidecar is still shorter than the decision "
     "requires.",
     "Wait.", kAgreement},
    {"absent", "In observe mode: there is no value of another writer to compare with.", "Nothing.", kAgreement},
    {"unknown", "The service has not validated the configuration yet. All clusters keep their sizes.",
     "Wait; if it remains, check the connection to the service.", kState},
    {"missing", "There is no ClusterSizingConfiguration `cluster`. All clusters keep their sizes.",
     "Create it; see the runbook CpsizerConfigInvalid.", kState},
    {"unreadable", "A field of the configuration has the wrong type. All clusters keep their sizes.",
     "Run cpsizer validate on it; see the runbook CpsizerConfigInvalid.", kState},
    {"invalid", "The configuration has errors. All clusters keep their sizes.",
     "Run cpsizer validate on it; see the runbook CpsizerConfigInvalid.", kState},
    {"valid", "The configuration has no errors.", "Nothing.", kState},
    {"not opted in",
     "The hosted cluster does not have the annotations for resource-based sizes, so the sidecar does not write the "
     "size.",
     "Set the annotations that docs/sidecar.md names if it must get the size.", kFleet},
    {"FAILED", "The decision about the cluster failed, so its size is unknown. Exit code and stderr report the error.",
     "Read the error on stderr or in the column WHY of -o wide; most often a quantity of its VPA is not valid.",
     "the tables of cpsizer recommend and cpsizer diff"},
    {"stays", "The cluster keeps its size, for the same reason.", "Nothing.", kMove},
    {"outcome", "The cluster keeps its size, but the outcome of the decision is another one.",
     "Run cpsizer explain with the rule in the column WHY.", kMove},
    {"up", "The new configuration gives the cluster a larger size.", "Nothing, if the change is meant.", kMove},
    {"down", "The new configuration gives the cluster a smaller size.", "Check that the change is meant.", kMove},
    {"across", "The cluster gets another size, and no configuration has both sizes, so neither is known to be larger.",
     "Compare the capacities of the two sizes.", kMove},
    {"failed", "A decision about the cluster failed, so the move is unknown.",
     "Read the error on stderr or in the column WHY.", kMove},
    {"(none)", "No size: the cluster does not have a size yet.", "Nothing; it gets one with its first recommendation.",
     "the summaries by size of cpsizer recommend and cpsizer diff"},
    {"(deleted)", "The cluster was deleted after its previous row was printed.", "Nothing.", "cpsizer recommend -w"},
};

}  // namespace

absl::Span<const Word> OutputWords() {
  return kOutputWords;
}

}  // namespace cpsizer::cli
