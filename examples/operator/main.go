// An operator that uses cpsizer to choose the sizes of its hosted clusters. It replaces HyperShift's resource-based
// autoscaler: the service makes the decision.
package main

import (
	"flag"
	"os"

	"k8s.io/apimachinery/pkg/fields"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/log/zap"
	"sigs.k8s.io/controller-runtime/pkg/metrics/server"

	cpsizer "github.com/cpsizer/cpsizer/client/go/client"
)

func main() {
	// --kubeconfig is defined by controller-runtime.
	var files cpsizer.TLSFiles
	service := flag.String("service", "dns:///cpsizer.cpsizer.svc:50051", "gRPC name of the sizing service")
	flag.StringVar(&files.CA, "service-ca-file", "", "authority of the service's certificate")
	flag.StringVar(&files.Certificate, "service-cert-file", "", "certificate to present to the service")
	flag.StringVar(&files.Key, "service-key-file", "", "private key of --service-cert-file")
	flag.StringVar(&files.ServerName, "service-server-name", "", "name in the service's certificate, if it differs from that of --service")
	insecure := flag.Bool("insecure", false, "call the service without TLS; only for a service on this machine")
	vpaMinAge := flag.String("vpa-min-age", "", "least age of a VPA that may make a cluster smaller, such as 1h; the default is that of the service, 24h")
	flag.Parse()
	ctrl.SetLogger(zap.New())
	options, err := serviceOptions(*service, files, *insecure)
	if err == nil {
		err = run(options, *vpaMinAge)
	}
	if err != nil {
		ctrl.Log.Error(err, "ending")
		os.Exit(1)
	}
}

// managerOptions limits reads to the objects that the controller needs. A real operator also needs leader election and
// metrics, which its existing manager usually has.
func managerOptions() ctrl.Options {
	return ctrl.Options{
		Scheme:  newScheme(),
		Metrics: server.Options{BindAddress: "0"},
		Cache: cache.Options{
			DefaultTransform: cache.TransformStripManagedFields(),
			ByObject: map[client.Object]cache.ByObject{
				&VerticalPodAutoscaler{}:      {Field: fields.OneTermEqualSelector("metadata.name", vpaName)},
				&ClusterSizingConfiguration{}: {Field: fields.OneTermEqualSelector("metadata.name", configurationName)},
			},
		},
	}
}

func run(options cpsizer.Options, vpaMinAge string) error {
	sizing, err := cpsizer.New(options)
	if err != nil {
		return err
	}
	defer sizing.Close()
	config, err := ctrl.GetConfig()
	if err != nil {
		return err
	}
	manager, err := ctrl.NewManager(config, managerOptions())
	if err != nil {
		return err
	}
	r := &Reconciler{Client: manager.GetClient(), Sizing: sizing, VPAMinAge: vpaMinAge}
	if err := r.SetupWithManager(manager); err != nil {
		return err
	}
	return manager.Start(ctrl.SetupSignalHandler())
}
