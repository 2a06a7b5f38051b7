package client

import (
	"strings"

	v1 "github.com/cpsizer/cpsizer/client/go/cpsizer/v1"
)

// Errors returns the findings that make the input unusable.
func Errors(findings []*v1.Finding) []*v1.Finding {
	return withSeverity(findings, v1.Severity_SEVERITY_ERROR)
}

// Warnings returns the findings about input that can be used but is probably not intended.
func Warnings(findings []*v1.Finding) []*v1.Finding {
	return withSeverity(findings, v1.Severity_SEVERITY_WARNING)
}

// FindRule returns the first finding of a rule, or nil.
func FindRule(findings []*v1.Finding, rule Rule) *v1.Finding {
	for _, finding := range findings {
		if finding.GetRule() == string(rule) {
			return finding
		}
	}
	return nil
}

// HeldBy returns the rule that holds a recommendation, such as [RuleVPAAtFloor]. It also works for brief responses. It
// returns an empty rule if no rule holds the recommendation, or if an older service does not have the field.
func HeldBy(answer *v1.RecommendSizeResponse) Rule {
	name, known := v1.SizeHoldRule_name[int32(answer.GetHeldBy())]
	if !known || answer.GetHeldBy() == v1.SizeHoldRule_SIZE_HOLD_RULE_UNSPECIFIED {
		return ""
	}
	return Rule(strings.TrimPrefix(name, "SIZE_HOLD_RULE_"))
}

func withSeverity(findings []*v1.Finding, severity v1.Severity) []*v1.Finding {
	var those []*v1.Finding
	for _, finding := range findings {
		if finding.GetSeverity() == severity {
			those = append(those, finding)
		}
	}
	return those
}
