package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	autoscaling "k8s.io/api/autoscaling/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	vpav1 "k8s.io/autoscaler/vertical-pod-autoscaler/pkg/apis/autoscaling.k8s.io/v1"
	"k8s.io/autoscaler/vertical-pod-autoscaler/pkg/recommender/logic"
	"k8s.io/autoscaler/vertical-pod-autoscaler/pkg/recommender/model"
	controllerfetcher "k8s.io/autoscaler/vertical-pod-autoscaler/pkg/target/controller_fetcher"
)

const (
	namespace = "hcp"
	container = "kube-apiserver"
)

var podLabels = labels.Set{"app": container}

// options are the flags of the recommender that change a recommendation, and the number of containers of the VPA.
type options struct {
	cpuPercentile, memoryPercentile, margin float64
	cpuHalfLife, memoryHalfLife, interval   time.Duration
	minCPUMillicores, minMemoryMB           float64
	roundCPUMillicores, roundMemoryBytes    int
	containers                              int
	intervalCount                           int64
	oomRatio, oomMinBytes                   float64
}

// line returns the line with these options.
func (o options) line() string {
	return fmt.Sprintln("options", o.cpuPercentile, o.memoryPercentile, o.margin, o.cpuHalfLife, o.memoryHalfLife,
		o.interval, o.minCPUMillicores, o.minMemoryMB, o.roundCPUMillicores, o.roundMemoryBytes, o.containers,
		o.intervalCount, o.oomRatio, o.oomMinBytes)
}

func parseOptions(line string) (o options, err error) {
	var name string
	var durations [3]string
	if _, err = fmt.Sscan(line, &name, &o.cpuPercentile, &o.memoryPercentile, &o.margin, &durations[0], &durations[1],
		&durations[2], &o.minCPUMillicores, &o.minMemoryMB, &o.roundCPUMillicores, &o.roundMemoryBytes,
		&o.containers, &o.intervalCount, &o.oomRatio, &o.oomMinBytes); err != nil {
		return o, err
	}
	for i, duration := range []*time.Duration{&o.cpuHalfLife, &o.memoryHalfLife, &o.interval} {
		if *duration, err = time.ParseDuration(durations[i]); err != nil {
			return o, err
		}
	}
	return o, nil
}

// series is the state of the recommender for one series.
type series struct {
	options     options
	cluster     model.ClusterState
	recommender logic.PodResourceRecommender
	pods        map[int]bool
	hasCPU      bool // the state has a CPU sample
}

// setAggregation sets the histograms of the series that are created after this call.
func setAggregation(o options) {
	model.InitializeAggregationsConfig(model.NewAggregationsConfig(o.interval, o.intervalCount, o.memoryHalfLife,
		o.cpuHalfLife, o.oomRatio, o.oomMinBytes))
}

func newSeries(o options) (*series, error) {
	s := &series{
		options: o,
		cluster: model.NewClusterState(time.Hour), // aggregateContainerStateGCInterval
		recommender: logic.CreatePodResourceRecommender(logic.RecommendationConfig{
			SafetyMarginFraction:   o.margin,
			PodMinCPUMillicores:    o.minCPUMillicores,
			PodMinMemoryMb:         o.minMemoryMB,
			TargetCPUPercentile:    o.cpuPercentile,
			TargetMemoryPercentile: o.memoryPercentile,
		}),
		pods: map[int]bool{},
	}
	vpa := &vpav1.VerticalPodAutoscaler{
		ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: container},
		Spec: vpav1.VerticalPodAutoscalerSpec{
			TargetRef: &autoscaling.CrossVersionObjectReference{Kind: "Deployment", Name: container},
		},
	}
	return s, s.cluster.AddOrUpdateVpa(vpa, labels.SelectorFromSet(podLabels))
}

// containerOf returns the container of the pod with this number, and adds the pod if it is new.
func (s *series) containerOf(pod int) (model.ContainerID, error) {
	id := model.PodID{Namespace: namespace, PodName: fmt.Sprint(container, "-", pod)}
	if !s.pods[pod] {
		s.pods[pod] = true
		s.cluster.AddOrUpdatePod(id, podLabels, corev1.PodRunning)
		for i := range s.options.containers {
			if err := s.cluster.AddOrUpdateContainer(containerID(id, i), nil); err != nil {
				return model.ContainerID{}, err
			}
		}
	}
	return containerID(id, 0), nil
}

