package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"runtime/pprof"
	"strings"
	"sync"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/protobuf/encoding/protojson"

	"cpsizer/tests/bench/go-peer/v1"
)

const (
	profileDuration = 5 * time.Second
	profileInFlight = 64
)

// profileRequest returns a request like those of the benchmark: ten sizes, and a demand for one in the middle.
func profileRequest() (*v1.RecommendSizeRequest, error) {
	var sizes []string
	for i := range 10 {
		to := fmt.Sprintf(`, "to": %d`, (i+1)*50-1)
		if i == 9 {
			to = ""
		}
		sizes = append(sizes, fmt.Sprintf(`{"name": "size%d", "criteria": {"from": %d%s}, "capacity": {"memory": "%dGi",
			"cpu": "%d", "kubeAPIServerMemoryFraction": "0.65", "kubeAPIServerCPUFraction": "0.55"},
			"effects": {"kasGoMemLimit": "%dGiB", "machineHealthCheckTimeout": "8m0s"}}`,
			i+1, i*50, to, (i+1)*16, (i+1)*4, (i+1)*8))
	}
	text := fmt.Sprintf(`{"clusterSizingConfiguration": {"apiVersion": "scheduling.hypershift.openshift.io/v1alpha1",
		"kind": "ClusterSizingConfiguration", "metadata": {"name": "cluster", "generation": 3}, "spec": {"sizes": [%s],
		"resourceBasedAutoscaling": {"kubeAPIServerMemoryFraction": "0.65", "kubeAPIServerCPUFraction": "0.50"}}},
		"demand": {"memory": "42949783552", "cpu": "8063m"}, "currentSize": "size1",
		"cluster": {"namespace": "clusters", "name": "payments"}, "options": {"detail": "DETAIL_FULL"}}`,
		strings.Join(sizes, ","))
	request := new(v1.RecommendSizeRequest)
	return request, protojson.Unmarshal([]byte(text), request)
}

// callUntil sends calls one after another until `end`.
func callUntil(end time.Time, client v1.SizingServiceClient, request *v1.RecommendSizeRequest) error {
	for time.Now().Before(end) {
		if _, err := client.RecommendSize(context.Background(), request); err != nil {
			return err
		}
	}
	return nil
}

// writeProfile writes the CPU profile of a server that answers calls to `path`. The compiler uses the profile.
func writeProfile(path string) error {
	request, err := profileRequest()
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	server := newServer()
	go server.Serve(listener)
	defer server.Stop()
	connection, err := grpc.NewClient(listener.Addr().String(), grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		return err
	}
	defer connection.Close()
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	if err := pprof.StartCPUProfile(file); err != nil {
		return err
	}
	errs := make([]error, profileInFlight)
	end := time.Now().Add(profileDuration)
	var callers sync.WaitGroup
	for i := range errs {
		callers.Go(func() { errs[i] = callUntil(end, v1.NewSizingServiceClient(connection), request) })
	}
	callers.Wait()
	pprof.StopCPUProfile()
	return errors.Join(append(errs, file.Close())...)
}
