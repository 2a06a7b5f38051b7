// The controller that cpsizer-sidecar is compared with. It is a usual controller that does the same work and makes the
// decisions in its own process.
package main

import (
	"context"
	"flag"
	"os"
	"time"

	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/types"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/log/zap"
	"sigs.k8s.io/controller-runtime/pkg/metrics/server"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

func main() {
	// controller-runtime defines --kubeconfig.
	qps := flag.Float64("kube-api-qps", 20, "requests to the API server a second")
	burst := flag.Int("kube-api-burst", 30, "burst of requests to the API server")
	workers := flag.Int("workers", 10, "clusters reconciled at once")
	flag.Parse()
	ctrl.SetLogger(zap.New())
	if err := run(float32(*qps), *burst, *workers); err != nil {
		ctrl.Log.Error(err, "ending")
		os.Exit(1)
	}
}

func run(qps float32, burst, workers int) error {
	config, err := ctrl.GetConfig()
	if err != nil {
		return err
	}
	config.QPS, config.Burst = qps, burst
	lease, renew, retry := 137*time.Second, 107*time.Second, 26*time.Second
	manager, err := ctrl.NewManager(config, ctrl.Options{
		Scheme:                        newScheme(),
		Metrics:                       server.Options{BindAddress: "0"},
		LeaderElection:                true,
		LeaderElectionNamespace:       "cpsizer",
		LeaderElectionID:              "cpsizer-sidecar",
		LeaderElectionReleaseOnCancel: true,
		LeaseDuration:                 &lease,
		RenewDeadline:                 &renew,
		RetryPeriod:                   &retry,
		Cache: cache.Options{
			DefaultTransform: cache.TransformStripManagedFields(),
			ByObject: map[client.Object]cache.ByObject{
				&vpa{}:           {Field: fields.OneTermEqualSelector("metadata.name", vpaName)},
				&configuration{}: {Field: fields.OneTermEqualSelector("metadata.name", configurationName)},
			},
		},
	})
	if err != nil {
		return err
	}
	r := &reconciler{client: manager.GetClient(), events: manager.GetEventRecorder(fieldManager)}
	err = ctrl.NewControllerManagedBy(manager).
		Named("sizing").
		For(hostedCluster()).
		Watches(&vpa{}, handler.EnqueueRequestsFromMapFunc(clusterOfVpa)).
		Watches(&configuration{}, handler.EnqueueRequestsFromMapFunc(r.allClusters)).
		WithOptions(controller.Options{MaxConcurrentReconciles: workers}).
		Complete(r)
	if err != nil {
		return err
	}
	return manager.Start(ctrl.SetupSignalHandler())
}

func clusterOfVpa(_ context.Context, autoscaler client.Object) []reconcile.Request {
	annotations := autoscaler.GetAnnotations()
	return []reconcile.Request{{NamespacedName: types.NamespacedName{
		Namespace: annotations[clusterNamespace], Name: annotations[clusterName]}}}
}

func (r *reconciler) allClusters(ctx context.Context, _ client.Object) []reconcile.Request {
	clusters := hostedClusterList()
	if err := r.client.List(ctx, clusters); err != nil {
		return nil
	}
	requests := make([]reconcile.Request, len(clusters.Items))
	for i := range clusters.Items {
		requests[i].NamespacedName = client.ObjectKeyFromObject(&clusters.Items[i])
	}
	return requests
}
