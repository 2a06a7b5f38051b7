// hpa-decisions prints the decisions of the HorizontalPodAutoscaler controller of Kubernetes. It runs the code of the
// controller on the input from standard input.
//
// The input is a list of cases. A case is a list of steps, and a step is a RecommendReplicasRequest as JSON. A case has
// one autoscaler, which is the autoscaler of its first step and the only autoscaler in its namespace.
//
// A step is one sync of the controller. In this sync, the controller reads the pods and the metrics of the step, and
// the scale that the controller wrote last. The output is a list for each case, with the time, the status and the
// replicas after each step.
//
// Time begins with the year 2000 and advances only while all goroutines wait. Therefore a step needs no time, and the
// next step begins one period of the controller later.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/runtime/schema"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	utilfeature "k8s.io/apiserver/pkg/util/feature"
	"k8s.io/client-go/tools/cache"
	"k8s.io/klog/v2"
	"k8s.io/kubernetes/pkg/controller/podautoscaler"
	"k8s.io/kubernetes/pkg/controller/podautoscaler/metrics"

	appsv1 "k8s.io/api/apps/v1"
	autoscalingv2 "k8s.io/api/autoscaling/v2"
)

const (
	workers = 4

	// The defaults of kube-controller-manager.
	period                  = 15 * time.Second
	downscaleStabilization  = 5 * time.Minute
	tolerance               = 0.1
	cpuInitializationPeriod = 5 * time.Minute
	initialReadinessDelay   = 30 * time.Second
)

// Result is the state after one step.
type Result struct {
	Time     time.Time                                   `json:"time"`
	Status   autoscalingv2.HorizontalPodAutoscalerStatus `json:"status"`
	Replicas int32                                       `json:"replicas"`
}

func main() {
	// The store of the informer has no resource versions, so the controller must not compare them with those of its writes.
	// Kubernetes before v1.37 does not have this feature gate, and returns an error.
	_ = utilfeature.DefaultMutableFeatureGate.Set("StaleControllerConsistencyHPA=false")
	klog.LogToStderr(false)
	klog.SetOutput(nothing{})
	utilruntime.ErrorHandlers = nil
	var cases [][]Step
	end(json.NewDecoder(os.Stdin).Decode(&cases))
	// The testing framework is required, because virtual time is available only in tests.
	testing.Main(func(string, string) (bool, error) { return true, nil }, []testing.InternalTest{{
		Name: "decisions",
		F: func(t *testing.T) {
			var results [][]Result
			synctest.Test(t, func(*testing.T) { results = decide(cases) })
			end(json.NewEncoder(os.Stdout).Encode(results))
			// Exits before the testing framework writes to standard output.
			os.Exit(0)
		},
	}}, nil, nil)
}

// end prints the error and exits the program if err is not nil.
func end(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "hpa-decisions:", err)
		os.Exit(1)
	}
}

func decide(cases [][]Step) [][]Result {
	cluster := newCluster(cases)
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	controller := podautoscaler.NewHorizontalController(ctx, noEvents{}, cluster, cluster, deployments(),
		metrics.NewRESTMetricsClient(cluster, customMetrics{cluster}, externalMetrics{cluster}),
		autoscalerInformer{cluster.autoscalers}, podInformer{cluster.pods},
		period, downscaleStabilization, tolerance, cpuInitializationPeriod, initialReadinessDelay)
	go cluster.autoscalers.RunWithContext(ctx)
	go cluster.pods.RunWithContext(ctx)
	cache.WaitForCacheSync(ctx.Done(), cluster.autoscalers.HasSynced, cluster.pods.HasSynced)
	var controlling sync.WaitGroup
	controlling.Go(func() { controller.Run(ctx, workers) })
	cluster.unfinished.Wait()
	stop()
	controlling.Wait()
	return cluster.results()
}

func deployments() meta.RESTMapper {
	mapper := meta.NewDefaultRESTMapper([]schema.GroupVersion{appsv1.SchemeGroupVersion})
	mapper.Add(appsv1.SchemeGroupVersion.WithKind("Deployment"), meta.RESTScopeNamespace)
	return mapper
}

type nothing struct{}

func (nothing) Write(bytes []byte) (int, error) { return len(bytes), nil }
