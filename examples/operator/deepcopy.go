package main

import (
	"slices"

	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/runtime"
)

// The cache of controller-runtime copies the objects that it returns with these functions. controller-gen can generate
// such functions; these were written without it.

// copyOf returns a copy of a value that has no pointers, or nil for nil.
func copyOf[T any](in *T) *T {
	if in == nil {
		return nil
	}
	out := *in
	return &out
}

func copyQuantity(in *resource.Quantity) *resource.Quantity {
	if in == nil {
		return nil
	}
	out := in.DeepCopy()
	return &out
}

// DeepCopyInto writes a copy of in to out. The copy shares no memory with in.
func (in *ClusterSizingConfiguration) DeepCopyInto(out *ClusterSizingConfiguration) {
	*out = *in
	in.ObjectMeta.DeepCopyInto(&out.ObjectMeta)
	out.Spec.Sizes = slices.Clone(in.Spec.Sizes)
	for i := range out.Spec.Sizes {
		size := &out.Spec.Sizes[i]
		size.Criteria.To = copyOf(size.Criteria.To)
		if size.Capacity = copyOf(size.Capacity); size.Capacity == nil {
			continue
		}
		size.Capacity.Memory = copyQuantity(size.Capacity.Memory)
		size.Capacity.CPU = copyQuantity(size.Capacity.CPU)
		size.Capacity.KubeAPIServerMemoryFraction = copyQuantity(size.Capacity.KubeAPIServerMemoryFraction)
		size.Capacity.KubeAPIServerCPUFraction = copyQuantity(size.Capacity.KubeAPIServerCPUFraction)
	}
	if autoscaling := copyOf(in.Spec.ResourceBasedAutoscaling); autoscaling != nil {
		autoscaling.KubeAPIServerMemoryFraction = copyQuantity(autoscaling.KubeAPIServerMemoryFraction)
		autoscaling.KubeAPIServerCPUFraction = copyQuantity(autoscaling.KubeAPIServerCPUFraction)
		out.Spec.ResourceBasedAutoscaling = autoscaling
	}
	out.Status.Conditions = slices.Clone(in.Status.Conditions)
}

func (in *ClusterSizingConfiguration) DeepCopyObject() runtime.Object {
	out := &ClusterSizingConfiguration{}
	in.DeepCopyInto(out)
	return out
}

func (in *ClusterSizingConfigurationList) DeepCopyObject() runtime.Object {
	out := *in
	in.ListMeta.DeepCopyInto(&out.ListMeta)
	out.Items = slices.Clone(in.Items)
	for i := range in.Items {
		in.Items[i].DeepCopyInto(&out.Items[i])
	}
	return &out
}

// DeepCopyInto writes a copy of in to out. The copy shares no memory with in.
func (in *VerticalPodAutoscaler) DeepCopyInto(out *VerticalPodAutoscaler) {
	*out = *in
	in.ObjectMeta.DeepCopyInto(&out.ObjectMeta)
	if policy := copyOf(in.Spec.ResourcePolicy); policy != nil {
		policy.ContainerPolicies = slices.Clone(policy.ContainerPolicies)
		for i := range policy.ContainerPolicies {
			container := &policy.ContainerPolicies[i]
			container.ControlledResources = slices.Clone(container.ControlledResources)
		}
		out.Spec.ResourcePolicy = policy
	}
	if status := copyOf(in.Status); status != nil {
		status.Conditions = slices.Clone(status.Conditions)
		status.Recommendation = status.Recommendation.deepCopy()
		out.Status = status
	}
}

func (in *RecommendedPodResources) deepCopy() *RecommendedPodResources {
	out := copyOf(in)
	if out == nil {
		return nil
	}
	out.ContainerRecommendations = slices.Clone(out.ContainerRecommendations)
	for i := range out.ContainerRecommendations {
		container := &out.ContainerRecommendations[i]
		container.Target = container.Target.DeepCopy()
		container.LowerBound = container.LowerBound.DeepCopy()
		container.UpperBound = container.UpperBound.DeepCopy()
		container.UncappedTarget = container.UncappedTarget.DeepCopy()
	}
	return out
}

func (in *VerticalPodAutoscaler) DeepCopyObject() runtime.Object {
	out := &VerticalPodAutoscaler{}
	in.DeepCopyInto(out)
	return out
}

func (in *VerticalPodAutoscalerList) DeepCopyObject() runtime.Object {
	out := *in
	in.ListMeta.DeepCopyInto(&out.ListMeta)
	out.Items = slices.Clone(in.Items)
	for i := range in.Items {
		in.Items[i].DeepCopyInto(&out.Items[i])
	}
	return &out
}
