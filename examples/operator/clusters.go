package main

import (
	"context"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
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

func eligible(cluster *metav1.PartialObjectMetadata) bool {
	return cluster.DeletionTimestamp == nil && cluster.Annotations[autoScaling] == "true" &&
		cluster.Annotations[topology] == dedicatedTopology
}

func controlPlaneNamespace(cluster types.NamespacedName) string {
	return cluster.Namespace + "-" + strings.ReplaceAll(cluster.Name, ".", "-")
}

// clusterOfVpa returns the cluster of a VPA, or nothing if the annotations of the VPA do not name a cluster.
func clusterOfVpa(_ context.Context, autoscaler client.Object) []reconcile.Request {
	annotations := autoscaler.GetAnnotations()
	cluster := types.NamespacedName{Namespace: annotations[clusterNamespace], Name: annotations[clusterName]}
	if cluster.Namespace == "" || cluster.Name == "" {
		return nil
	}
	return []reconcile.Request{{NamespacedName: cluster}}
}
