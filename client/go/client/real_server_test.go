package client_test

import (
	"bufio"
	"context"
	"encoding/json"
	"maps"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"time"

	"google.golang.org/grpc/codes"

	"github.com/cpsizer/cpsizer/client/go/client"
	v1 "github.com/cpsizer/cpsizer/client/go/cpsizer/v1"
)

// serverProgram returns the path of cpsizer-server. The test is skipped if the program is missing.
func serverProgram(t testing.TB) string {
	t.Helper()
	program := os.Getenv("CPSIZER_SERVER_PROGRAM")
	if program == "" {
		t.Skip("CPSIZER_SERVER_PROGRAM does not name the cpsizer-server to test with")
	}
	return program
}

// realServer is a server in a separate process.
type realServer struct {
	t       testing.TB
	process *exec.Cmd
	address string
}

var addressInLog = regexp.MustCompile(`"msg":"serving","address":"([^"]*)"`)

// startReal starts a server on a loopback port, or at `address` if it is not empty. The server stops at the end of the
// test.
func startReal(t testing.TB, address string, flags ...string) *realServer {
	t.Helper()
	if address == "" {
		address = "127.0.0.1:0"
	}
	process := exec.Command(serverProgram(t), append([]string{"--grpc-addr=" + address, "--drain-delay=0s"}, flags...)...)
	log, err := process.StderrPipe()
	must(t, err)
	must(t, process.Start())
	server := &realServer{t: t, process: process}
	t.Cleanup(server.kill)
	lines := bufio.NewScanner(log)
	var said []string
	for lines.Scan() {
		said = append(said, lines.Text())
		if match := addressInLog.FindStringSubmatch(lines.Text()); match != nil {
			server.address = match[1]
			go func() {
				for lines.Scan() {
				}
			}()
			return server
		}
	}
	t.Fatalf("the server did not start: %s", strings.Join(said, "\n"))
	return nil
}

func (s *realServer) kill() {
	s.process.Process.Kill()
	s.process.Wait()
}

func text(of string) *string { return &of }

// example returns a request with two sizes: small has 32Gi, and medium has 64Gi and the given fraction. The default
// fraction is 0.65.
func example(demand, fraction string) *v1.RecommendSizeRequest {
	return &v1.RecommendSizeRequest{
		ClusterSizingConfiguration: &v1.ClusterSizingConfiguration{Spec: &v1.ClusterSizingConfigurationSpec{Sizes: []*v1.SizeConfiguration{
			{Name: "small", Capacity: &v1.SizeCapacity{Memory: text("32Gi")}},
			{Name: "medium", Capacity: &v1.SizeCapacity{Memory: text("64Gi"), KubeApiServerMemoryFraction: text(fraction)}},
		}}},
		Observation: &v1.RecommendSizeRequest_Demand{Demand: &v1.SizeDemand{Memory: text(demand)}},
	}
}

func TestTheServiceAnswers(t *testing.T) {
	c := plaintextClient(t, startReal(t, "").address)
	answer, err := c.RecommendSize(context.Background(), example("21Gi", "0.65"))
	if err != nil || answer.RecommendedSize != "medium" || answer.Driver != v1.SizeDriver_SIZE_DRIVER_MEMORY {
		t.Errorf("%v, %v", answer, err)
	}
	valid, err := c.ValidateConfig(context.Background(), &v1.ValidateConfigRequest{
		Config: &v1.ValidateConfigRequest_ClusterSizingConfiguration{ClusterSizingConfiguration: example("", "0.95").ClusterSizingConfiguration}})
	if err != nil || client.FindRule(client.Warnings(valid.Findings), client.RuleFractionNearOne) == nil ||
		client.FindRule(client.Errors(valid.Findings), client.RuleCriteriaSeveralSizesFromZero) == nil {
		t.Errorf("%v, %v", valid, err)
	}
}

