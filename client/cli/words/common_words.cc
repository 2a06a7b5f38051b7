#include "client/cli/words/word_tables.h"

namespace cpsizer::cli {
namespace {

constexpr absl::string_view kByAll = "all controllers of the sidecar";
constexpr absl::string_view kInFleetJson = "the JSON of cpsizer recommend";
constexpr absl::string_view kInExplain = "the lists of cpsizer explain";

constexpr Word kCommonWords[] = {
    kHoldReasons,
    {"SERVICE_FAILED", "The sizing service is down, slow or busy, or responds with an error. The call is repeated.",
     "Check cpsizer-server and the network to it; see the runbook CpsizerServiceUnreachable.", kByAll},
    {"INPUT_REFUSED",
     "The sizing service refuses the request: it cannot decide from these objects. The request is repeated once a "
     "minute.",
     "Read the note in the log: it names the field and the value. Correct the object that has this field.", kByAll},
    {"INVALID_RESPONSE",
     "The response of the sizing service is invalid, such as a size that the configuration does not have.",
     "Check that sidecar and server have the same version; if they do, report the defect with the log line.", kByAll},
    {"WRITE_FAILED",
     "The API server refuses the write, because of an admission webhook, a policy, a schema, or missing permissions.",
     "Read the error in the log, and change what refuses the write.", kByAll},
    kAlerts,
    {"CpsizerServiceUnreachable", "All calls of a sidecar to the sizing service have failed for ten minutes.",
     "Check cpsizer-server; docs/runbooks/CpsizerServiceUnreachable.md.", kAlertRules},
    {"CpsizerNoLeader", "No sidecar of a controller holds the lease and has synced caches.",
     "Check the pods of the sidecar; docs/runbooks/CpsizerNoLeader.md.", kAlertRules},
    {"CpsizerCertificateExpiring", "A certificate of cpsizer expires soon or has expired, and has not been renewed.",
     "Check its issuer; docs/runbooks/CpsizerCertificateExpiring.md.", kAlertRules},
    {"CpsizerFlood", "A client floods the service with HTTP/2 frames; its connections are closed.",
     "Find the client in the log of the server; docs/runbooks/CpsizerFlood.md.", kAlertRules},
    {"CpsizerWebhookUndecided", "The webhook gets no decision about the objects that it validates.",
     "Check cpsizer-server and the webhook; docs/runbooks/CpsizerWebhookUndecided.md.", kAlertRules},
    kOutputWords,
    {"notApplied", "Why the operator does not give the cluster the recommended size; whyNotApplied is a sentence.",
     "Run cpsizer explain with the value.", kInFleetJson},
    {"sizeLabel", "The size that the cluster has: its label hosted-cluster-size.", kNoRemedy, kInFleetJson},
    {"sizeOverride",
     "The value of the annotation cluster-size-override. While it names a size, the cluster has this size.",
     "Run cpsizer recommend --overrides -o wide: it prints which overrides can be removed.", kInFleetJson},
    {"sizeOverrideManager", "The field manager that wrote the annotation cluster-size-override last.", kNoRemedy,
     kInFleetJson},
    {"sizeOverrideTime",
     "The time at which sizeOverrideManager wrote last. The cluster has its override since then or longer.", kNoRemedy,
     kInFleetJson},
    {"pausedUntil",
     "The time until which spec.pausedUntil of the cluster holds, or `forever`. Its size does not change until then.",
     "Nothing, or remove spec.pausedUntil.", kInFleetJson},
    {"oomKills", "The number of OOM kills of pods that the simulated recommender has counted.", kNoRemedy,
     "the JSON of cpsizer replay and cpsizer fit"},
    {"withoutPrice",
     "The sizes that have nodes and no price. The cost does not include these nodes, and its difference is left out if "
     "their number differs.",
     "Set --price for these sizes.", "the JSON of cpsizer diff and cpsizer replay"},
    kColumns,
    {"NAMESPACE", "The namespace of the object.", kNoRemedy, "tables of several objects"},
    {"NAME", "The name of the object.", kNoRemedy, "tables of several objects"},
    {"FIELD", "The name or the path of a field.", kNoRemedy, kInExplain},
    {"MEANING", "The meaning of the word of the row.", kNoRemedy, kInExplain},
    {"RULE", "The id of a rule of findings.", kNoRemedy, kInExplain},
    {"SEVERITY", "The severity of the findings of a rule.", kNoRemedy, kInExplain},
    {"CALL ERROR", "The reason why a call to the service fails.", kNoRemedy, kInExplain},
    {"CODE", "The status code of the call.", kNoRemedy, kInExplain},
    {"WORD", "The word, spelled as in the output.", kNoRemedy, kInExplain},
    {"LIST", "The name of a list of words, which cpsizer explain prints.", kNoRemedy, kInExplain},
    {"WORDS", "The number of words of the list.", kNoRemedy, kInExplain},
};

}  // namespace

absl::Span<const Word> CommonWords() {
  return kCommonWords;
}

}  // namespace cpsizer::cli
