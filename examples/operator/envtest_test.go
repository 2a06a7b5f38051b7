package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/envtest"
	"sigs.k8s.io/controller-runtime/pkg/log/zap"
)

// apiServer is the API server of all tests. It is nil if kube-apiserver or etcd is not installed.
var apiServer *rest.Config

func TestMain(m *testing.M) { os.Exit(runTests(m)) }

// runTests starts kube-apiserver and etcd from KUBEBUILDER_ASSETS. If this variable is not set, it uses
// CPSIZER_TOOLS_DIR, which is the variable of the cpsizer tests. If neither variable is set, it runs the tests without
// an API server.
func runTests(m *testing.M) int {
	ctrl.SetLogger(zap.New(zap.WriteTo(os.Stderr)))
	assets := os.Getenv("KUBEBUILDER_ASSETS")
	if assets == "" {
		assets = os.Getenv("CPSIZER_TOOLS_DIR")
	}
	if assets == "" {
		return m.Run()
	}
	environment := &envtest.Environment{
		BinaryAssetsDirectory: assets,
		ErrorIfCRDPathMissing: true,
		CRDDirectoryPaths: []string{
			filepath.Join("..", "..", "deploy", "crds", "clustersizingconfigurations.yaml"),
			filepath.Join("..", "..", "tests", "testing", "crds", "hostedclusters.yaml"),
			filepath.Join("..", "..", "tests", "testing", "crds", "verticalpodautoscalers.yaml"),
		},
	}
	config, err := environment.Start()
	if err != nil {
		fmt.Fprintln(os.Stderr, "the API server does not start:", err)
		return 1
	}
	apiServer = config
	code := m.Run()
	if err := environment.Stop(); err != nil {
		fmt.Fprintln(os.Stderr, "the API server does not stop:", err)
		return 1
	}
	return code
}

// objects creates the objects of a test on the API server, as an administrator.
type objects struct {
	client.Client
	t *testing.T
}

// newObjects skips the test if there is no API server; in CI, it fails the test. It creates the
// ClusterSizingConfiguration and removes it at the end of the test.
func newObjects(t *testing.T) *objects {
	t.Helper()
	if apiServer == nil {
		if os.Getenv("CI") == "true" {
			t.Fatal("KUBEBUILDER_ASSETS and CPSIZER_TOOLS_DIR are not set, and CI requires kube-apiserver")
		}
		t.Skip("KUBEBUILDER_ASSETS is not a folder with kube-apiserver and etcd; tests/e2e/build_tools.sh prints one")
	}
	scheme := newScheme()
	if err := corev1.AddToScheme(scheme); err != nil {
		t.Fatal(err)
	}
	admin, err := client.New(apiServer, client.Options{Scheme: scheme})
	if err != nil {
		t.Fatal(err)
	}
	o := &objects{admin, t}
	o.createConfiguration()
	return o
}

func (o *objects) must(err error) {
	o.t.Helper()
	if err != nil {
		o.t.Fatal(err)
	}
}

func quantity(text string) *resource.Quantity {
	value := resource.MustParse(text)
	return &value
}

func (o *objects) createConfiguration() {
	o.t.Helper()
	ten := int32(10)
	config := &ClusterSizingConfiguration{
		ObjectMeta: metav1.ObjectMeta{Name: configurationName},
		Spec: ClusterSizingConfigurationSpec{
			Sizes: []SizeConfiguration{
				{Name: "small", Criteria: NodeCountCriteria{To: &ten}, Capacity: &SizeCapacity{Memory: quantity("32Gi"), CPU: quantity("8")}},
				{Name: "large", Criteria: NodeCountCriteria{From: 11}, Capacity: &SizeCapacity{Memory: quantity("64Gi"), CPU: quantity("16")}},
			},
			ResourceBasedAutoscaling: &ResourceBasedAutoscalingConfiguration{KubeAPIServerMemoryFraction: quantity("0.65")},
		},
	}
	o.must(o.Create(context.Background(), config))
	o.t.Cleanup(func() { o.must(o.Delete(context.Background(), config)) })
}