func TestLostFieldsHoldASmallerSize(t *testing.T) {
	c := plaintextClient(t, startReal(t, "").address)
	request := example("10Gi", "0.65")
	request.CurrentSize = "medium"
	for _, at := range []string{`null`, `"2026-11-01T00:00:00Z"`} {
		object, err := client.ConfigurationOf(json.RawMessage(`{"status": {"conditions": [{"type": "SizingFieldsStored",
			"status": "False", "reason": "FieldsNotStored", "message": "", "lastTransitionTime": ` + at + `}]}}`))
		must(t, err)
		request.ClusterSizingConfiguration.Status = object.Status
		answer, err := c.RecommendSize(context.Background(), request)
		if err != nil || client.HeldBy(answer) != client.RuleFieldsNotStored {
			t.Errorf("%s: %v, %v", at, answer, err)
		}
	}
	request.ClusterSizingConfiguration.Status = nil
	if answer, err := c.RecommendSize(context.Background(), request); err != nil || answer.RecommendedSize != "small" {
		t.Errorf("%v, %v", answer, err)
	}
}

func TestARequestIsScaledToTheLimitOfTheInfrastructure(t *testing.T) {
	c := plaintextClient(t, startReal(t, "").address)
	for _, test := range []struct {
		object string
		want   string
	}{
		{`{"metadata": {"name": "cluster"}, "status": {"platform": "None", "controlPlaneCPULimit": 4}}`, "233m"},
		{`{"metadata": {"name": "cluster"}, "status": {"platform": "None"}}`, "350m"},
	} {
		infrastructure, err := client.InfrastructureOf(json.RawMessage(test.object))
		must(t, err)
		if got, err := c.ScaledCPURequest(context.Background(), infrastructure, "0.35"); got != test.want || err != nil {
			t.Errorf("%s: %q, %v", test.object, got, err)
		}
	}
	if got, err := c.ScaledCPURequest(context.Background(), nil, "much"); got != "" || !client.AsError(err).Refused() {
		t.Errorf("%q, %v", got, err)
	}
}

func TestAPlanThatIsAppliedKeepsItsObjects(t *testing.T) {
	c := plaintextClient(t, startReal(t, "").address)
	request := &v1.PlanClusterAutoscalerRequest{
		ClusterAutoscaler: &v1.ClusterAutoscaler{Spec: &v1.ClusterAutoscalerSpec{StartupTaints: []string{"a"}}},
		Operator:          &v1.ClusterAutoscalerOperatorSettings{ReleaseVersion: "5.1.2", Image: "image"},
		Current:           &v1.ClusterAutoscalerCurrentState{},
	}
	plan, err := c.PlanClusterAutoscaler(context.Background(), request)
	must(t, err)
	if len(plan.Objects) != 9 {
		t.Fatalf("%d objects", len(plan.Objects))
	}
	for _, object := range plan.Objects {
		if object.Action != v1.ClusterAutoscalerObjectAction_CLUSTER_AUTOSCALER_OBJECT_ACTION_CREATE {
			t.Errorf("%s: %s", object.Kind, object.Action)
		}
		current, err := client.CurrentObjectOf(json.RawMessage(object.Manifest))
		must(t, err)
		request.Current.Objects = append(request.Current.Objects, current)
	}
	request.Current.Objects[0].Fields["spec.ports[0].port"] = "80"
	plan, err = c.PlanClusterAutoscaler(context.Background(), request)
	must(t, err)
	for i, object := range plan.Objects {
		want := v1.ClusterAutoscalerObjectAction_CLUSTER_AUTOSCALER_OBJECT_ACTION_KEEP
		if i == 0 {
			want = v1.ClusterAutoscalerObjectAction_CLUSTER_AUTOSCALER_OBJECT_ACTION_UPDATE
		}
		if object.Action != want {
			t.Errorf("%s %s: %s %v", object.Kind, object.Name, object.Action, object.Differences)
		}
	}
}

