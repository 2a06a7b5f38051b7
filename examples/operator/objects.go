package main

import (
	"context"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

const (
	autoScaling       = "hypershift.openshift.io/resource-based-cp-auto-scaling"
	topology          = "hypershift.openshift.io/topology"
	dedicatedTopology = "dedicated-request-serving-components"
	recommendedSize   = "hypershift.openshift.io/recommended-cluster-size"
	sizeInForce       = "hypershift.openshift.io/hosted-cluster-size"
	clusterNamespace  = "hypershift.openshift.io/cluster-namespace"
	clusterName       = "hypershift.openshift.io/cluster-name"
	vpaName           = "kube-apiserver"
	configurationName = "cluster"
)

var (
	hostedClusterKind = schema.GroupVersionKind{Group: "hypershift.openshift.io", Version: "v1beta1", Kind: "HostedCluster"}
	vpaKind           = schema.GroupVersionKind{Group: "autoscaling.k8s.io", Version: "v1", Kind: "VerticalPodAutoscaler"}
	configurationKind = schema.GroupVersionKind{
		Group: "scheduling.hypershift.openshift.io", Version: "v1alpha1", Kind: "ClusterSizingConfiguration"}
)

func objectOf(kind schema.GroupVersionKind) *unstructured.Unstructured {
	object := &unstructured.Unstructured{}
	object.SetGroupVersionKind(kind)
	return object
}

// hostedCluster is all that is watched of one: its metadata.
func hostedCluster() *metav1.PartialObjectMetadata {
	cluster := &metav1.PartialObjectMetadata{}
	cluster.SetGroupVersionKind(hostedClusterKind)
	return cluster
}

func eligible(cluster *metav1.PartialObjectMetadata) bool {
	return cluster.DeletionTimestamp == nil && cluster.Annotations[autoScaling] == "true" &&
		cluster.Annotations[topology] == dedicatedTopology
}

func controlPlaneNamespace(cluster types.NamespacedName) string {
	return cluster.Namespace + "-" + strings.ReplaceAll(cluster.Name, ".", "-")
}

func clusterOfVpa(_ context.Context, autoscaler client.Object) []reconcile.Request {
	annotations := autoscaler.GetAnnotations()
	return []reconcile.Request{{NamespacedName: types.NamespacedName{
		Namespace: annotations[clusterNamespace], Name: annotations[clusterName]}}}
}

func (r *reconciler) allClusters(ctx context.Context, _ client.Object) []reconcile.Request {
	clusters := &metav1.PartialObjectMetadataList{}
	clusters.SetGroupVersionKind(hostedClusterKind.GroupVersion().WithKind("HostedClusterList"))
	if err := r.client.List(ctx, clusters); err != nil {
		return nil
	}
	requests := make([]reconcile.Request, len(clusters.Items))
	for i := range clusters.Items {
		requests[i].NamespacedName = client.ObjectKeyFromObject(&clusters.Items[i])
	}
	return requests
}
