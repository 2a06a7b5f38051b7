package client_test

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"

	"github.com/cpsizer/cpsizer/client/go/client"
	v1 "github.com/cpsizer/cpsizer/client/go/cpsizer/v1"
)

// Decides many clusters at the same time. Each worker makes its own call.
func ExampleNewCoalescing() {
	sizing := client.NewCoalescing(exampleClient(), client.DefaultWindow)
	defer sizing.Close()

	config, err := client.ConfigurationOf(json.RawMessage(`
		{"spec": {"sizes": [{"name": "small", "capacity": {"memory": "32Gi", "cpu": 8}}]}}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	sizes := make([]string, 100)
	var workers sync.WaitGroup
	for cluster := range sizes {
		workers.Add(1)
		go func() {
			defer workers.Done()
			answer, err := sizing.RecommendSize(context.Background(), &v1.RecommendSizeRequest{
				ClusterSizingConfiguration: config,
				Observation:                &v1.RecommendSizeRequest_Demand{Demand: &v1.SizeDemand{Memory: text("20Gi")}},
				Cluster:                    &v1.ClusterReference{Name: fmt.Sprint("cluster-", cluster)},
			})
			if err != nil {
				fmt.Println("the size stays as it is:", err)
			}
			sizes[cluster] = answer.GetRecommendedSize()
		}()
	}
	workers.Wait()
	fmt.Println(sizes[0], sizes[99])
	// Output: small small
}
