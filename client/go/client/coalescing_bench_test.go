package client_test

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"google.golang.org/protobuf/proto"

	"github.com/cpsizer/cpsizer/client/go/client"
	v1 "github.com/cpsizer/cpsizer/client/go/cpsizer/v1"
)

// BenchmarkCoalescing compares the CPU time of this process for one call through a CoalescingClient with that through a
// Client. The server runs in a separate process. Each caller makes its next call after its last response. The results
// are medians of rounds; in each round, both clients make b.N calls divided by the number of rounds.
func BenchmarkCoalescing(b *testing.B) {
	plain, err := client.New(client.Options{Target: "passthrough:///" + startReal(b, "").address, Plaintext: true, Timeout: testTimeout})
	must(b, err)
	coalescing := client.NewCoalescing(plain, client.DefaultWindow)
	b.Cleanup(func() { coalescing.Close() })
	for _, detail := range []v1.Detail{v1.Detail_DETAIL_BRIEF, v1.Detail_DETAIL_FULL} {
		for _, callers := range []int{1, 2, 8, 64, 1000} {
			for _, copies := range []int{1, callers} {
				name := fmt.Sprintf("%s/callers=%d/configurations=%s", detail, callers, map[bool]string{true: "shared", false: "copies"}[copies == 1])
				b.Run(name, func(b *testing.B) {
					compare(b, plain, coalescing, fleetOf(callers, copies, detail))
				})
				if callers == 1 {
					break
				}
			}
		}
	}
}

func compare(b *testing.B, plain, coalescing v1.SizingServiceClient, fleet []*v1.RecommendSizeRequest) {
	const rounds = 5
	var plainCPU, coalescingCPU, ratio, latency []float64
	for range rounds {
		one := measure(b, plain, fleet, b.N/rounds+1)
		other := measure(b, coalescing, fleet, b.N/rounds+1)
		plainCPU, coalescingCPU = append(plainCPU, one.cpu), append(coalescingCPU, other.cpu)
		ratio = append(ratio, other.cpu/one.cpu)
		latency = append(latency, other.median/one.median)
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(median(plainCPU), "plain-us/call")
	b.ReportMetric(median(coalescingCPU), "coalescing-us/call")
	b.ReportMetric(median(ratio), "cpu-ratio")
	b.ReportMetric(median(latency), "latency-ratio")
}

func median(values []float64) float64 {
	slices.Sort(values)
	return values[len(values)/2]
}

// measured is the cost of one call in microseconds.
type measured struct {
	cpu    float64 // user and system time of this process
	median float64 // latency
}

// measure makes calls until their number is reached, with one caller for each request of the fleet.
func measure(b *testing.B, c v1.SizingServiceClient, fleet []*v1.RecommendSizeRequest, calls int) measured {
	latencies := make([]float64, calls)
	var next atomic.Int64
	var all sync.WaitGroup
	before := cpuTime(b)
	for _, request := range fleet {
		all.Add(1)
		go func() {
			defer all.Done()
			for i := next.Add(1); i <= int64(calls); i = next.Add(1) {
				begin := time.Now()
				if _, err := c.RecommendSize(context.Background(), request); err != nil {
					b.Error(err)
					return
				}
				latencies[i-1] = float64(time.Since(begin).Microseconds())
			}
		}()
	}
	all.Wait()
	spent := cpuTime(b) - before
	return measured{float64(spent.Microseconds()) / float64(calls), median(latencies)}
}

func cpuTime(b *testing.B) time.Duration {
	var usage syscall.Rusage
	must(b, syscall.Getrusage(syscall.RUSAGE_SELF, &usage))
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// fleetOf returns a request for each caller. The requests share a number of equal configurations of five sizes.
func fleetOf(callers, copies int, detail v1.Detail) []*v1.RecommendSizeRequest {
	configurations := []*v1.ClusterSizingConfiguration{fiveSizes()}
	for len(configurations) < copies {
		configurations = append(configurations, proto.Clone(configurations[0]).(*v1.ClusterSizingConfiguration))
	}
	var fleet []*v1.RecommendSizeRequest
	for i := range callers {
		fleet = append(fleet, &v1.RecommendSizeRequest{
			ClusterSizingConfiguration: configurations[i%copies],
			Observation:                &v1.RecommendSizeRequest_Demand{Demand: &v1.SizeDemand{Memory: text("20Gi"), Cpu: text("3")}},
			CurrentSize:                "medium",
			Cluster:                    &v1.ClusterReference{Namespace: "clusters", Name: fmt.Sprint("cluster-", i)},
			Options:                    &v1.RecommendSizeOptions{Detail: detail},
		})
	}
	return fleet
}

func fiveSizes() *v1.ClusterSizingConfiguration {
	spec := &v1.ClusterSizingConfigurationSpec{}
	for i, name := range []string{"small", "medium", "large", "xlarge", "xxlarge"} {
		spec.Sizes = append(spec.Sizes, &v1.SizeConfiguration{
			Name: name,
			Capacity: &v1.SizeCapacity{Memory: text(fmt.Sprint(16<<i, "Gi")), Cpu: text(fmt.Sprint(4 << i)),
				KubeApiServerMemoryFraction: text("0.65"), KubeApiServerCpuFraction: text("0.65")},
			Effects: &v1.Effects{KasGoMemLimit: text(fmt.Sprint(8<<i, "GiB")),
				ControlPlanePriorityClassName: text("hypershift-control-plane"), EtcdPriorityClassName: text("hypershift-etcd"),
				ApiCriticalPriorityClassName: text("hypershift-api-critical")},
		})
	}
	return &v1.ClusterSizingConfiguration{Spec: spec}
}
