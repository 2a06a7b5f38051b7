package client

import (
	"context"

	v1 "github.com/cpsizer/cpsizer/client/go/cpsizer/v1"
)

// InfrastructureOf makes a message from an Infrastructure (config.openshift.io/v1) of any Go type, as in
// [ConfigurationOf]. An object without status.controlPlaneCPULimit has no limit.
func InfrastructureOf(object any) (*v1.Infrastructure, error) {
	return messageOf(object, &v1.Infrastructure{})
}

// ScaledCPURequest returns the CPU request that a container of the control plane should have. It scales defaultRequest
// (a quantity such as "350m") to the CPU limit of the Infrastructure. Always pass the default, and never a request that
// was already scaled. After an error, keep the current request of the container, or the default.
func (c *Client) ScaledCPURequest(ctx context.Context, infrastructure *v1.Infrastructure, defaultRequest string) (string, error) {
	container := &v1.Container{Resources: &v1.ResourceRequirements{Requests: map[string]string{"cpu": defaultRequest}}}
	answer, err := c.ScaleCpuRequests(ctx, &v1.ScaleCpuRequestsRequest{
		Limit:     &v1.ScaleCpuRequestsRequest_Infrastructure{Infrastructure: infrastructure},
		Workloads: []*v1.CpuRequestsWorkload{{PodSpec: &v1.PodSpec{Containers: []*v1.Container{container}}}},
		Options:   &v1.ScaleCpuRequestsOptions{Detail: v1.Detail_DETAIL_BRIEF},
	})
	if err != nil {
		return "", err
	}
	return answer.GetWorkloads()[0].GetContainers()[0].GetScaledRequest(), nil
}
