package main

import (
	"context"
	"strconv"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/kubernetes/pkg/controller/podautoscaler"
	metricsclient "k8s.io/kubernetes/pkg/controller/podautoscaler/metrics"
	metricsapi "k8s.io/metrics/pkg/apis/metrics/v1beta1"
	resourceclient "k8s.io/metrics/pkg/client/clientset/versioned/typed/metrics/v1beta1"
)

const (
	namespace      = "prod"
	initialization = 5 * time.Minute  // --horizontal-pod-autoscaler-cpu-initialization-period
	readinessDelay = 30 * time.Second // --horizontal-pod-autoscaler-initial-readiness-delay
	target         = 60               // percent
)

// podMetrics is the resource metrics API with a response that is already decoded.
type podMetrics struct {
	resourceclient.PodMetricsInterface
	list metricsapi.PodMetricsList
}

func (p *podMetrics) PodMetricses(string) resourceclient.PodMetricsInterface { return p }

func (p *podMetrics) List(context.Context, metav1.ListOptions) (*metricsapi.PodMetricsList, error) {
	return &p.list, nil
}

// readMetrics is a metrics client with usages that are already read. The calculator does not change them, because all
// pods are ready and have metrics.
type readMetrics struct {
	metricsclient.MetricsClient
	usages    metricsclient.PodMetricsInfo
	timestamp time.Time
}

func (r *readMetrics) GetResourceMetric(context.Context, corev1.ResourceName, string, labels.Selector, string) (metricsclient.PodMetricsInfo, time.Time, error) {
	return r.usages, r.timestamp, nil
}

func makePod(name string, now time.Time) *corev1.Pod {
	started := metav1.NewTime(now.Add(-2 * time.Hour))
	return &corev1.Pod{
		ObjectMeta: metav1.ObjectMeta{Name: name, Namespace: namespace, Labels: map[string]string{"app": "web"}},
		Spec: corev1.PodSpec{Containers: []corev1.Container{{
			Name: "app-0",
			Resources: corev1.ResourceRequirements{Requests: corev1.ResourceList{
				corev1.ResourceCPU: *quantity("250m"), corev1.ResourceMemory: *quantity("256Mi"),
			}},
		}}},
		Status: corev1.PodStatus{
			Phase:     corev1.PodRunning,
			StartTime: &started,
			Conditions: []corev1.PodCondition{{
				Type: corev1.PodReady, Status: corev1.ConditionTrue, LastTransitionTime: metav1.NewTime(started.Add(9 * time.Second)),
			}},
		},
	}
}

func makePodMetrics(name string, number int, now time.Time) metricsapi.PodMetrics {
	return metricsapi.PodMetrics{
		ObjectMeta: metav1.ObjectMeta{Name: name, Namespace: namespace},
		Timestamp:  metav1.NewTime(now.Add(-9 * time.Second)),
		Window:     metav1.Duration{Duration: 15038 * time.Millisecond},
		Containers: []metricsapi.ContainerMetrics{{
			Name: "app-0",
			Usage: corev1.ResourceList{
				corev1.ResourceCPU:    *quantity(strconv.Itoa(240123456+number) + "n"),
				corev1.ResourceMemory: *quantity(strconv.Itoa(234567+number) + "Ki"),
			},
		}},
	}
}

// replicasCase returns the calculation of kube-controller-manager for a metric of CPU utilization, about the objects of
// MakeReplicasRequest() in ../replica_requests.cc. It calls ReplicaCalculator of kube-controller-manager with the pod
// lister of client-go. If `reading` is true, the metrics client of kube-controller-manager converts the decoded
// response of the metrics API in each call; otherwise the usages are already read.
//
// Not included: the API calls, the rest of the HPA controller (the scale, the bounds, behavior, stabilization, conditions
// and events) and a tolerance, because callers outside of the package can only use a tolerance of zero.
func replicasCase(pods int, reading bool) func() (string, error) {
	now := time.Now()
	indexer := cache.NewIndexer(cache.MetaNamespaceKeyFunc,
		cache.Indexers{cache.NamespaceIndex: cache.MetaNamespaceIndexFunc})
	api := &podMetrics{}
	for i := range pods {
		name := "web-6d4f9c7b8d-" + strconv.Itoa(i)
		if err := indexer.Add(makePod(name, now)); err != nil {
			return func() (string, error) { return "", err }
		}
		api.list.Items = append(api.list.Items, makePodMetrics(name, i, now))
	}
	selector := labels.SelectorFromSet(labels.Set{"app": "web"})
	client := metricsclient.NewRESTMetricsClient(api, nil, nil)
	if !reading {
		usages, timestamp, err := client.GetResourceMetric(context.Background(), corev1.ResourceCPU, namespace, selector, "")
		if err != nil {
			return func() (string, error) { return "", err }
		}
		client = &readMetrics{usages: usages, timestamp: timestamp}
	}
	calculator := podautoscaler.NewReplicaCalculator(client, corelisters.NewPodLister(indexer), initialization, readinessDelay)
	return func() (string, error) {
		replicas, _, _, _, err := calculator.GetResourceReplicas(context.Background(), int32(pods), target,
			corev1.ResourceCPU, podautoscaler.Tolerances{}, namespace, selector, "")
		return strconv.Itoa(int(replicas)), err
	}
}
