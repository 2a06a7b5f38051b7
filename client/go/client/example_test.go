package client_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/cpsizer/cpsizer/client/go/client"
	v1 "github.com/cpsizer/cpsizer/client/go/cpsizer/v1"
)

// Makes a client with mutual TLS for the life of the process. The files may be renewed at any time.
func ExampleNew() {
	sizing, err := client.New(client.Options{
		Target: "dns:///cpsizer.example.org:50051",
		TLS: &client.TLSFiles{
			CA:          "/etc/cpsizer/tls/ca.crt",
			Certificate: "/etc/cpsizer/tls/tls.crt",
			Key:         "/etc/cpsizer/tls/tls.key",
		},
		Timeout: 2 * time.Second,
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer sizing.Close()
	// Output: cpsizer: TLSFiles.CA: open /etc/cpsizer/tls/ca.crt: no such file or directory
}

// Gets the size of one hosted cluster from objects of the API server.
func ExampleClient_RecommendSize() {
	sizing := exampleClient()
	defer sizing.Close()

	config, err := client.ConfigurationOf(json.RawMessage(`
		{"spec": {"sizes": [{"name": "small", "capacity": {"memory": "32Gi", "cpu": 8}}]}}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	answer, err := sizing.RecommendSize(context.Background(), &v1.RecommendSizeRequest{
		ClusterSizingConfiguration: config,
		Observation:                &v1.RecommendSizeRequest_Demand{Demand: &v1.SizeDemand{Memory: text("20Gi"), Cpu: text("2")}},
		CurrentSize:                "medium",
	})
	if err != nil {
		fmt.Println("the size stays as it is:", err)
		return
	}
	if answer.Changed {
		fmt.Println("annotate", answer.RecommendedSize)
	}
	// Output: annotate small
}

// Gets the CPU request of a container of the control plane. An operator passes the default request of the container,
// and keeps the default if the call fails.
func ExampleClient_ScaledCPURequest() {
	sizing := exampleClient()
	defer sizing.Close()

	infrastructure, err := client.InfrastructureOf(json.RawMessage(`{"status": {"controlPlaneCPULimit": 4}}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	request, err := sizing.ScaledCPURequest(context.Background(), infrastructure, "350m")
	if err != nil {
		fmt.Println("the request stays as it is:", err)
		return
	}
	fmt.Println(request)
	// Output: 233m
}

// Handles a configuration that the service refuses.
func ExampleAsError() {
	sizing := exampleClient()
	defer sizing.Close()

	_, err := sizing.RecommendSize(context.Background(), &v1.RecommendSizeRequest{})
	if refused := client.AsError(err); refused != nil {
		fmt.Println(refused.Code, refused.Retryable())
		for _, violation := range refused.Violations {
			fmt.Println(violation.Field, violation.Rule == client.RuleConfigMissing)
		}
	}
	// Output:
	// InvalidArgument false
	// clusterSizingConfiguration true
}

// Tests a caller without a server: the caller uses an interface that Client implements.
func ExampleClient() {
	var sizing v1.SizingServiceClient = alwaysLarge{}
	answer, _ := sizing.RecommendSize(context.Background(), &v1.RecommendSizeRequest{})
	fmt.Println(answer.RecommendedSize)
	// Output: large
}

type alwaysLarge struct{ v1.SizingServiceClient }

func (alwaysLarge) RecommendSize(context.Context, *v1.RecommendSizeRequest, ...grpc.CallOption) (
	*v1.RecommendSizeResponse, error) {
	return &v1.RecommendSizeResponse{RecommendedSize: "large"}, nil
}

// exampleClient returns a client for a service with one size and one CPU request.
func exampleClient() *client.Client {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	serve(listener, alwaysSmall{})
	sizing, err := client.New(client.Options{Target: "passthrough:///" + listener.Addr().String(), Plaintext: true})
	if err != nil {
		panic(err)
	}
	return sizing
}

type alwaysSmall struct {
	v1.UnimplementedSizingServiceServer
}

func (alwaysSmall) RecommendSize(_ context.Context, request *v1.RecommendSizeRequest) (*v1.RecommendSizeResponse, error) {
	if request.ClusterSizingConfiguration == nil {
		refused, err := status.New(codes.InvalidArgument, "there is no configuration").WithDetails(
			&errdetails.BadRequest{FieldViolations: []*errdetails.BadRequest_FieldViolation{
				{Field: "clusterSizingConfiguration", Description: "there is no configuration. Send one. (CONFIG_MISSING)"}}})
		if err != nil {
			return nil, err
		}
		return nil, refused.Err()
	}
	return &v1.RecommendSizeResponse{RecommendedSize: request.ClusterSizingConfiguration.Spec.Sizes[0].Name, Changed: true}, nil
}

func (s alwaysSmall) BatchRecommendSize(ctx context.Context, request *v1.BatchRecommendSizeRequest) (
	*v1.BatchRecommendSizeResponse, error) {
	return answerItems(ctx, request, s.RecommendSize)
}

func (alwaysSmall) ScaleCpuRequests(context.Context, *v1.ScaleCpuRequestsRequest) (*v1.ScaleCpuRequestsResponse, error) {
	return &v1.ScaleCpuRequestsResponse{Workloads: []*v1.CpuRequestsScaledWorkload{
		{Containers: []*v1.CpuRequestsScaledRequest{{ScaledRequest: "233m"}}}}}, nil
}
