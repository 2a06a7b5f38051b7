package client_test

import (
	"testing"

	"github.com/cpsizer/cpsizer/client/go/client"
	v1 "github.com/cpsizer/cpsizer/client/go/cpsizer/v1"
)

func TestTheRuleThatHoldsIsOneOfTheRules(t *testing.T) {
	for value, wanted := range map[v1.SizeHoldRule]client.Rule{
		v1.SizeHoldRule_SIZE_HOLD_RULE_UNSPECIFIED:              "",
		v1.SizeHoldRule_SIZE_HOLD_RULE_VPA_OVERFLOW:             client.RuleVPAOverflow,
		v1.SizeHoldRule_SIZE_HOLD_RULE_VPA_MEMORY_MISSING:       client.RuleVPAMemoryMissing,
		v1.SizeHoldRule_SIZE_HOLD_RULE_VPA_CPU_MISSING:          client.RuleVPACPUMissing,
		v1.SizeHoldRule_SIZE_HOLD_RULE_VPA_AT_FLOOR:             client.RuleVPAAtFloor,
		v1.SizeHoldRule_SIZE_HOLD_RULE_CAPACITY_SUSPECT:         client.RuleCapacitySuspect,
		v1.SizeHoldRule_SIZE_HOLD_RULE_CPU_CAPACITY_MISSING:     client.RuleCPUCapacityMissing,
		v1.SizeHoldRule_SIZE_HOLD_RULE_VPA_RECOMMENDATION_STALE: client.RuleVPARecommendationStale,
		v1.SizeHoldRule_SIZE_HOLD_RULE_VPA_LOW_EVIDENCE:         client.RuleVPALowEvidence,
		v1.SizeHoldRule_SIZE_HOLD_RULE_FIELDS_NOT_STORED:        client.RuleFieldsNotStored,
		99: "", // a value from a newer service
	} {
		if rule := client.HeldBy(&v1.RecommendSizeResponse{HeldBy: value}); rule != wanted {
			t.Errorf("%v: %q", value, rule)
		}
	}
	if len(v1.SizeHoldRule_name) != 10 {
		t.Error("the table above does not have all rules")
	}
	if client.HeldBy(nil) != "" {
		t.Error("no answer is held")
	}
}
