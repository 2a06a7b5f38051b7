package main

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// The API types of the controller. They have only the fields that a decision reads.

type vpa struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata"`
	Status            vpaStatus `json:"status"`
}

type vpaStatus struct {
	Recommendation struct {
		ContainerRecommendations []containerRecommendation `json:"containerRecommendations,omitempty"`
	} `json:"recommendation"`
}

type containerRecommendation struct {
	ContainerName  string              `json:"containerName"`
	UncappedTarget corev1.ResourceList `json:"uncappedTarget,omitempty"`
}

type vpaList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata"`
	Items           []vpa `json:"items"`
}

type configuration struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata"`
	Spec              configurationSpec `json:"spec"`
}

type configurationSpec struct {
	Sizes                    []size `json:"sizes"`
	ResourceBasedAutoscaling struct {
		KubeAPIServerMemoryFraction string `json:"kubeAPIServerMemoryFraction"`
	} `json:"resourceBasedAutoscaling"`
}

type size struct {
	Name     string `json:"name"`
	Capacity struct {
		Memory string `json:"memory"`
	} `json:"capacity"`
}

type configurationList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata"`
	Items           []configuration `json:"items"`
}

var (
	vpaVersion           = schema.GroupVersion{Group: "autoscaling.k8s.io", Version: "v1"}
	configurationVersion = schema.GroupVersion{Group: "scheduling.hypershift.openshift.io", Version: "v1alpha1"}
	hostedClusterKind    = schema.GroupVersionKind{Group: "hypershift.openshift.io", Version: "v1beta1", Kind: "HostedCluster"}
)

func newScheme() *runtime.Scheme {
	scheme := runtime.NewScheme()
	scheme.AddKnownTypeWithName(vpaVersion.WithKind("VerticalPodAutoscaler"), &vpa{})
	scheme.AddKnownTypeWithName(vpaVersion.WithKind("VerticalPodAutoscalerList"), &vpaList{})
	scheme.AddKnownTypeWithName(configurationVersion.WithKind("ClusterSizingConfiguration"), &configuration{})
	scheme.AddKnownTypeWithName(configurationVersion.WithKind("ClusterSizingConfigurationList"), &configurationList{})
	metav1.AddToGroupVersion(scheme, vpaVersion)
	metav1.AddToGroupVersion(scheme, configurationVersion)
	return scheme
}

func hostedCluster() *metav1.PartialObjectMetadata {
	cluster := &metav1.PartialObjectMetadata{}
	cluster.SetGroupVersionKind(hostedClusterKind)
	return cluster
}

func hostedClusterList() *metav1.PartialObjectMetadataList {
	clusters := &metav1.PartialObjectMetadataList{}
	clusters.SetGroupVersionKind(hostedClusterKind.GroupVersion().WithKind("HostedClusterList"))
	return clusters
}

func (v *vpa) DeepCopyObject() runtime.Object {
	out := *v
	v.ObjectMeta.DeepCopyInto(&out.ObjectMeta)
	containers := v.Status.Recommendation.ContainerRecommendations
	out.Status.Recommendation.ContainerRecommendations = make([]containerRecommendation, len(containers))
	for i, container := range containers {
		out.Status.Recommendation.ContainerRecommendations[i] = containerRecommendation{
			ContainerName: container.ContainerName, UncappedTarget: container.UncappedTarget.DeepCopy()}
	}
	return &out
}

func (l *vpaList) DeepCopyObject() runtime.Object {
	out := *l
	out.Items = make([]vpa, len(l.Items))
	for i := range l.Items {
		out.Items[i] = *l.Items[i].DeepCopyObject().(*vpa)
	}
	return &out
}

func (c *configuration) DeepCopyObject() runtime.Object {
	out := *c
	c.ObjectMeta.DeepCopyInto(&out.ObjectMeta)
	out.Spec.Sizes = append([]size(nil), c.Spec.Sizes...)
	return &out
}

func (l *configurationList) DeepCopyObject() runtime.Object {
	out := *l
	out.Items = make([]configuration, len(l.Items))
	for i := range l.Items {
		out.Items[i] = *l.Items[i].DeepCopyObject().(*configuration)
	}
	return &out
}
