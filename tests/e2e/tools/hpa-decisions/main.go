// hpa-decisions says what the HorizontalPodAutoscaler controller of Kubernetes decides. It runs the controller's own code
// on what standard input tells: a list of cases, each a list of steps, each a RecommendReplicasRequest as JSON. A case is
// one autoscaler, that of its first step, the only one in its namespace; a step is one look of the controller, which finds the
// pods and the metrics of that step and the scale that it set last. Standard output has a list for each case, with the
// status and the replicas after each step.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"sync"
	"time"

	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/runtime/schema"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	"k8s.io/client-go/tools/cache"
	"k8s.io/klog/v2"
	"k8s.io/kubernetes/pkg/controller/podautoscaler"
	"k8s.io/kubernetes/pkg/controller/podautoscaler/metrics"

	appsv1 "k8s.io/api/apps/v1"
	autoscalingv2 "k8s.io/api/autoscaling/v2"
)

const (
	// As often as the controller looks; all that a case waits for.
	period  = 50 * time.Millisecond
	workers = 4

	// The defaults of kube-controller-manager.
	downscaleStabilization  = 5 * time.Minute
	tolerance               = 0.1
	cpuInitializationPeriod = 5 * time.Minute
	initialReadinessDelay   = 30 * time.Second
)

// Result is what one step left behind.
type Result struct {
	Status   autoscalingv2.HorizontalPodAutoscalerStatus `json:"status"`
	Replicas int32                                       `json:"replicas"`
}

func main() {
	klog.LogToStderr(false)
	klog.SetOutput(nothing{})
	utilruntime.ErrorHandlers = nil
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "hpa-decisions:", err)
		os.Exit(1)
	}
}

func run() error {
	var cases [][]Step
	if err := json.NewDecoder(os.Stdin).Decode(&cases); err != nil {
		return err
	}
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
	return json.NewEncoder(os.Stdout).Encode(cluster.results())
}

func deployments() meta.RESTMapper {
	mapper := meta.NewDefaultRESTMapper([]schema.GroupVersion{appsv1.SchemeGroupVersion})
	mapper.Add(appsv1.SchemeGroupVersion.WithKind("Deployment"), meta.RESTScopeNamespace)
	return mapper
}

type nothing struct{}

func (nothing) Write(bytes []byte) (int, error) { return len(bytes), nil }
