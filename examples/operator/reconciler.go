package main

import (
	"context"
	"encoding/json"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	cpsizer "github.com/cpsizer/cpsizer/client/go/client"
	v1 "github.com/cpsizer/cpsizer/client/go/cpsizer/v1"
)

// Reconciler keeps the recommended sizes of hosted clusters current, one cluster at a time. Client and Sizing are
// required.
type Reconciler struct {
	Client client.Client // reads from a cache
	Sizing v1.SizingServiceClient
	// VPAMinAge is the least age of a VPA that may make a cluster smaller, such as 24h. Empty: the default of the service.
	VPAMinAge string

	held heldClusters
}

// Reconcile writes only if the service returns a size that differs from the size in the annotation. If an object is
// missing, a call fails or the response has no size, the annotation does not change.
func (r *Reconciler) Reconcile(ctx context.Context, request ctrl.Request) (ctrl.Result, error) {
	cluster := hostedCluster()
	if err := r.Client.Get(ctx, request.NamespacedName, cluster); err != nil {
		r.held.forget(request.NamespacedName)
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if !eligible(cluster) {
		r.held.forget(request.NamespacedName)
		return ctrl.Result{}, nil
	}
	config, autoscaler := &ClusterSizingConfiguration{}, &VerticalPodAutoscaler{}
	if err := r.Client.Get(ctx, types.NamespacedName{Name: configurationName}, config); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	vpa := types.NamespacedName{Namespace: controlPlaneNamespace(request.NamespacedName), Name: vpaName}
	if err := r.Client.Get(ctx, vpa, autoscaler); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	sizeRequest, err := r.sizingRequest(cluster, config, autoscaler)
	if err != nil {
		return ctrl.Result{}, reconcile.TerminalError(err)
	}
	answer, err := r.Sizing.RecommendSize(ctx, sizeRequest)
	if refused := cpsizer.AsError(err); refused != nil && refused.Refused() {
		// The same request would get the same response. The watches trigger a reconcile after a change.
		return ctrl.Result{}, reconcile.TerminalError(err)
	}
	if err != nil {
		return ctrl.Result{}, err
	}
	if reason := holdReason(answer); reason != "" {
		r.logHold(ctx, cluster, reason, answer.Summary)
		return ctrl.Result{}, nil
	}
	r.held.forget(request.NamespacedName)
	if answer.RecommendedSize == cluster.Annotations[recommendedSize] {
		return ctrl.Result{}, nil
	}
	return ctrl.Result{}, r.write(ctx, cluster, answer)
}

// logHold logs why a cluster keeps its size, if the cause has changed. summary may contain amounts; cause contains
// none.
func (r *Reconciler) logHold(ctx context.Context, cluster *metav1.PartialObjectMetadata, cause, summary string) {
	if r.held.changed(client.ObjectKeyFromObject(cluster), cause) {
		log.FromContext(ctx).Info("size kept", "size", cluster.Annotations[recommendedSize], "reason", summary)
	}
}

// sizingRequest makes the request to the service. Without the service, an operator would compare quantities here.
func (r *Reconciler) sizingRequest(cluster *metav1.PartialObjectMetadata, config *ClusterSizingConfiguration,
	autoscaler *VerticalPodAutoscaler) (*v1.RecommendSizeRequest, error) {
	configuration, err := cpsizer.ConfigurationOf(config)
	if err != nil {
		return nil, err
	}
	status, err := cpsizer.VpaStatusOf(autoscaler)
	if err != nil {
		return nil, err
	}
	policy, err := cpsizer.VpaResourcePolicyOf(autoscaler)
	if err != nil {
		return nil, err
	}
	current := cluster.Annotations[recommendedSize]
	if current == "" {
		current = cluster.Labels[sizeInForce]
	}
	// This policy decides by memory alone until the configuration has a fraction for CPU.
	options := &v1.RecommendSizeOptions{CpuPolicy: v1.SizeCpuPolicy_SIZE_CPU_POLICY_WHEN_FRACTION_CONFIGURED}
	if r.VPAMinAge != "" {
		options.VpaMinAge = &r.VPAMinAge
	}
	return &v1.RecommendSizeRequest{
		ClusterSizingConfiguration: configuration, // a size without capacities also needs MachineSets
		Observation:                &v1.RecommendSizeRequest_VpaStatus{VpaStatus: status},
		VpaResourcePolicy:          policy,
		VpaCreationTimestamp:       autoscaler.CreationTimestamp.UTC().Format(time.RFC3339),
		Now:                        time.Now().UTC().Format(time.RFC3339),
		CurrentSize:                current,
		Cluster:                    &v1.ClusterReference{Namespace: cluster.Namespace, Name: cluster.Name},
		Options:                    options,
	}, nil
}

// write patches the annotation if the cluster has not changed since it was read.
func (r *Reconciler) write(ctx context.Context, cluster *metav1.PartialObjectMetadata, answer *v1.RecommendSizeResponse) error {
	before := cluster.Annotations[recommendedSize]
	patch, err := json.Marshal(map[string]any{"metadata": map[string]any{
		"uid":             cluster.UID,
		"resourceVersion": cluster.ResourceVersion,
		"annotations":     map[string]string{recommendedSize: answer.RecommendedSize},
	}})
	if err != nil {
		return err
	}
	err = r.Client.Patch(ctx, cluster, client.RawPatch(types.MergePatchType, patch), client.FieldOwner("example-operator"))
	if apierrors.IsConflict(err) || apierrors.IsNotFound(err) {
		return nil // the watch will deliver the new state
	}
	if err == nil {
		log.FromContext(ctx).Info("size changed", "previousSize", before, "newSize", answer.RecommendedSize, "reason", answer.Summary)
	}
	return err
}
