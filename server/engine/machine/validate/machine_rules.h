#ifndef CPSIZER_SERVER_ENGINE_MACHINE_VALIDATE_MACHINE_RULES_H_
#define CPSIZER_SERVER_ENGINE_MACHINE_VALIDATE_MACHINE_RULES_H_

#include "cpsizer/rules.h"

namespace cpsizer {

// The rules about a ControlPlaneMachineSetAutoscaler and its TriggerAuthentication. In the order of `Rule`.
inline constexpr RuleInfo kMachineRules[] = {
    {Rule::kWeightDuplicate, "WEIGHT_DUPLICATE", v1::SEVERITY_ERROR, "Two machine sizes have the same weight.",
     "Weights order the sizes; nobody can tell which of the two is the larger one.",
     "Give each size a weight of its own.",
     "aws: [{weight: 1, instanceType: m6i.xlarge}, {weight: 1, instanceType: m6i.2xlarge}]",
     "aws: [{weight: 1, instanceType: m6i.xlarge}, {weight: 2, instanceType: m6i.2xlarge}]"},
    {Rule::kMachineSizeDuplicate, "MACHINE_SIZE_DUPLICATE", v1::SEVERITY_ERROR, "A machine size is listed twice.",
     "The machines would have two places in the order of sizes.", "Remove one of the two.",
     "aws: [{weight: 1, instanceType: m6i.xlarge}, {weight: 2, instanceType: m6i.xlarge}]",
     "aws: [{weight: 1, instanceType: m6i.xlarge}, {weight: 2, instanceType: m6i.2xlarge}]"},
    {Rule::kSpellingsContradict, "SPELLINGS_CONTRADICT", v1::SEVERITY_ERROR,
     "A field is written in two spellings with different values.", "Nobody can tell which of the two is meant.",
     "Keep one spelling; the API reference has the usual one.", "scaleUpDelay: 2h, stabilizationWindow: 1h",
     "scaleUpDelay: 2h"},
    {Rule::kNumberMalformed, "NUMBER_MALFORMED", v1::SEVERITY_ERROR, "A text is not a number where one belongs.",
     "A trigger compares with it.", "Write a number, such as 80 or 72.5, without a unit.", "value: 80%",
     "value: \"80\""},
    {Rule::kUrlMalformed, "URL_MALFORMED", v1::SEVERITY_ERROR,
     "The address of a server is not an absolute http or https URL with a host.", "Nothing could be asked there.",
     "Write the scheme, the host and, if it needs one, the port; credentials belong into a TriggerAuthentication.",
     "serverAddress: thanos-querier:9091", "serverAddress: https://thanos-querier.example.com:9091"},
    {Rule::kAuthModesContradict, "AUTH_MODES_CONTRADICT", v1::SEVERITY_ERROR,
     "A query authenticates with a password and with a token.", "A request has one Authorization header.",
     "Keep basic or bearer; either can stand beside tls.", "authModes: [basic, bearer]", "authModes: [tls, bearer]"},
    {Rule::kParameterDuplicate, "PARAMETER_DUPLICATE", v1::SEVERITY_ERROR, "A credential is given twice.",
     "Nobody can tell which of the two counts; bearer, token and bearerToken are the same.",
     "Keep one entry for each parameter.", "two entries with parameter: ca", "one entry with parameter: ca"},
    {Rule::kCredentialsIncomplete, "CREDENTIALS_INCOMPLETE", v1::SEVERITY_ERROR,
     "A credential is there without the one that belongs to it.",
     "A certificate needs its key, a key its certificate, and a password its user name.", "Add the other one.",
     "parameter: cert alone", "parameter: cert, and parameter: key"},

    {Rule::kMachineSizesTooFew, "MACHINE_SIZES_TOO_FEW", v1::SEVERITY_WARNING, "There is only one machine size.",
     "There is nothing to change to.", "List at least two sizes.", "aws: [{weight: 1, instanceType: m6i.xlarge}]",
     "aws: [{weight: 1, instanceType: m6i.xlarge}, {weight: 2, instanceType: m6i.2xlarge}]"},
    {Rule::kDelayShort, "DELAY_SHORT", v1::SEVERITY_WARNING, "A delay is below one hour.",
     "Replacing the machines of a control plane takes that long; the next change would come on top of this one.",
     "Wait at least 60m; without the field it is 120m.", "scaleUpDelay: 10m", "scaleUpDelay: 120m"},
    {Rule::kDelayBelowWindow, "DELAY_BELOW_WINDOW", v1::SEVERITY_WARNING,
     "A delay is below the longest window of its direction.",
     "A change could be decided with samples from before the last one.",
     "Make the delay at least as long as every timeWindow.", "scaleUpDelay: 60m, timeWindow: 90m",
     "scaleUpDelay: 120m, timeWindow: 90m"},
    {Rule::kTriggerPolicyOmitted, "TRIGGER_POLICY_OMITTED", v1::SEVERITY_WARNING,
     "scaleDown has several triggers and no triggerPolicy.",
     "One of them is then enough to make the machines smaller, although another resource may need them.",
     "Write triggerPolicy: all, or any if that is meant.", "triggers on cpu and memory", "triggerPolicy: all"},
    {Rule::kTriggerNeverMet, "TRIGGER_NEVER_MET", v1::SEVERITY_WARNING, "A trigger can never be met.",
     "No utilization is above 100 % or below 0 %.", "Write a value below 100 for scaleUp, and above 0 for scaleDown.",
     "scaleUp with value: \"100\"", "scaleUp with value: \"80\""},
    {Rule::kThresholdsOverlap, "THRESHOLDS_OVERLAP", v1::SEVERITY_WARNING,
     "scaleDown begins at or above where scaleUp begins, for the same resource.",
     "A larger machine lowers the utilization below that of scaleDown at once: the size would go up and down.",
     "Leave room between the two: a machine of twice the size halves the utilization.",
     "cpu 80 for scaleUp and 80 for scaleDown", "cpu 80 for scaleUp and 35 for scaleDown"},
    {Rule::kCertificateNotChecked, "CERTIFICATE_NOT_CHECKED", v1::SEVERITY_WARNING,
     "The certificate of the server of a query is not checked.",
     "Whoever answers in its place decides about the size of the control plane.",
     "Remove unsafeSsl, and give the authority as parameter ca.", "unsafeSsl: true", "unsafeSsl: false"},
    {Rule::kTenancyWithoutNamespace, "TENANCY_WITHOUT_NAMESPACE", v1::SEVERITY_WARNING,
     "A query to port 9092 has no namespace.", "On OpenShift this port of Thanos answers only for a namespace.",
     "Set namespace, or ask port 9091 with an account that may read all.",
     "serverAddress: https://thanos-querier.example.com:9092",
     "serverAddress: https://thanos-querier.example.com:9091"},
    {Rule::kMachineSizeSmall, "MACHINE_SIZE_SMALL", v1::SEVERITY_WARNING,
     "A machine size is smaller than the API server recommends for a machine.",
     "The webhook for Machines warns below 2 CPUs, 2048 MiB of memory and 120 GiB of disk; a control plane does not "
     "run "
     "on less.",
     "List larger sizes.", "memoryMiB: 1024", "memoryMiB: 16384"},
};

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_MACHINE_VALIDATE_MACHINE_RULES_H_
