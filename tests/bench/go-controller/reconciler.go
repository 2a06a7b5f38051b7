package main

import (
	"context"
	"encoding/json"
	"strconv"
	"strings"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/tools/events"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/log"
)

const (
	autoScaling       = "hypershift.openshift.io/resource-based-cp-auto-scaling"
	topology          = "hypershift.openshift.io/topology"
	dedicatedTopology = "dedicated-request-serving-components"
	recommendedSize   = "hypershift.openshift.io/recommended-cluster-size"
	clusterNamespace  = "hypershift.openshift.io/cluster-namespace"
	clusterName       = "hypershift.openshift.io/cluster-name"
	vpaName           = "kube-apiserver"
	configurationName = "cluster"
	fieldManager      = "cpsizer-sidecar"
)

// reconciler writes the recommended sizes of hosted clusters, one cluster at a time. It writes a size only if it
// differs from the current size.
type reconciler struct {
	client client.Client // reads from the cache
	events events.EventRecorder
}

func (r *reconciler) Reconcile(ctx context.Context, request ctrl.Request) (ctrl.Result, error) {
	cluster := hostedCluster()
	if err := r.client.Get(ctx, request.NamespacedName, cluster); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if !eligible(cluster) {
		return ctrl.Result{}, nil
	}
	var config configuration
	if err := r.client.Get(ctx, types.NamespacedName{Name: configurationName}, &config); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	var autoscaler vpa
	key := types.NamespacedName{Namespace: controlPlaneNamespace(request.NamespacedName), Name: vpaName}
	if err := r.client.Get(ctx, key, &autoscaler); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	memory, ok := memoryOf(&autoscaler)
	if !ok {
		return ctrl.Result{}, nil
	}
	wanted, err := firstSizeThatHolds(memory, &config)
	if err != nil {
		return ctrl.Result{}, err
	}
	if wanted == "" || wanted == cluster.Annotations[recommendedSize] {
		return ctrl.Result{}, nil
	}
	return r.write(ctx, cluster, wanted)
}

// write patches the annotation if the cluster has not changed after it was read.
func (r *reconciler) write(ctx context.Context, cluster *metav1.PartialObjectMetadata, wanted string) (ctrl.Result, error) {
	before := cluster.Annotations[recommendedSize]
	patch, err := json.Marshal(map[string]any{"metadata": map[string]any{
		"uid":             cluster.UID,
		"resourceVersion": cluster.ResourceVersion,
		"annotations":     map[string]string{recommendedSize: wanted},
	}})
	if err != nil {
		return ctrl.Result{}, err
	}
	err = r.client.Patch(ctx, cluster, client.RawPatch(types.MergePatchType, patch), client.FieldOwner(fieldManager))
	if apierrors.IsConflict(err) || apierrors.IsNotFound(err) {
		// The cluster is reconciled again when the watch delivers the new state.
		return ctrl.Result{}, nil
	}
	if err != nil {
		return ctrl.Result{}, err
	}
	log.FromContext(ctx).Info("size changed", "previousSize", before, "newSize", wanted)
	r.events.Eventf(cluster, nil, corev1.EventTypeNormal, "ClusterSizeRecommendationChanged", "RecommendSize",
		"the size that holds the recommended memory is %s", wanted)
	return ctrl.Result{}, nil
}

func eligible(cluster *metav1.PartialObjectMetadata) bool {
	return cluster.DeletionTimestamp == nil && cluster.Annotations[autoScaling] == "true" &&
		cluster.Annotations[topology] == dedicatedTopology
}

func controlPlaneNamespace(cluster types.NamespacedName) string {
	return cluster.Namespace + "-" + strings.ReplaceAll(cluster.Name, ".", "-")
}

func memoryOf(autoscaler *vpa) (resource.Quantity, bool) {
	for _, container := range autoscaler.Status.Recommendation.ContainerRecommendations {
		if container.ContainerName == vpaName {
			memory, ok := container.UncappedTarget[corev1.ResourceMemory]
			return memory, ok
		}
	}
	return resource.Quantity{}, false
}

// firstSizeThatHolds returns the first size that holds the demand with the fraction of its memory. If no size holds the
// demand, it returns the last size. If there are no sizes, it returns an empty name.
func firstSizeThatHolds(demand resource.Quantity, config *configuration) (string, error) {
	fraction, err := strconv.ParseFloat(config.Spec.ResourceBasedAutoscaling.KubeAPIServerMemoryFraction, 64)
	if err != nil {
		return "", err
	}
	last := ""
	for _, size := range config.Spec.Sizes {
		capacity, err := resource.ParseQuantity(size.Capacity.Memory)
		if err != nil {
			return "", err
		}
		if demand.AsApproximateFloat64() <= fraction*capacity.AsApproximateFloat64() {
			return size.Name, nil
		}
		last = size.Name
	}
	return last, nil
}