// containerID returns the container with this number of a pod. Number 0 has the recommendations.
func containerID(pod model.PodID, number int) model.ContainerID {
	if number == 0 {
		return model.ContainerID{PodID: pod, ContainerName: container}
	}
	return model.ContainerID{PodID: pod, ContainerName: fmt.Sprint("other-", number)}
}

// noControllers is a fetcher that finds no controller. The pods are running, so it is not needed.
type noControllers struct{}

func (noControllers) FindTopMostWellKnownOrScalable(context.Context, *controllerfetcher.ControllerKeyWithAPIVersion) (
	*controllerfetcher.ControllerKeyWithAPIVersion, error) {
	return nil, nil
}

// deleteOldState does what the recommender does at the end of each of its runs. State without a CPU sample is left out,
// because its age is that of the state in this process.
func (s *series) deleteOldState(pod model.PodID, now time.Time) {
	if !s.hasCPU {
		return
	}
	s.cluster.RateLimitedGarbageCollectAggregateCollectionStates(context.Background(), now, noControllers{})
	if s.cluster.StateMapSize() > 0 {
		return
	}
	s.hasCPU = false
	// Creates the state of all containers again, so that they share the minimum as before.
	for i := range s.options.containers {
		s.cluster.GetContainer(containerID(pod, i)).GetOOMBumpUpRatio()
	}
}

func (s *series) addSample(line string) error {
	var resource string
	var pod int
	var milliseconds int64
	var value float64
	if _, err := fmt.Sscan(line, &resource, &pod, &milliseconds, &value); err != nil {
		return err
	}
	return s.add(resource, pod, milliseconds, value)
}

func (s *series) add(resource string, pod int, milliseconds int64, value float64) error {
	id, err := s.containerOf(pod)
	if err != nil {
		return err
	}
	now := time.UnixMilli(milliseconds)
	s.deleteOldState(id.PodID, now)
	sample := model.ContainerUsageSample{MeasureStart: now}
	switch resource {
	case "oom":
		// The only possible error is that the kill is too old.
		_ = s.cluster.RecordOOM(id, now, model.MemoryAmountFromBytes(value))
		return nil
	case "cpu":
		sample.Resource, sample.Usage = model.ResourceCPU, model.CPUAmountFromCores(value)
	case "memory":
		sample.Resource, sample.Usage = model.ResourceMemory, model.MemoryAmountFromBytes(value)
	default:
		return fmt.Errorf("%q is not a resource; write cpu, memory or oom", resource)
	}
	// All containers have the same usage, so that their state becomes old at the same time. The only possible error is
	// that the sample is discarded.
	for i := range s.options.containers {
		err = s.cluster.AddSample(&model.ContainerUsageSampleWithKey{
			ContainerUsageSample: sample, Container: containerID(id.PodID, i)})
	}
	s.hasCPU = s.hasCPU || (err == nil && resource == "cpu")
	return nil
}

// recommend returns the uncapped target in millicores and in bytes.
func (s *series) recommend() (cpu int64, memory int64) {
	vpa := s.cluster.VPAs()[model.VpaID{Namespace: namespace, VpaName: container}]
	list := logic.MapToListOfRecommendedContainerResources(
		s.recommender.GetRecommendedPodResources(vpa.AggregateStateByContainerName()),
		logic.RecommendationFormat{
			RoundCPUMillicores: s.options.roundCPUMillicores,
			RoundMemoryBytes:   s.options.roundMemoryBytes,
		})
	for _, recommendation := range list.ContainerRecommendations {
		if recommendation.ContainerName == container {
			return recommendation.UncappedTarget.Cpu().MilliValue(), recommendation.UncappedTarget.Memory().Value()
		}
	}
	return -1, -1
}

func recommendAll(input io.Reader, output *bufio.Writer) error {
	var current *series
	lines := bufio.NewScanner(input)
	for number := 1; lines.Scan(); number++ {
		line := lines.Text()
		result, err := line, error(nil)
		switch {
		case strings.HasPrefix(line, "#"):
		case strings.HasPrefix(line, "options "):
			var o options
			if o, err = parseOptions(line); err == nil {
				setAggregation(o)
				current, err = newSeries(o)
			}
		case current == nil:
			err = fmt.Errorf("a series begins with its options")
		default:
			if err = current.addSample(line); err == nil {
				cpu, memory := current.recommend()
				result = fmt.Sprint(line, " ", cpu, " ", memory)
			}
		}
		if err != nil {
			return fmt.Errorf("line %d: %q: %w", number, line, err)
		}
		output.WriteString(result)
		output.WriteByte('\n')
	}
	return lines.Err()
}