func TestCurrentObjectsAreRefused(t *testing.T) {
	for _, object := range []any{func() {}, []int{1}, json.RawMessage(`{"metadata": {}}`)} {
		if _, err := client.CurrentObjectOf(object); err == nil {
			t.Errorf("%T is an object", object)
		}
	}
	current, err := client.CurrentObjectOf(map[string]any{"kind": "Service", "metadata": map[string]any{
		"name": "n", "namespace": "ns", "managedFields": []any{1}, "labels": map[string]any{"a/b": "c"}},
		"spec": map[string]any{"big": json.Number("12345678901234567"), "on": true, "none": nil}})
	must(t, err)
	want := map[string]string{"kind": "Service", "metadata.name": "n", "metadata.namespace": "ns",
		"metadata.labels[a/b]": "c", "spec.big": "12345678901234567", "spec.on": "true"}
	if current.Kind != "Service" || current.Name != "n" || current.Namespace != "ns" || !maps.Equal(current.Fields, want) {
		t.Errorf("%v", current)
	}
}

func TestAutoscalersOfMachinesAreValidated(t *testing.T) {
	c := plaintextClient(t, startReal(t, "").address)
	cluster, err := client.ClusterAutoscalerOf(json.RawMessage(
		`{"metadata": {"name": "default"}, "spec": {"scaleDown": {"enabled": true, "delayAfterAdd": "-1s"}}, "status": {}}`))
	must(t, err)
	machines, err := client.MachineAutoscalerOf(json.RawMessage(
		`{"spec": {"minReplicas": 3, "maxReplicas": 2, "scaleTargetRef":
			{"apiVersion": "machine.openshift.io/v1beta1", "kind": "MachineSet", "name": "a"}}, "status": {"lastTargetRef": {}}}`))
	must(t, err)
	for _, test := range []struct {
		request *v1.ValidateConfigRequest
		want    client.Rule
	}{
		{&v1.ValidateConfigRequest{Config: &v1.ValidateConfigRequest_ClusterAutoscaler{ClusterAutoscaler: cluster}},
			client.RuleValueOutOfRange},
		{&v1.ValidateConfigRequest{Config: &v1.ValidateConfigRequest_MachineAutoscaler{MachineAutoscaler: machines}},
			client.RuleMaxReplicasBelowMin},
	} {
		answer, err := c.ValidateConfig(context.Background(), test.request)
		if err != nil || answer.Valid || len(answer.Findings) != 1 || client.FindRule(answer.Findings, test.want) == nil {
			t.Errorf("%v, %v", answer, err)
		}
	}
}

func TestTheServiceNamesTheFieldsThatItRefuses(t *testing.T) {
	c := plaintextClient(t, startReal(t, "").address)
	bad := example("-1Gi", "65")
	bad.ClusterSizingConfiguration.Spec.Sizes[0].Capacity.Memory = text("32GB")
	_, err := c.RecommendSize(context.Background(), bad)
	of := client.AsError(err)
	if of == nil || of.Code != codes.InvalidArgument || of.ViolationsTotal != len(of.Violations) || len(of.Violations) < 2 ||
		of.Reason != of.Violations[0].Rule || of.Connection != nil {
		t.Fatalf("%+v", err)
	}
	want := map[string]client.Rule{
		"spec.sizes[0].capacity.memory":                      client.RuleQuantityMalformed,
		"spec.sizes[1].capacity.kubeAPIServerMemoryFraction": client.RuleFractionOutOfRange,
	}
	for _, violation := range of.Violations {
		if want[violation.Field] == violation.Rule && strings.HasSuffix(violation.Description, ".") {
			delete(want, violation.Field)
		}
	}
	if len(want) > 0 {
		t.Errorf("no %v in %v", want, of.Violations)
	}
}

