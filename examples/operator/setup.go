package main

import (
	"context"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/util/workqueue"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
	"sigs.k8s.io/controller-runtime/pkg/source"
)

// SetupWithManager adds the controller to a manager. It watches hosted clusters and their VPAs, and reconciles all
// clusters when the configuration changes.
func (r *Reconciler) SetupWithManager(manager ctrl.Manager) error {
	changed := make(chan event.GenericEvent)
	err := ctrl.NewControllerManagedBy(manager).
		Named("sizing-configuration").
		For(&ClusterSizingConfiguration{}).
		WithOptions(options(1)).
		Complete(&configurationReconciler{clusters: manager.GetClient(), changed: changed})
	if err != nil {
		return err
	}
	return ctrl.NewControllerManagedBy(manager).
		Named("sizing").
		For(hostedCluster()).
		Watches(&VerticalPodAutoscaler{}, handler.EnqueueRequestsFromMapFunc(clusterOfVpa)).
		WatchesRawSource(source.Channel(changed, &handler.EnqueueRequestForObject{})).
		WithOptions(options(10)).
		Complete(r)
}

func options(workers int) controller.Options {
	return controller.Options{
		MaxConcurrentReconciles: workers,
		// By default, the delay between retries grows to 1,000 seconds. With such a delay, the operator would notice much too
		// late that the service has recovered.
		RateLimiter: workqueue.NewTypedItemExponentialFailureRateLimiter[reconcile.Request](100*time.Millisecond, 30*time.Second),
	}
}

// configurationReconciler enqueues all clusters when the configuration changes. It is a controller because a
// handler.MapFunc cannot return an error: if a MapFunc could not list the clusters, they would keep the sizes of the
// old configuration.
type configurationReconciler struct {
	clusters client.Reader
	changed  chan<- event.GenericEvent
}

func (c *configurationReconciler) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	clusters := &metav1.PartialObjectMetadataList{}
	clusters.SetGroupVersionKind(hostedClusterKind.GroupVersion().WithKind("HostedClusterList"))
	if err := c.clusters.List(ctx, clusters); err != nil {
		return ctrl.Result{}, err
	}
	for i := range clusters.Items {
		select {
		case c.changed <- event.GenericEvent{Object: &clusters.Items[i]}:
		case <-ctx.Done():
			return ctrl.Result{}, ctx.Err()
		}
	}
	return ctrl.Result{}, nil
}
