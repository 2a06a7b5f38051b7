package main

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"time"

	autoscalingv1 "k8s.io/api/autoscaling/v1"
	autoscalingv2 "k8s.io/api/autoscaling/v2"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/watch"
	autoscalingclient "k8s.io/client-go/kubernetes/typed/autoscaling/v2"
	autoscalinglisters "k8s.io/client-go/listers/autoscaling/v2"
	corelisters "k8s.io/client-go/listers/core/v1"
	scaleclient "k8s.io/client-go/scale"
	"k8s.io/client-go/tools/cache"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	_ "k8s.io/kubernetes/pkg/apis/autoscaling/install"
	customv1beta2 "k8s.io/metrics/pkg/apis/custom_metrics/v1beta2"
	externalv1beta1 "k8s.io/metrics/pkg/apis/external_metrics/v1beta1"
	metricsv1beta1 "k8s.io/metrics/pkg/apis/metrics/v1beta1"
)

// Step contains the parts of a RecommendReplicasRequest that the HorizontalPodAutoscaler controller reads from its
// cluster.
type Step struct {
	Autoscaler      autoscalingv2.HorizontalPodAutoscaler `json:"horizontalPodAutoscaler"`
	Scale           *autoscalingv1.Scale                  `json:"scale"`
	ScaleError      string                                `json:"scaleError"`
	Pods            []corev1.Pod                          `json:"pods"`
	PodMetrics      []metricsv1beta1.PodMetrics           `json:"podMetrics"`
	PodMetricsError string                                `json:"podMetricsError"`
	Readings        []Reading                             `json:"readings"`
}

// Reading is the response of a metrics API for one metric.
type Reading struct {
	Error          string                                `json:"error"`
	Values         []customv1beta2.MetricValue           `json:"values"`
	ExternalValues []externalv1beta1.ExternalMetricValue `json:"externalValues"`
}

// Case is the history of one autoscaler. Only one worker uses it at a time.
type Case struct {
	steps    []Step
	syncs    int // number of started syncs; the current sync reads steps[syncs-1]
	began    time.Time
	replicas int32
	results  []Result
}

func (c *Case) step() *Step { return &c.steps[c.syncs-1] }

// Cluster contains the objects that the controller reads and writes.
type Cluster struct {
	cases       []*Case
	byNamespace map[string]*Case
	autoscalers cache.SharedIndexInformer
	pods        cache.SharedIndexInformer
	unfinished  sync.WaitGroup
}

func newCluster(cases [][]Step) *Cluster {
	cluster := &Cluster{byNamespace: map[string]*Case{}, pods: informer(&corev1.Pod{}, &corev1.PodList{})}
	var list autoscalingv2.HorizontalPodAutoscalerList
	for _, steps := range cases {
		autoscaler := steps[0].Autoscaler
		legacyscheme.Scheme.Default(&autoscaler)
		list.Items = append(list.Items, autoscaler)
		c := &Case{steps: steps}
		if steps[0].Scale != nil {
			c.replicas = steps[0].Scale.Spec.Replicas
		}
		cluster.cases = append(cluster.cases, c)
		cluster.byNamespace[autoscaler.Namespace] = c
		cluster.unfinished.Add(1)
	}
	cluster.autoscalers = informer(&autoscalingv2.HorizontalPodAutoscaler{}, &list)
	return cluster
}

func (c *Cluster) results() [][]Result {
	var results [][]Result
	for _, one := range c.cases {
		results = append(results, one.results)
	}
	return results
}

// informer returns an informer that starts with the initial objects. Later objects are added to its store.
func informer(object, list runtime.Object) cache.SharedIndexInformer {
	source := cache.ToListWatcherWithWatchListSemantics(&cache.ListWatch{
		ListFunc:  func(metav1.ListOptions) (runtime.Object, error) { return list, nil },
		WatchFunc: func(metav1.ListOptions) (watch.Interface, error) { return watch.NewFake(), nil },
	}, noWatchLists{})
	return cache.NewSharedIndexInformer(source, object, 0, cache.Indexers{cache.NamespaceIndex: cache.MetaNamespaceIndexFunc})
}

type noWatchLists struct{}

func (noWatchLists) IsWatchListSemanticsUnSupported() bool { return true }

type autoscalerInformer struct{ informer cache.SharedIndexInformer }

func (i autoscalerInformer) Informer() cache.SharedIndexInformer { return i.informer }
func (i autoscalerInformer) Lister() autoscalinglisters.HorizontalPodAutoscalerLister {
	return autoscalinglisters.NewHorizontalPodAutoscalerLister(i.informer.GetIndexer())
}