func TestRefusedItemDoesNotFailOtherItems(t *testing.T) {
	c := plaintextClient(t, startReal(t, "").address)
	answer, err := c.BatchRecommendSize(context.Background(), &v1.BatchRecommendSizeRequest{
		Items: []*v1.RecommendSizeRequest{example("1Gi", "0.65"), example("-1Gi", "0.65")}})
	must(t, err)
	good, bad := answer.Results[0], answer.Results[1]
	if good.GetResponse().GetRecommendedSize() != "small" || client.ItemError(good.GetError()) != nil {
		t.Errorf("%v", good)
	}
	refused := client.ItemError(bad.GetError())
	if refused == nil || refused.Reason != client.RuleValueNegative || refused.Violations[0].Field != "demand.memory" {
		t.Errorf("%v", bad)
	}
}

// mutualTLS returns the flags of a server that accepts clients of `ours` named `allowed`.
func mutualTLS(t *testing.T, ours *authority, allowed string) []string {
	t.Helper()
	files := newFolder(t).files(ours, ours, "localhost", time.Hour)
	return []string{"--tls-cert-file=" + files.Certificate, "--tls-private-key-file=" + files.Key,
		"--client-ca-file=" + files.CA, "--allowed-clients=dns:" + allowed}
}

func TestTheServiceAnswersOverMutualTLSAndSaysWhoMayNotCall(t *testing.T) {
	ours := newAuthority(t, "ours")
	server := startReal(t, "", mutualTLS(t, ours, "operator")...)
	c := tlsClient(t, server.address, newFolder(t).files(ours, ours, "operator", time.Hour))
	answer, err := c.RecommendSize(context.Background(), example("1Gi", "0.65"))
	if err != nil || answer.RecommendedSize != "small" {
		t.Errorf("%v, %v", answer, err)
	}
	other := tlsClient(t, server.address, newFolder(t).files(ours, ours, "other", time.Hour))
	_, err = other.RecommendSize(context.Background(), example("1Gi", "0.65"))
	of := client.AsError(err)
	if of == nil || of.Reason != client.ReasonCallerNotAllowed || of.Code != codes.PermissionDenied ||
		!strings.Contains(of.Message, "dns:other is not allowed to call") {
		t.Errorf("%v", err)
	}
}

func TestWhichCertificateTheServiceDoesNotAccept(t *testing.T) {
	ours, stranger := newAuthority(t, "ours"), newAuthority(t, "stranger")
	server := startReal(t, "", mutualTLS(t, ours, "operator")...)
	namesake := newAuthority(t, "ours")
	for wanted, files := range map[string]client.TLSFiles{
		"the client's certificate":               newFolder(t).files(stranger, ours, "operator", time.Hour),
		"which has passed":                       newFolder(t).files(ours, ours, "operator", -time.Hour),
		"the server's certificate (CN=localhost": newFolder(t).files(ours, stranger, "operator", time.Hour),
		`candidate authority certificate "ours"`: newFolder(t).files(ours, namesake, "operator", time.Hour),
	} {
		_, err := tlsClient(t, server.address, files).RecommendSize(context.Background(), example("1Gi", "0.65"))
		if of := client.AsError(err); of == nil || of.Code != codes.Unavailable || !strings.Contains(err.Error(), wanted) {
			t.Errorf("%v does not say %q", err, wanted)
		}
	}
}

func TestAClientGoesOnWithAServiceThatIsBackUnderAnotherAuthority(t *testing.T) {
	before, after := newAuthority(t, "before"), newAuthority(t, "after")
	server := startReal(t, reservePort(t), mutualTLS(t, before, "operator")...)
	files := newFolder(t)
	c := tlsClient(t, server.address, files.files(before, before, "operator", time.Hour))
	answered := func() error {
		_, err := c.RecommendSize(context.Background(), example("1Gi", "0.65"))
		return err
	}
	must(t, answered())
	server.kill()
	if err := answered(); err == nil || client.AsError(err).Code != codes.Unavailable {
		t.Fatalf("%v", err)
	}
	files.files(after, after, "operator", time.Hour)
	startReal(t, server.address, mutualTLS(t, after, "operator")...)
	begin := time.Now()
	for answered() != nil {
		if time.Since(begin) > testTimeout {
			t.Fatal(answered())
		}
	}
}
