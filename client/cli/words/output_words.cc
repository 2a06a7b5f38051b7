#include "client/cli/words/word_tables.h"

namespace cpsizer::cli {
namespace {

constexpr absl::string_view kOutcome = "`outcome` of decisions of the controller sizes, in its log and metrics";
constexpr absl::string_view kAgreement =
    "`agreement` in the log, in cpsizer_sidecar_observed and in cpsizer_sidecar_observed_decisions_total";
constexpr absl::string_view kDryRun = "the output of cpsizer-sidecar --source=dir:, and `action` in its log";
constexpr absl::string_view kMode = "`mode` in the log of the sidecar";
constexpr absl::string_view kState = "`state` of cpsizer_sidecar_configuration_state";
constexpr absl::string_view kMove = "the column MOVE of cpsizer diff";
constexpr absl::string_view kFleet = "the tables of cpsizer recommend and cpsizer diff, and `notApplied` in their JSON";
constexpr absl::string_view kReview = "`outcome` of cpsizer_webhook_reviews_total, and the log of the webhook";
constexpr absl::string_view kFlood = "`flood` of cpsizer_floods_total, and the log of the service";
constexpr absl::string_view kCertificate = "`certificate` of cpsizer_tls_certificate_expiry_timestamp_seconds";
constexpr absl::string_view kReload = "`result` of cpsizer_tls_reloads_total";
constexpr absl::string_view kFractionFrom = "the columns FRACTION and FRACTION FROM of cpsizer recommend CLUSTER";
constexpr absl::string_view kCapacityFrom =
    "the columns CAPACITY, MEMORY FROM and CPU FROM of cpsizer recommend CLUSTER";

constexpr absl::string_view kChoice = "the column CHOICE of cpsizer fit";
constexpr absl::string_view kTargets = "the column TARGETS of cpsizer fit";

constexpr absl::string_view kFloodRemedy = "Find the client in the log; see the runbook CpsizerFlood.";
constexpr absl::string_view kRenew = "Renew it before it expires; see the runbook CpsizerCertificateExpiring.";

constexpr Word kOutputTable[] = {
    kOutputWords,
    {"sized", "The cluster has the recommended size, or the sidecar writes this size now.", "Nothing.", kOutcome},
    {"not_eligible", "The hosted cluster does not have the annotations for resource-based sizes, or is being deleted.",
     "Set the annotations that docs/sidecar.md names if it must get a size.", kOutcome},
    {"no_size_fits", "No size holds the demand, so the recommended size is the best effort.",
     "Add a larger size, or reduce the demand; see the runbook CpsizerExceedsLargest.", kOutcome},
    {"held", "The sidecar keeps the current size; the reason is one of cpsizer explain hold-reasons.",
     "Run cpsizer explain with the reason.",
     "`outcome` of decisions of the controller sizes and `agreement` in observe mode, in the log and metrics of the "
     "sidecar"},
    {"eligible", "Whether the hosted cluster has the annotations for resource-based sizes, and is not being deleted.",
     "Set the annotations that docs/sidecar.md names if it must get a size.", "the JSON of cpsizer recommend"},
    {"annotate", "The sidecar writes the recommended size to the HostedCluster.", "Nothing.", kDryRun},
    {"keep", "The sidecar does not change the size that is recommended on the HostedCluster; the reason follows.",
     "Run cpsizer explain with the reason.", kDryRun},
    {"write nothing", "The HostedCluster has no recommended size, and the sidecar writes none; the reason follows.",
     "Run cpsizer explain with the reason.", kDryRun},
    {"not sized", "The hosted cluster is not eligible, so the sidecar does not decide its size; the reason follows.",
     "Set the annotations that docs/sidecar.md names if it must get a size.", kDryRun},
    {"observe", "The sidecar decides, and logs and counts the decisions, but does not write.",
     "Start it with --mode=enforce to write.", kMode},
    {"enforce", "The sidecar decides and writes.", "Nothing.", kMode},
    {"dry run", "In observe mode: what the sidecar would do to an object, in the field `action`.", "Nothing.",
     "the log of the sidecar"},
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
    {"unknown",
     "As the state of the configuration: the service has not validated it yet, so all clusters keep their sizes. As a "
     "method: all methods that the service does not have. As an address: TLS hides it. As the change of a cost: a size "
     "whose node-hours differ has no price.",
     "For the state, wait; if it remains, check the connection to the service. For a cost, set --price.",
     "`state` of cpsizer_sidecar_configuration_state, `grpc_service` and `grpc_method` of the metrics of calls, "
     "`address` in the log of the service, and the figures of cpsizer replay"},
    {"missing", "There is no ClusterSizingConfiguration `cluster`. All clusters keep their sizes.",
     "Create it; see the runbook CpsizerConfigInvalid.", kState},
    {"unreadable", "A field of the configuration has the wrong type. All clusters keep their sizes.",
     "Run cpsizer validate on it; see the runbook CpsizerConfigInvalid.", kState},
    {"invalid", "The configuration has errors in fields that decisions read. All clusters keep their sizes.",
     "Run cpsizer validate on it; see the runbook CpsizerConfigInvalid.", kState},
    {"decidable", "The configuration has errors, but only in fields that no decision reads. Sizes are decided.",
     "Run cpsizer validate on it, and correct the errors.", kState},
    {"valid", "The configuration has no errors.", "Nothing.", kState},
    {"NOT_OPTED_IN",
     "The hosted cluster does not have the annotations for resource-based sizes, so the sidecar does not write the "
     "size.",
     "Set the annotation that -o wide names if it must get the size; see docs/sidecar.md. If the size depends on the "
     "number of nodes, add the NodePools to the files.",
     kFleet},
    {"NODES_NOT_COUNTED",
     "The size of the cluster depends on its number of nodes, and the operator does not count them now: a NodePool is "
     "autoscaled, and the condition KubeAPIServerAvailable of the HostedCluster is not True.",
     "Nothing; the operator counts them again when the API server of the cluster is available.", kFleet},
    {"SIZED_BY_RESOURCES",
     "--by=nodes decides by the number of nodes, but the operator decides the size of this cluster by resources.",
     "Leave out --by to see what the operator does.", kFleet},
    {"NODE_COUNT_MISSING",
     "--by=nodes or --compare-by needs the number of nodes of the cluster, and the input does not have it.",
     "Add its NodePools to the files or its nodes to the history, or permit the user to list nodepools.", kFleet},
    {"NO_SIZE_FOR_NODES",
     "The criteria of no size have the number of nodes of the cluster, so the operator keeps its size.",
     "Close the gap between the criteria of the sizes; cpsizer validate names it.",
     "`reason` in the JSON of cpsizer replay"},
    {"OVERRIDDEN",
     "The cluster has the size of its annotation cluster-size-override. The recommendation does not count until the "
     "annotation is removed.",
     "Run cpsizer recommend --overrides -o wide: it prints which overrides can be removed.", kFleet},
    {"OVERRIDE_UNKNOWN",
     "The annotation cluster-size-override of the cluster is not the name of a size, so the operator does not change "
     "the size of the cluster any more.",
     "Correct the annotation to the name of a size, or remove it.", kFleet},
    {"PAUSED", "spec.pausedUntil of the cluster holds, so the operator does not change its size.",
     "Nothing, or remove spec.pausedUntil.", kFleet},
    {"BEING_DELETED", "The hosted cluster is being deleted, so the operator does not change its size.", "Nothing.",
     kFleet},
    {"CONFIGURATION_REFUSED",
     "The condition ClusterSizingConfigurationValid of the configuration is not True, so the operator does not change "
     "the size of any cluster.",
     "Read the message of the condition, and correct the configuration.", kFleet},
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
    {"failed",
     "In the column MOVE: a decision about the cluster failed, so the move is unknown. In the column PROPOSES: the "
     "metric failed, so it proposes nothing.",
     "Read the error on stderr, or in the column WHY or ARITHMETIC.",
     "the column MOVE of cpsizer diff, and the column PROPOSES of cpsizer replicas"},
    {"(none)", "No size: the cluster does not have a size yet.", "Nothing; it gets one with its first recommendation.",
     "the summaries by size of cpsizer recommend and cpsizer diff"},
    {"(deleted)", "The cluster was deleted after its previous row was printed.", "Nothing.", "cpsizer recommend -w"},
    {"(unused)", "The decision does not use this demand.",
     "Run cpsizer recommend for the cluster: it prints why the resource does not take part.",
     "the columns MEMORY and CPU of cpsizer recommend -o wide"},
    {"fits", "The size holds the demand: the demand is at most the effective capacity.", "Nothing.",
     "the table of sizes of cpsizer recommend CLUSTER"},
    {"short by", "The demand is above the effective capacity by this amount, so the size does not hold it.",
     "Nothing, if a larger size is recommended; if none holds the demand, add a larger size.",
     "the table of sizes and the column HEADROOM of cpsizer recommend CLUSTER"},
    {"(size)",
     "The fraction is that of the size itself: capacity.kubeAPIServerMemoryFraction or "
     "capacity.kubeAPIServerCPUFraction.",
     "Change it there, if it must be another one.", kFractionFrom},
    {"(global)",
     "The size has no fraction of its own, so the fraction for all sizes is used: kubeAPIServerMemoryFraction or "
     "kubeAPIServerCPUFraction in spec.resourceBasedAutoscaling.",
     "Give the size its own fraction in its capacity, if it must have another one.", kFractionFrom},
    {"(default)", "The configuration has neither a fraction of the size nor one for all sizes, so 0.65 is used.",
     "Set a fraction, if 0.65 is not right.", kFractionFrom},
    {"(configuration)", "The capacity is that of the size in the ClusterSizingConfiguration.", "Nothing.",
     kCapacityFrom},
    {"(machine set)",
     "The configuration has no capacity of the size, so the capacity annotation of a MachineSet of the size is used.",
     "Set the capacity of the size in the configuration, if it must not depend on MachineSets.", kCapacityFrom},
    {"(pod)", "The request of the whole pod, which has no container name.", "Nothing.",
     "the column CONTAINER of cpsizer cpu-requests"},
    {"present", "The configuration of -f.", "Nothing.", kChoice},
    {"shares", "The fractions that the measured shares support.", "Nothing.", kChoice},
    {"proposed", "The values that cpsizer fit proposes.",
     "Run it with -o yaml for the configuration with these values.", kChoice},
    {"nearest", "The values that miss the targets least; no others meet them.",
     "Relax --target-short or --max-reversals, or search with --per-size.", kChoice},
    {"met", "The configuration meets the targets.", "Nothing.", kTargets},
    {"missed", "The configuration does not meet a target.", "Nothing.", kTargets},
    {"full", "The samples of the node cover the window of the trigger.", "Nothing.",
     "the column WINDOW of cpsizer machine -o wide"},
    {"not full", "The samples of the node do not cover the window of the trigger yet.",
     "Wait until there are as many samples as the column SAMPLES requires.",
     "the column WINDOW of cpsizer machine -o wide"},
    {"not decided", "The call for this autoscaler failed, so nothing was decided.", "Read the error in the column WHY.",
     "the table of cpsizer replicas"},
    {"total", "The sum of the rows above.", "Nothing.", "the last row of tables"},
    {"over-subscription needed",
     "The CPUs by which the requests exceed the limit. The pods would fit if the kubelets over-subscribed by this "
     "amount.",
     "Raise the limit, or set cpuOverSubscriptionCapacity of the KubeletConfig; see docs/cpu-requests.md.",
     "the table of cpsizer cpu-requests"},
    {"none",
     "As the driver: no size was chosen, so no resource decided. In the table of CPU requests: no over-subscription is "
     "needed.",
     "Run cpsizer explain with the outcome, such as held.",
     "`driver` of cpsizer_recommendations_total, where the table of cpsizer recommend has - and JSON has no field; the "
     "table of cpsizer cpu-requests"},
    {"nothing", "The requests exceed the limit, so no CPU of it is left.",
     "Read the row `over-subscription needed`; it has the missing CPUs.", "the table of cpsizer cpu-requests"},
    {"allowed", "The webhook validated the object and found neither errors nor warnings.", "Nothing.", kReview},
    {"allowed_with_warnings", "The webhook validated the object, allowed it, and returned warnings to the user.",
     "Read the warnings; cpsizer validate prints them too.", kReview},
    {"denied", "The object has errors, so the webhook denied the request and nothing was stored.",
     "Correct the fields that the message names; cpsizer validate shows their places in a file.", kReview},
    {"exempted",
     "The webhook allowed an object with errors, because it is being deleted, or only its metadata or status changes.",
     "Correct the errors, which the user got as warnings, with the next change of the object.", kReview},
    {"not_reviewed",
     "The webhook allowed the request without validation, because there is nothing to validate: a DELETE, a "
     "subresource, or another kind or version.",
     "Nothing; a narrower rule in the registration avoids these requests.", kReview},
    {"failed_open", "The webhook got no decision, and allowed the request without validation (--on-failure=allow).",
     "See the runbook CpsizerWebhookUndecided; then run cpsizer validate on the stored objects.", kReview},
    {"failed_closed", "The webhook got no decision, and denied the request (--on-failure=deny).",
     "See the runbook CpsizerWebhookUndecided; then send the request again.", kReview},
    {"other",
     "As a kind: all kinds that the webhook does not validate. As a code: all HTTP codes without a series of their "
     "own.",
     "Nothing.", "`kind` of cpsizer_webhook_reviews_total, and `code` of cpsizer_webhook_http_responses_total"},
    {"too_many", "The service closed new connections, because --max-connections or the limit of open files is reached.",
     "Close unused connections, raise the limit, or add replicas of the service.",
     "`reason` of cpsizer_refused_connections_total"},
    {"flood",
     "A client sends more HTTP/2 frames than a gRPC client needs, so the service closes its connection, and refuses "
     "new connections of its address for ten seconds if this repeats.",
     kFloodRemedy, "`reason` of cpsizer_refused_connections_total; also a label and a field of the log"},
    {"headers", "The client sent a header block of more than 64 KiB or 32 frames, so its connection was closed.",
     "Send smaller metadata, such as a shorter token; see the runbook CpsizerFlood.", kFlood},
    {"unacknowledged_settings",
     "The client opened more than 100 streams, or sent 128 KiB of headers, and did not acknowledge SETTINGS, so its "
     "connection was closed.",
     kFloodRemedy, kFlood},
    {"resets",
     "The client cancelled more than a thousand calls at once, or a hundred a second, right after their start, so its "
     "connection was closed.",
     "Raise the deadlines of the client, if they are a few milliseconds; see the runbook CpsizerFlood.", kFlood},
    {"control_frames",
     "The client sent more than ten thousand PING, SETTINGS, WINDOW_UPDATE and other frames a second that do not "
     "belong to a call, so its connection was closed.",
     kFloodRemedy, kFlood},
    {"pings", "The client sent a hundred PING frames within ten seconds before its first call.", kFloodRemedy, kFlood},
    {"open_calls",
     "The client has more calls open than its share, while all connections have too many open, so its connection was "
     "closed.",
     "Let the client read its responses and send its requests without pauses; see the runbook CpsizerFlood.", kFlood},
    {"unary", "A call with one request and one response. All methods of the service are unary.", "Nothing.",
     "`grpc_type` of the metrics of calls"},
    {"server", "The certificate that this server presents, with its issuers.", kRenew, kCertificate},
    {"client_ca", "The authorities that verify the certificates of clients.", kRenew, kCertificate},
    {"client", "The certificate that this program presents to the service, with its issuers.", kRenew, kCertificate},
    {"server_ca", "The authorities that verify the certificate of the service.", kRenew, kCertificate},
    {"taken", "The changed TLS files are valid and in use.", "Nothing.", kReload},
    {"refused", "The changed TLS files cannot be used, so the previous ones stay in use.",
     "Read the error in the log or in /statusz, and correct the files.", kReload},
};

}  // namespace

absl::Span<const Word> OutputWords() {
  return kOutputTable;
}

}  // namespace cpsizer::cli