type podInformer struct{ informer cache.SharedIndexInformer }

func (i podInformer) Informer() cache.SharedIndexInformer { return i.informer }
func (i podInformer) Lister() corelisters.PodLister {
	return sortedPods{corelisters.NewPodLister(i.informer.GetIndexer())}
}

// sortedPods lists pods by name. The controller reports the first pod that has an error, but a store lists pods in any
// order.
type sortedPods struct{ corelisters.PodLister }

func (p sortedPods) Pods(namespace string) corelisters.PodNamespaceLister {
	return sortedNamespace{p.PodLister.Pods(namespace)}
}

type sortedNamespace struct{ corelisters.PodNamespaceLister }

func (s sortedNamespace) List(selector labels.Selector) ([]*corev1.Pod, error) {
	pods, err := s.PodNamespaceLister.List(selector)
	slices.SortFunc(pods, func(a, b *corev1.Pod) int { return strings.Compare(a.Name, b.Name) })
	return pods, err
}

// Scales is called at the start of each sync of the controller.
func (c *Cluster) Scales(namespace string) scaleclient.ScaleInterface {
	return &scales{cluster: c, namespace: namespace, Case: c.byNamespace[namespace]}
}

type scales struct {
	scaleclient.ScaleInterface
	*Case
	cluster   *Cluster
	namespace string
}

func (s *scales) Get(context.Context, schema.GroupResource, string, metav1.GetOptions) (*autoscalingv1.Scale, error) {
	if s.syncs > len(s.steps) {
		return nil, errors.New("this case is over")
	}
	if s.syncs > 0 {
		s.results = append(s.results, Result{s.began, s.cluster.status(s.namespace), s.replicas})
	}
	s.syncs++
	s.began = time.Now()
	if s.syncs > len(s.steps) {
		s.cluster.unfinished.Done()
		return nil, errors.New("this case is over")
	}
	s.cluster.putPods(s.namespace, s.step().Pods, s.step().Scale)
	if s.step().ScaleError != "" {
		return nil, errors.New(s.step().ScaleError)
	}
	scale := s.step().Scale.DeepCopy()
	scale.Namespace = s.namespace
	scale.Spec.Replicas = s.replicas
	return scale, nil
}

func (s *scales) Update(_ context.Context, _ schema.GroupResource, scale *autoscalingv1.Scale, _ metav1.UpdateOptions) (*autoscalingv1.Scale, error) {
	s.replicas = scale.Spec.Replicas
	return scale, nil
}

func (c *Cluster) status(namespace string) autoscalingv2.HorizontalPodAutoscalerStatus {
	objects, _ := c.autoscalers.GetIndexer().ByIndex(cache.NamespaceIndex, namespace)
	return objects[0].(*autoscalingv2.HorizontalPodAutoscaler).Status
}

// putPods replaces the pods of a namespace. A request contains only pods that the selector selects, but not their
// labels. Therefore the pods get the labels of the selector of the scale.
func (c *Cluster) putPods(namespace string, pods []corev1.Pod, scale *autoscalingv1.Scale) {
	store := c.pods.GetIndexer()
	old, _ := store.ByIndex(cache.NamespaceIndex, namespace)
	for _, pod := range old {
		_ = store.Delete(pod)
	}
	if scale == nil {
		return
	}
	selector, _ := metav1.ParseToLabelSelector(scale.Status.Selector)
	for i := range pods {
		pod := pods[i].DeepCopy()
		pod.Namespace = namespace
		if selector != nil {
			pod.Labels = selector.MatchLabels
		}
		_ = store.Add(pod)
	}
}

// HorizontalPodAutoscalers is called at the end of each sync that changes the status.
func (c *Cluster) HorizontalPodAutoscalers(string) autoscalingclient.HorizontalPodAutoscalerInterface {
	return autoscalers{cluster: c}
}

type autoscalers struct {
	autoscalingclient.HorizontalPodAutoscalerInterface
	cluster *Cluster
}

// UpdateStatus changes the store of the informer immediately, so that the next sync reads the new status.
func (a autoscalers) UpdateStatus(_ context.Context, autoscaler *autoscalingv2.HorizontalPodAutoscaler, _ metav1.UpdateOptions) (*autoscalingv2.HorizontalPodAutoscaler, error) {
	return autoscaler, a.cluster.autoscalers.GetIndexer().Update(autoscaler)
}