// createCluster creates a hosted cluster that requires a size, the namespace of its control plane, and a VPA that
// recommends `memory`. At the end of the test, the cluster and the VPA are removed, but the namespace is not.
func (o *objects) createCluster(name, memory string) types.NamespacedName {
	o.t.Helper()
	key := types.NamespacedName{Namespace: "default", Name: name}
	cluster := &unstructured.Unstructured{}
	cluster.SetGroupVersionKind(hostedClusterKind)
	cluster.SetNamespace(key.Namespace)
	cluster.SetName(name)
	cluster.SetAnnotations(map[string]string{autoScaling: "true", topology: dedicatedTopology})
	service := map[string]any{"service": "APIServer", "servicePublishingStrategy": map[string]any{"type": "Route"}}
	cluster.Object["spec"] = map[string]any{
		"platform": map[string]any{"type": "None"}, "pullSecret": map[string]any{"name": "pull"},
		"release": map[string]any{"image": "release:1"}, "services": []any{service, service, service, service}}
	o.must(o.Create(context.Background(), cluster))
	o.t.Cleanup(func() { o.must(o.Delete(context.Background(), cluster)) })
	// This API server never removes namespaces, so tests must use clusters with different names.
	namespace := &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: controlPlaneNamespace(key)}}
	o.must(o.Create(context.Background(), namespace))
	o.createVpa(key, memory)
	return key
}

func (o *objects) createVpa(cluster types.NamespacedName, memory string) {
	o.t.Helper()
	vpa := &unstructured.Unstructured{}
	vpa.SetGroupVersionKind(vpaVersion.WithKind("VerticalPodAutoscaler"))
	vpa.SetNamespace(controlPlaneNamespace(cluster))
	vpa.SetName(vpaName)
	vpa.SetAnnotations(map[string]string{clusterNamespace: cluster.Namespace, clusterName: cluster.Name})
	vpa.Object["spec"] = map[string]any{
		"targetRef": map[string]any{"kind": "Deployment", "name": "kube-apiserver"},
		"resourcePolicy": map[string]any{"containerPolicies": []any{
			map[string]any{"containerName": "kube-apiserver", "controlledResources": []any{"memory"}}}}}
	status := map[string]any{"recommendation": map[string]any{"containerRecommendations": []any{
		map[string]any{"containerName": "kube-apiserver", "target": map[string]any{"memory": memory}}}}}
	o.must(o.Create(context.Background(), vpa))
	vpa.Object["status"] = status
	o.must(o.Status().Update(context.Background(), vpa))
	o.t.Cleanup(func() { o.must(o.Delete(context.Background(), vpa)) })
}

// sizeOf returns the recommended size of a cluster, and whether the annotation exists.
func (o *objects) sizeOf(key types.NamespacedName) (string, bool) {
	o.t.Helper()
	cluster := hostedCluster()
	o.must(o.Get(context.Background(), key, cluster))
	size, found := cluster.Annotations[recommendedSize]
	return size, found
}

// eventually waits until the condition returns true, for at most half a minute.
func (o *objects) eventually(what string, condition func() bool) {
	o.t.Helper()
	err := wait.PollUntilContextTimeout(context.Background(), 20*time.Millisecond, 30*time.Second, true,
		func(context.Context) (bool, error) { return condition(), nil })
	if err != nil {
		o.t.Fatalf("%s: %v", what, err)
	}
}

// startManager runs the controller as main does. The controller stops at the end of the test.
func (o *objects) startManager(sizing *fakeSizing) {
	o.t.Helper()
	managerOptions := managerOptions()
	one := true // this process has several managers, whose controllers have the same names
	managerOptions.Controller.SkipNameValidation = &one
	manager, err := ctrl.NewManager(apiServer, managerOptions)
	o.must(err)
	o.must((&Reconciler{Client: manager.GetClient(), Sizing: sizing}).SetupWithManager(manager))
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- manager.Start(ctx) }()
	o.t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil && !strings.Contains(err.Error(), context.Canceled.Error()) {
			o.t.Error(err)
		}
	})
}
