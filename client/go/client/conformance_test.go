package client_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	rpcstatus "google.golang.org/genproto/googleapis/rpc/status"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/known/anypb"

	"github.com/cpsizer/cpsizer/client/go/client"
	v1 "github.com/cpsizer/cpsizer/client/go/cpsizer/v1"
)

// vector is one request of the folder conformance, with its response or error.
type vector struct {
	Name, Rule, Method       string
	Request, Response, Error json.RawMessage
}

const vectors = "../../../conformance"

func read(t *testing.T, text json.RawMessage, message proto.Message) {
	t.Helper()
	must(t, protojson.Unmarshal(text, message))
}

// ask returns the response of the service, and an empty message of the same type.
func (v vector) ask(t *testing.T, c *client.Client) (answer, empty proto.Message, err error) {
	t.Helper()
	switch v.Method {
	case "RecommendSize":
		request := &v1.RecommendSizeRequest{}
		read(t, v.Request, request)
		answer, err = c.RecommendSize(context.Background(), request)
		return answer, &v1.RecommendSizeResponse{}, err
	case "BatchRecommendSize":
		request := &v1.BatchRecommendSizeRequest{}
		read(t, v.Request, request)
		answer, err = c.BatchRecommendSize(context.Background(), request)
		return answer, &v1.BatchRecommendSizeResponse{}, err
	case "ValidateConfig":
		request := &v1.ValidateConfigRequest{}
		read(t, v.Request, request)
		answer, err = c.ValidateConfig(context.Background(), request)
		return answer, &v1.ValidateConfigResponse{}, err
	case "RecommendReplicas":
		request := &v1.RecommendReplicasRequest{}
		read(t, v.Request, request)
		answer, err = c.RecommendReplicas(context.Background(), request)
		return answer, &v1.RecommendReplicasResponse{}, err
	case "ScaleCpuRequests":
		request := &v1.ScaleCpuRequestsRequest{}
		read(t, v.Request, request)
		answer, err = c.ScaleCpuRequests(context.Background(), request)
		return answer, &v1.ScaleCpuRequestsResponse{}, err
	case "RecommendMachine":
		request := &v1.RecommendMachineRequest{}
		read(t, v.Request, request)
		answer, err = c.RecommendMachine(context.Background(), request)
		return answer, &v1.RecommendMachineResponse{}, err
	case "PlanClusterAutoscaler":
		request := &v1.PlanClusterAutoscalerRequest{}
		read(t, v.Request, request)
		answer, err = c.PlanClusterAutoscaler(context.Background(), request)
		return answer, &v1.PlanClusterAutoscalerResponse{}, err
	case "BatchRecommendReplicas":
		request := &v1.BatchRecommendReplicasRequest{}
		read(t, v.Request, request)
		answer, err = c.BatchRecommendReplicas(context.Background(), request)
		return answer, &v1.BatchRecommendReplicasResponse{}, err
	}
	t.Fatalf("there is no method %q", v.Method)
	return nil, nil, nil
}

// takeSentences removes the sentences for people from an answer. Of the description of a violation, the rule in brackets
// stays.
func takeSentences(t *testing.T, answer protoreflect.Message) {
	t.Helper()
	if detail, ok := answer.Interface().(*anypb.Any); ok {
		message, err := detail.UnmarshalNew()
		must(t, err)
		takeSentences(t, message.ProtoReflect())
		must(t, detail.MarshalFrom(message))
		return
	}
	answer.Range(func(field protoreflect.FieldDescriptor, value protoreflect.Value) bool {
		switch {
		case field.IsMap():
		case field.Message() != nil && field.IsList():
			for i := 0; i < value.List().Len(); i++ {
				takeSentences(t, value.List().Get(i).Message())
			}
		case field.Message() != nil:
			takeSentences(t, value.Message())
		case field.Name() == "description":
			text := value.String()
			if rule := strings.LastIndex(text, " ("); rule < 0 {
				answer.Clear(field)
			} else {
				answer.Set(field, protoreflect.ValueOfString(text[rule+1:]))
			}
		case field.Name() == "message" || field.Name() == "remedy" || field.Name() == "summary":
			answer.Clear(field)
		}
		return true
	})
}

func (v vector) check(t *testing.T, c *client.Client) {
	answer, wanted, err := v.ask(t, c)
	if v.Error == nil {
		must(t, err)
		read(t, v.Response, wanted)
	} else {
		wanted = &rpcstatus.Status{}
		read(t, v.Error, wanted)
		answer = status.Convert(err).Proto()
		if of := client.AsError(err); of != nil && of.ViolationsTotal != len(of.Violations) {
			t.Errorf("%d violations of %d", len(of.Violations), of.ViolationsTotal)
		}
	}
	takeSentences(t, answer.ProtoReflect())
	if !proto.Equal(answer, wanted) {
		t.Errorf("%s\nand not\n%s", protojson.Format(answer), protojson.Format(wanted))
	}
}

// allVectors returns the vectors of all files.
func allVectors(t *testing.T) []vector {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(vectors, "*.json"))
	must(t, err)
	var all []vector
	for _, file := range files {
		if name := filepath.Base(file); name == "rules.json" || name == "sentences.json" {
			continue
		}
		text, err := os.ReadFile(file)
		must(t, err)
		var some []vector
		must(t, json.Unmarshal(text, &some))
		all = append(all, some...)
	}
	return all
}

func TestConformance(t *testing.T) {
	c := plaintextClient(t, startReal(t, "").address)
	var rules map[string]string
	text, err := os.ReadFile(filepath.Join(vectors, "rules.json"))
	must(t, err)
	must(t, json.Unmarshal(text, &rules))
	asked := make(map[string]bool)
	for _, v := range allVectors(t) {
		asked[v.Rule] = true
		t.Run(v.Rule+": "+v.Name, func(t *testing.T) { v.check(t, c) })
	}
	for rule := range rules {
		if !asked[rule] {
			t.Errorf("nothing is asked about %s", rule)
		}
	}
}
