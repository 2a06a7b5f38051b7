package client_test

import (
	"strings"
	"testing"

	"github.com/cpsizer/cpsizer/client/go/client"
	v1 "github.com/cpsizer/cpsizer/client/go/cpsizer/v1"
)

func ladder(capacities ...string) (*v1.ClusterSizingConfiguration, *v1.ValidateConfigResponse) {
	config := &v1.ClusterSizingConfiguration{Spec: &v1.ClusterSizingConfigurationSpec{}}
	response := &v1.ValidateConfigResponse{Valid: true}
	for i, name := range []string{"small", "medium", "medium-cpu", "large"} {
		config.Spec.Sizes = append(config.Spec.Sizes, &v1.SizeConfiguration{Name: name})
		response.Sizes = append(response.Sizes, &v1.SizeRow{Name: name, Memory: &v1.SizeResource{Capacity: capacities[i]}})
	}
	return config, response
}

func finding(rule client.Rule, path string) *v1.Finding {
	return &v1.Finding{Rule: string(rule), Path: path, Message: "the message"}
}

func TestOnlyASizeThatIsCertainlyLargerIsAllowed(t *testing.T) {
	const incomplete = v1.SizeNotInPlayReason_SIZE_NOT_IN_PLAY_REASON_CPU_CAPACITY_INCOMPLETE
	const unset = v1.SizeNotInPlayReason_SIZE_NOT_IN_PLAY_REASON_CPU_CAPACITY_NOT_CONFIGURED
	tiny := finding(client.RuleMemoryCapacityTiny, "spec.sizes[3].capacity.memory")
	huge := finding(client.RuleCPUCapacityHuge, "spec.sizes[0].capacity.cpu")
	inconsistent := finding(client.RuleCapacityOrderInconsistent, "spec.sizes[2]")
	fraction := finding(client.RuleCPUFractionWithoutCapacity, "spec.resourceBasedAutoscaling")
	for _, c := range []struct {
		name     string
		reason   v1.SizeNotInPlayReason
		findings []*v1.Finding
		from, to string
		allowed  bool
	}{
		{"no problem", 0, nil, "large", "small", true},
		{"CPU is not used", unset, nil, "large", "small", true},
		{"more memory", incomplete, nil, "small", "medium", true},
		{"less memory", incomplete, nil, "large", "medium", false},
		{"as much memory", incomplete, nil, "medium", "medium-cpu", false},
		{"a size of another configuration", incomplete, nil, "gigantic", "medium", false},
		{"the last size", incomplete, nil, "gigantic", "large", true},
		{"a size that does not exist", incomplete, nil, "small", "gigantic", false},
		{"a first size", incomplete, nil, "", "small", true},
		{"more memory, less CPU", incomplete, []*v1.Finding{inconsistent}, "small", "medium", false},
		{"a fraction without capacities", unset, []*v1.Finding{fraction}, "large", "small", false},
		{"both memory capacities are plausible", 0, []*v1.Finding{tiny}, "small", "medium", true},
		{"the present size is suspect", 0, []*v1.Finding{tiny}, "large", "medium", false},
		{"the new size is suspect", 0, []*v1.Finding{tiny}, "small", "large", false},
		{"the last size may be smaller", 0, []*v1.Finding{tiny}, "gigantic", "medium-cpu", false},
		{"a suspect CPU capacity, less memory", 0, []*v1.Finding{huge}, "large", "small", false},
		{"a suspect CPU capacity, more memory", 0, []*v1.Finding{huge}, "small", "large", true},
	} {
		config, response := ladder("32Gi", "64Gi", "64Gi", "128Gi")
		response.CpuNotInPlayReason, response.Findings = c.reason, c.findings
		if err := client.CheckResize(config, response, c.from, c.to); (err == nil) != c.allowed {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

func TestAnErrorNamesTheSizesAndTheCapacity(t *testing.T) {
	config, response := ladder("32Gi", "64Gi", "64Gi", "128Gi")
	response.Findings = []*v1.Finding{finding(client.RuleMemoryCapacityTiny, "spec.sizes[3].capacity.memory")}
	err := client.CheckResize(config, response, "large", "medium")
	if err == nil || err.Error() != "the size would change from large to medium, but spec.sizes[3].capacity.memory: the message" {
		t.Error(err)
	}
}

func TestNoSizeOfAnInvalidConfigurationIsAllowed(t *testing.T) {
	config, response := ladder("32Gi", "64Gi", "64Gi", "128Gi")
	response.Valid = false
	response.Condition = &v1.Condition{Message: "two sizes overlap"}
	for _, from := range []string{"", "small"} {
		if err := client.CheckResize(config, response, from, "large"); err == nil || !strings.Contains(err.Error(), "two sizes overlap") {
			t.Error(err)
		}
	}
	if client.CheckResize(nil, nil, "", "large") == nil {
		t.Error("a missing response is not a valid configuration")
	}
}
