package main

import (
	"errors"
	"slices"
	"strconv"
	"sync"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// The types below have those fields of ClusterSizingConfiguration and VerticalPodAutoscaler that the decision reads.
// Their quantities are already parsed, as they are after the operator has read the objects.

type sizeConfiguration struct {
	name        string
	memory, cpu *resource.Quantity
}

type sizingConfiguration struct {
	generation     int64
	memoryFraction *resource.Quantity
	sizes          []sizeConfiguration
}

type containerRecommendation struct {
	name           string
	uncappedTarget corev1.ResourceList
}

type vpaStatus struct {
	conditions []metav1.Condition
	containers []containerRecommendation
}

// machine is the capacity of a size. The decision copies it, although it does not use the CPU.
type machine struct{ memory, cpu resource.Quantity }

// sizer makes the decision of the resource-based control plane autoscaler of HyperShift, as of August 2026. It makes
// these steps:
//   - it locks the cache of sizes, and updates it if the generation of the configuration has changed;
//   - it checks the VPA status, and finds the recommendation for kube-apiserver, once for the log and once to decide;
//   - it orders the sizes by memory, and returns the first size whose memory, multiplied by the fraction, is at least
//     the recommendation, or else the last size.
//
// It does not read or write objects (also not from a cache with copies), does not maintain the VPA, does not log, and
// does not read MachineSets. HyperShift decides only by memory and does not explain its decision.
type sizer struct {
	mutex      sync.Mutex
	generation int64
	fraction   *resource.Quantity
	machines   map[string]machine
}

const defaultFraction = 0.65

var errNotReady = errors.New("the VPA has no recommendation for kube-apiserver")

func (s *sizer) update(config *sizingConfiguration) error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	for i := range config.sizes {
		if config.sizes[i].memory == nil {
			return errors.New("a size without a memory capacity: MachineSets are not read")
		}
	}
	if config.generation == s.generation {
		return nil
	}
	if config.memoryFraction != nil {
		if fraction := config.memoryFraction.AsApproximateFloat64(); fraction <= 0 || fraction > 1 {
			return errors.New("the fraction must be above 0 and at most 1")
		}
	}
	s.machines = make(map[string]machine, len(config.sizes))
	for _, size := range config.sizes {
		read := machine{memory: *size.memory}
		if size.cpu != nil {
			read.cpu = *size.cpu
		}
		s.machines[size.name] = read
	}
	s.generation, s.fraction = config.generation, config.memoryFraction
	return nil
}

func (s *sizer) share() float64 {
	if s.fraction == nil {
		return defaultFraction
	}
	return s.fraction.AsApproximateFloat64()
}

func (s *sizer) ordered() []string {
	type entry struct {
		name   string
		memory resource.Quantity
	}
	entries := make([]entry, 0, len(s.machines))
	for name, machine := range s.machines {
		entries = append(entries, entry{name, machine.memory})
	}
	slices.SortFunc(entries, func(a, b entry) int { return a.memory.Cmp(b.memory) })
	names := make([]string, len(entries))
	for i := range entries {
		names[i] = entries[i].name
	}
	return names
}

func (s *sizer) choose(memory float64) string {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	names := s.ordered()
	for _, name := range names {
		capacity := s.machines[name].memory
		if capacity.AsApproximateFloat64()*s.share() >= memory {
			return name
		}
	}
	return names[len(names)-1]
}

func (v *vpaStatus) kubeAPIServerMemory() *resource.Quantity {
	for _, container := range v.containers {
		if container.name == "kube-apiserver" {
			return container.uncappedTarget.Memory()
		}
	}
	return nil
}

// decide returns the recommended size, and whether it differs from the current size.
func (s *sizer) decide(config *sizingConfiguration, vpa *vpaStatus, current string) (string, bool, error) {
	if err := s.update(config); err != nil {
		return "", false, err
	}
	ready := slices.ContainsFunc(vpa.conditions, func(c metav1.Condition) bool {
		return c.Type == "RecommendationProvided" && c.Status == metav1.ConditionTrue
	})
	logged := vpa.kubeAPIServerMemory()
	memory := vpa.kubeAPIServerMemory()
	if !ready || logged == nil || memory == nil {
		return "", false, errNotReady
	}
	size := s.choose(memory.AsApproximateFloat64())
	return size, size != current, nil
}

func quantity(text string) *resource.Quantity {
	parsed := resource.MustParse(text)
	return &parsed
}

// sizeCase returns a decision about the objects of MakeVpaRequest() in ../requests.cc.
func sizeCase(sizes int) func() (string, error) {
	config := &sizingConfiguration{generation: 3, memoryFraction: quantity("0.65")}
	for i := 1; i <= sizes; i++ {
		config.sizes = append(config.sizes, sizeConfiguration{
			"size" + strconv.Itoa(i), quantity(strconv.Itoa(16*i) + "Gi"), quantity(strconv.Itoa(4 * i)),
		})
	}
	step := (sizes + 1) / 2
	vpa := &vpaStatus{
		conditions: []metav1.Condition{{Type: "RecommendationProvided", Status: metav1.ConditionTrue}},
		containers: []containerRecommendation{{"kube-apiserver", corev1.ResourceList{
			corev1.ResourceMemory: *quantity(strconv.Itoa(step*16<<29 + 110592)),
			corev1.ResourceCPU:    *quantity(strconv.Itoa(step*4*400+63) + "m"),
		}}},
	}
	decider := &sizer{}
	return func() (string, error) {
		size, _, err := decider.decide(config, vpa, "size1")
		return size, err
	}
}
