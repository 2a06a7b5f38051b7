package main

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// The types below have the fields on which a decision depends, with the field names of the API server. The objects on
// the API server have more fields. These types are only for reading: an Update with them would remove the other fields.
// An operator can also use its own types, if its types have these fields. types_test.go compares the fields with the
// messages of the service.

var (
	configurationVersion = schema.GroupVersion{Group: "scheduling.hypershift.openshift.io", Version: "v1alpha1"}
	vpaVersion           = schema.GroupVersion{Group: "autoscaling.k8s.io", Version: "v1"}
	hostedClusterKind    = schema.GroupVersionKind{Group: "hypershift.openshift.io", Version: "v1beta1", Kind: "HostedCluster"}
)

// ClusterSizingConfiguration has the sizes of hosted clusters. There is only one object, which is named cluster.
type ClusterSizingConfiguration struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              ClusterSizingConfigurationSpec   `json:"spec"`
	Status            ClusterSizingConfigurationStatus `json:"status,omitempty"`
}

type ClusterSizingConfigurationSpec struct {
	Sizes                    []SizeConfiguration                    `json:"sizes,omitempty"`
	ResourceBasedAutoscaling *ResourceBasedAutoscalingConfiguration `json:"resourceBasedAutoscaling,omitempty"`
}

type SizeConfiguration struct {
	Name     string            `json:"name"`
	Criteria NodeCountCriteria `json:"criteria"`
	Capacity *SizeCapacity     `json:"capacity,omitempty"`
}

type NodeCountCriteria struct {
	From int32  `json:"from"`
	To   *int32 `json:"to,omitempty"`
}

type SizeCapacity struct {
	Memory                      *resource.Quantity `json:"memory,omitempty"`
	CPU                         *resource.Quantity `json:"cpu,omitempty"`
	KubeAPIServerMemoryFraction *resource.Quantity `json:"kubeAPIServerMemoryFraction,omitempty"`
	KubeAPIServerCPUFraction    *resource.Quantity `json:"kubeAPIServerCPUFraction,omitempty"`
}

type ResourceBasedAutoscalingConfiguration struct {
	KubeAPIServerMemoryFraction *resource.Quantity `json:"kubeAPIServerMemoryFraction,omitempty"`
	KubeAPIServerCPUFraction    *resource.Quantity `json:"kubeAPIServerCPUFraction,omitempty"`
}

// ClusterSizingConfigurationStatus has the condition SizingFieldsStored. If it is False, the spec has lost capacities or
// fractions, and the service holds smaller sizes.
type ClusterSizingConfigurationStatus struct {
	Conditions []metav1.Condition `json:"conditions,omitempty"`
}

type ClusterSizingConfigurationList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []ClusterSizingConfiguration `json:"items"`
}

// VerticalPodAutoscaler has the recommended resources for the kube-apiserver of one hosted cluster.
type VerticalPodAutoscaler struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              VerticalPodAutoscalerSpec    `json:"spec"`
	Status            *VerticalPodAutoscalerStatus `json:"status,omitempty"`
}

type VerticalPodAutoscalerSpec struct {
	ResourcePolicy *PodResourcePolicy `json:"resourcePolicy,omitempty"`
}

type PodResourcePolicy struct {
	ContainerPolicies []ContainerResourcePolicy `json:"containerPolicies,omitempty"`
}

type ContainerResourcePolicy struct {
	ContainerName       string                `json:"containerName,omitempty"`
	ControlledResources []corev1.ResourceName `json:"controlledResources,omitempty"`
}

type VerticalPodAutoscalerStatus struct {
	Recommendation     *RecommendedPodResources `json:"recommendation,omitempty"`
	Conditions         []metav1.Condition       `json:"conditions,omitempty"`
	ObservedGeneration int64                    `json:"observedGeneration,omitempty"`
}

type RecommendedPodResources struct {
	ContainerRecommendations []RecommendedContainerResources `json:"containerRecommendations,omitempty"`
}

type RecommendedContainerResources struct {
	ContainerName  string              `json:"containerName,omitempty"`
	Target         corev1.ResourceList `json:"target,omitempty"`
	LowerBound     corev1.ResourceList `json:"lowerBound,omitempty"`
	UpperBound     corev1.ResourceList `json:"upperBound,omitempty"`
	UncappedTarget corev1.ResourceList `json:"uncappedTarget,omitempty"`
}

type VerticalPodAutoscalerList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []VerticalPodAutoscaler `json:"items"`
}

// hostedCluster returns an empty object for the metadata of a cluster. The controller reads only the metadata.
func hostedCluster() *metav1.PartialObjectMetadata {
	cluster := &metav1.PartialObjectMetadata{}
	cluster.SetGroupVersionKind(hostedClusterKind)
	return cluster
}

// newScheme returns a scheme with the types above.
func newScheme() *runtime.Scheme {
	scheme := runtime.NewScheme()
	scheme.AddKnownTypes(configurationVersion, &ClusterSizingConfiguration{}, &ClusterSizingConfigurationList{})
	scheme.AddKnownTypes(vpaVersion, &VerticalPodAutoscaler{}, &VerticalPodAutoscalerList{})
	for _, version := range []schema.GroupVersion{configurationVersion, vpaVersion} {
		metav1.AddToGroupVersion(scheme, version)
	}
	return scheme
}
