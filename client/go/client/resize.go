package client

import (
	"fmt"
	"slices"

	v1 "github.com/cpsizer/cpsizer/client/go/cpsizer/v1"
)

// CheckResize returns an error if a program that decides continuously must not change the size of a cluster from `from`
// to `to`. Call CheckResize before each write of a size, with the response of ValidateConfig for the configuration and
// the MachineSets of the decision. A cluster without a size (from is empty) may get any size of a valid configuration.
//
// The service decides from one request. It cannot detect that a MachineSet is missing only for a minute, and it uses a
// capacity even if the unit is probably wrong. Therefore no size may change while the configuration is not valid. While
// a CPU capacity is missing, or the unit of a capacity is probably wrong, a cluster may get only a size with more
// memory. The sidecar applies the same rules.
func CheckResize(config *v1.ClusterSizingConfiguration, response *v1.ValidateConfigResponse, from, to string) error {
	if !response.GetValid() {
		return fmt.Errorf("the configuration is not valid: %s", response.GetCondition().GetMessage())
	}
	problem := capacityProblem(response)
	if problem == "" || from == "" || surelyLarger(config, response, from, to) {
		return nil
	}
	return fmt.Errorf("the size would change from %s to %s, but %s", from, to, problem)
}

// capacityProblem returns the reason why a smaller size may be wrong, or an empty string if there is no reason.
func capacityProblem(response *v1.ValidateConfigResponse) string {
	for _, finding := range response.GetFindings() {
		if rule := Rule(finding.GetRule()); rule == RuleMemoryCapacityTiny || rule == RuleCPUCapacityHuge {
			return finding.GetPath() + ": " + finding.GetMessage()
		}
	}
	switch response.GetCpuNotInPlayReason() {
	case v1.SizeNotInPlayReason_SIZE_NOT_IN_PLAY_REASON_CPU_CAPACITY_INCOMPLETE:
		return "some sizes have no CPU capacity, so decisions do not use CPU"
	case v1.SizeNotInPlayReason_SIZE_NOT_IN_PLAY_REASON_CPU_CAPACITY_NOT_CONFIGURED:
		if FindRule(response.GetFindings(), RuleCPUFractionWithoutCapacity) != nil {
			return "no size has a CPU capacity, so decisions do not use CPU"
		}
	}
	return ""
}

// surelyLarger reports whether `to` has more memory than `from` for all possible values of the uncertain capacities.
func surelyLarger(config *v1.ClusterSizingConfiguration, response *v1.ValidateConfigResponse, from, to string) bool {
	ladder := response.GetSizes() // from the smallest to the largest
	find := func(name string) int {
		return slices.IndexFunc(ladder, func(size *v1.SizeRow) bool { return size.GetName() == name })
	}
	suspect := suspectMemory(config, response)
	before, after := find(from), find(to)
	if after < 0 || suspect[to] || FindRule(response.GetFindings(), RuleCapacityOrderInconsistent) != nil {
		return false
	}
	if before < 0 {
		return after == len(ladder)-1 && len(suspect) == 0
	}
	return after > before && ladder[after].GetMemory().GetCapacity() != ladder[before].GetMemory().GetCapacity() && !suspect[from]
}

// suspectMemory returns the names of the sizes whose memory capacity probably has a wrong unit.
func suspectMemory(config *v1.ClusterSizingConfiguration, response *v1.ValidateConfigResponse) map[string]bool {
	suspect := map[string]bool{}
	for index, size := range config.GetSpec().GetSizes() {
		path := fmt.Sprintf("spec.sizes[%d].capacity.memory", index)
		for _, finding := range response.GetFindings() {
			if finding.GetRule() == string(RuleMemoryCapacityTiny) && finding.GetPath() == path {
				suspect[size.GetName()] = true
			}
		}
	}
	return suspect
}
