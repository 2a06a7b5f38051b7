package main

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"google.golang.org/protobuf/reflect/protoreflect"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"sigs.k8s.io/randfill"

	v1 "github.com/cpsizer/cpsizer/client/go/cpsizer/v1"
)

// jsonNames returns the JSON names of the fields of a struct, and of the structs that it inlines.
func jsonNames(of reflect.Type) []string {
	var names []string
	for i := range of.NumField() {
		field := of.Field(i)
		name := strings.Split(field.Tag.Get("json"), ",")[0]
		if name == "" && field.Anonymous {
			names = append(names, jsonNames(field.Type)...)
		} else {
			names = append(names, name)
		}
	}
	return names
}

// If a field is missing in a type, it is also missing in all requests, and no error is reported.
func TestTheTypesHaveTheFieldsThatADecisionDependsOn(t *testing.T) {
	for _, pair := range []struct {
		goType  any
		message protoreflect.ProtoMessage
		without []string // fields on which no size depends
	}{
		{ClusterSizingConfiguration{}, &v1.ClusterSizingConfiguration{}, nil},
		{ClusterSizingConfigurationSpec{}, &v1.ClusterSizingConfigurationSpec{},
			[]string{"concurrency", "transitionDelay", "nonRequestServingNodesBufferPerZone"}},
		{SizeConfiguration{}, &v1.SizeConfiguration{}, []string{"effects", "management"}},
		{NodeCountCriteria{}, &v1.NodeCountCriteria{}, nil},
		{SizeCapacity{}, &v1.SizeCapacity{}, nil},
		{ResourceBasedAutoscalingConfiguration{}, &v1.ResourceBasedAutoscalingConfiguration{}, nil},
		{ClusterSizingConfigurationStatus{}, &v1.ClusterSizingConfigurationStatus{}, nil},
		{metav1.Condition{}, &v1.Condition{}, nil},
		{VerticalPodAutoscalerStatus{}, &v1.VerticalPodAutoscalerStatus{}, nil},
		{RecommendedPodResources{}, &v1.RecommendedPodResources{}, nil},
		{RecommendedContainerResources{}, &v1.RecommendedContainerResources{}, nil},
		{PodResourcePolicy{}, &v1.PodResourcePolicy{}, nil},
		{ContainerResourcePolicy{}, &v1.ContainerResourcePolicy{}, nil},
	} {
		names := jsonNames(reflect.TypeOf(pair.goType))
		fields := pair.message.ProtoReflect().Descriptor().Fields()
		for i := range fields.Len() {
			name := fields.Get(i).JSONName()
			if !slices.Contains(names, name) && !slices.Contains(pair.without, name) {
				t.Errorf("%T has no field %s", pair.goType, name)
			}
		}
	}
}

// Each field is set, so that the test detects fields that are not copied or that are shared.
func TestCopiesAreEqualAndShareNothing(t *testing.T) {
	filler := randfill.NewWithSeed(1).NilChance(0).NumElements(2, 3).MaxDepth(12).Funcs(
		func(list *corev1.ResourceList, _ randfill.Continue) {
			*list = corev1.ResourceList{corev1.ResourceMemory: *quantity("20Gi"), corev1.ResourceCPU: *quantity("1500m")}
		},
		func(meta *metav1.ObjectMeta, _ randfill.Continue) {
			*meta = metav1.ObjectMeta{Name: "a", Annotations: map[string]string{"b": "c"}}
		},
		func(*metav1.Time, randfill.Continue) {},
	)
	filler.Funcs(func(value *resource.Quantity, _ randfill.Continue) { *value = *quantity("7Gi") })
	for _, in := range []runtime.Object{&ClusterSizingConfigurationList{}, &VerticalPodAutoscalerList{}} {
		filler.Fill(in)
		out := in.DeepCopyObject()
		if !reflect.DeepEqual(in, out) {
			t.Errorf("%+v is not %+v", out, in)
		}
		expectNothingShared(t, reflect.ValueOf(in), reflect.ValueOf(out), reflect.TypeOf(in).Elem().Name())
	}
}

func expectNothingShared(t *testing.T, a, b reflect.Value, path string) {
	t.Helper()
	switch a.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Map:
		if a.IsNil() {
			return
		}
		if a.Pointer() == b.Pointer() {
			t.Error(path, "is shared")
		}
	}
	switch a.Kind() {
	case reflect.Pointer:
		expectNothingShared(t, a.Elem(), b.Elem(), path)
	case reflect.Slice:
		for i := range a.Len() {
			expectNothingShared(t, a.Index(i), b.Index(i), path)
		}
	case reflect.Struct:
		for i := range a.NumField() {
			if a.Type().Field(i).IsExported() {
				expectNothingShared(t, a.Field(i), b.Field(i), path+"."+a.Type().Field(i).Name)
			}
		}
	}
}
