// An operator that leaves the size of its hosted clusters to cpsizer: what HyperShift's resource-based autoscaler would look
// like with the decision taken out.
package main

import (
	"flag"
	"os"
	"time"

	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/client-go/util/workqueue"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/log/zap"
	"sigs.k8s.io/controller-runtime/pkg/metrics/server"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	cpsizer "github.com/cpsizer/cpsizer/client/go/client"
)

func main() {
	// --kubeconfig is controller-runtime's own.
	var files cpsizer.TLSFiles
	service := flag.String("service", "dns:///cpsizer.cpsizer.svc:50051", "gRPC name of the sizing service")
	flag.StringVar(&files.CA, "service-ca-file", "", "authority of the service's certificate")
	flag.StringVar(&files.Certificate, "service-cert-file", "", "certificate to show to the service")
	flag.StringVar(&files.Key, "service-key-file", "", "key of that certificate")
	flag.StringVar(&files.ServerName, "service-server-name", "", "name of the service's certificate, where it is not that of --service")
	flag.Parse()
	ctrl.SetLogger(zap.New())
	if err := run(cpsizer.Options{Target: *service, TLS: &files, Timeout: 2 * time.Second}); err != nil {
		ctrl.Log.Error(err, "ending")
		os.Exit(1)
	}
}

func run(options cpsizer.Options) error {
	sizing, err := cpsizer.New(options)
	if err != nil {
		return err
	}
	defer sizing.Close()
	config, err := ctrl.GetConfig()
	if err != nil {
		return err
	}
	// A real operator also elects a leader and serves metrics: its manager does already.
	manager, err := ctrl.NewManager(config, ctrl.Options{
		Metrics: server.Options{BindAddress: "0"},
		Cache: cache.Options{
			DefaultTransform: cache.TransformStripManagedFields(),
			ByObject: map[client.Object]cache.ByObject{
				objectOf(vpaKind):           {Field: fields.OneTermEqualSelector("metadata.name", vpaName)},
				objectOf(configurationKind): {Field: fields.OneTermEqualSelector("metadata.name", configurationName)},
			},
		},
		// Unstructured: with the fields that the API server has, whatever Go types know of them.
		Client: client.Options{Cache: &client.CacheOptions{Unstructured: true}},
	})
	if err != nil {
		return err
	}
	r := &reconciler{client: manager.GetClient(), sizing: sizing}
	err = ctrl.NewControllerManagedBy(manager).
		Named("sizing").
		For(hostedCluster()).
		Watches(objectOf(vpaKind), handler.EnqueueRequestsFromMapFunc(clusterOfVpa)).
		Watches(objectOf(configurationKind), handler.EnqueueRequestsFromMapFunc(r.allClusters)).
		WithOptions(controller.Options{
			MaxConcurrentReconciles: 10,
			// Not a quarter of an hour: that long a service that is back would not be asked.
			RateLimiter: workqueue.NewTypedItemExponentialFailureRateLimiter[reconcile.Request](100*time.Millisecond, 30*time.Second),
		}).
		Complete(r)
	if err != nil {
		return err
	}
	return manager.Start(ctrl.SetupSignalHandler())
}
