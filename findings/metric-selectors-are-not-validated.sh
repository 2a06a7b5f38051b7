#!/usr/bin/env bash
# The API server accepts an autoscaler whose metric selector no controller can read.
#
# Version: k8s.io/kubernetes v1.36.3 (Go module), Go 1.26. Seen on 2026-11-29.
#
# The selector of a Pods, Object or External metric of a HorizontalPodAutoscaler is a LabelSelector. The validation of the
# API server checks the name of the metric and its target, and not the selector: an unknown operator, a requirement In
# without values and a value that no label can have are stored. For the selector of a Deployment, all of them are errors.
# The controller fails such a metric at each reconciliation.
#
# Output seen, for each of three selectors: "0 validation errors; the controller fails: true".
#
# Why it matters here: a program that leaves out a requirement that it cannot write asks for more series than the author
# meant, and scales by their sum, where the real controller keeps the replicas.
#
# Source: pkg/apis/autoscaling/validation and pkg/controller/podautoscaler of k8s.io/kubernetes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
export GOTOOLCHAIN=local GOFLAGS=-mod=mod
go mod init example >/dev/null 2>&1
# k8s.io/kubernetes replaces its own parts with folders, which counts only where it is the main module.
for part in api apiextensions-apiserver apimachinery apiserver cli-runtime client-go cloud-provider cluster-bootstrap \
  code-generator component-base component-helpers controller-manager cri-api cri-client csi-translation-lib \
  dynamic-resource-allocation endpointslice externaljwt kms kube-aggregator kube-controller-manager kube-proxy \
  kube-scheduler kubectl kubelet metrics mount-utils pod-security-admission sample-apiserver sample-cli-plugin \
  sample-controller; do
  go mod edit -replace "k8s.io/$part=k8s.io/$part@v0.36.3"
done
go get k8s.io/kubernetes@v1.36.3 2>/dev/null

cat >main.go <<'END'
package main

import (
	"fmt"

	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/kubernetes/pkg/apis/autoscaling"
	"k8s.io/kubernetes/pkg/apis/autoscaling/validation"
)

func main() {
	one, ten := int32(1), resource.MustParse("10")
	for _, requirement := range []metav1.LabelSelectorRequirement{
		{Key: "queue", Operator: "Near", Values: []string{"mail"}},
		{Key: "queue", Operator: "In"},
		{Key: "queue", Operator: "In", Values: []string{"not a label"}},
	} {
		selector := &metav1.LabelSelector{MatchExpressions: []metav1.LabelSelectorRequirement{requirement}}
		autoscaler := &autoscaling.HorizontalPodAutoscaler{
			ObjectMeta: metav1.ObjectMeta{Name: "web", Namespace: "shop"},
			Spec: autoscaling.HorizontalPodAutoscalerSpec{
				ScaleTargetRef: autoscaling.CrossVersionObjectReference{APIVersion: "apps/v1", Kind: "Deployment", Name: "web"},
				MinReplicas:    &one,
				MaxReplicas:    9,
				Metrics: []autoscaling.MetricSpec{{
					Type: autoscaling.ExternalMetricSourceType,
					External: &autoscaling.ExternalMetricSource{
						Metric: autoscaling.MetricIdentifier{Name: "queue_depth", Selector: selector},
						Target: autoscaling.MetricTarget{Type: autoscaling.AverageValueMetricType, AverageValue: &ten},
					},
				}},
			},
		}
		options := validation.HorizontalPodAutoscalerSpecValidationOptions{MinReplicasLowerBound: 1}
		_, err := metav1.LabelSelectorAsSelector(selector)
		fmt.Printf("%d validation errors; the controller fails: %t\n", len(validation.ValidateHorizontalPodAutoscaler(autoscaler, options)), err != nil)
	}
}
END
seen=$(go run . 2>/dev/null)
expected='0 validation errors; the controller fails: true
0 validation errors; the controller fails: true
0 validation errors; the controller fails: true'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo "the behavior has changed; seen on 2026-11-29: $expected" >&2 && exit 1; }
