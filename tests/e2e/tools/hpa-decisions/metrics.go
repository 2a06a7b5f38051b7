package main

import (
	"context"
	"errors"
	"strconv"
	"strings"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime/schema"
	coreclient "k8s.io/client-go/kubernetes/typed/core/v1"
	customv1beta2 "k8s.io/metrics/pkg/apis/custom_metrics/v1beta2"
	externalv1beta1 "k8s.io/metrics/pkg/apis/external_metrics/v1beta1"
	metricsv1beta1 "k8s.io/metrics/pkg/apis/metrics/v1beta1"
	metricsclient "k8s.io/metrics/pkg/client/clientset/versioned/typed/metrics/v1beta1"
	customclient "k8s.io/metrics/pkg/client/custom_metrics"
	externalclient "k8s.io/metrics/pkg/client/external_metrics"
)

// PodMetricses returns the resource metrics API.
func (c *Cluster) PodMetricses(namespace string) metricsclient.PodMetricsInterface {
	return podMetrics{step: c.byNamespace[namespace].step()}
}

type podMetrics struct {
	metricsclient.PodMetricsInterface
	step *Step
}

func (p podMetrics) List(context.Context, metav1.ListOptions) (*metricsv1beta1.PodMetricsList, error) {
	if p.step.PodMetricsError != "" {
		return nil, errors.New(p.step.PodMetricsError)
	}
	return &metricsv1beta1.PodMetricsList{Items: p.step.PodMetrics}, nil
}

// reading returns the response for a metric. The name of the metric contains its number in the autoscaler, such as
// `m3`.
func (s *Step) reading(metric string) (*Reading, error) {
	index, err := strconv.Atoi(strings.TrimPrefix(metric, "m"))
	if err != nil {
		return nil, err
	}
	reading := &s.Readings[index]
	if reading.Error != "" {
		return nil, errors.New(reading.Error)
	}
	return reading, nil
}

type customMetrics struct{ cluster *Cluster }

func (c customMetrics) NamespacedMetrics(namespace string) customclient.MetricsInterface {
	return customReadings{c.cluster.byNamespace[namespace].step()}
}

// RootScopedMetrics is never called, because all objects of the cases are in namespaces.
func (c customMetrics) RootScopedMetrics() customclient.MetricsInterface { return nil }

type customReadings struct{ step *Step }

func (c customReadings) GetForObject(_ schema.GroupKind, _, metric string, _ labels.Selector) (*customv1beta2.MetricValue, error) {
	reading, err := c.step.reading(metric)
	if err != nil {
		return nil, err
	}
	return &reading.Values[0], nil
}

func (c customReadings) GetForObjects(_ schema.GroupKind, _ labels.Selector, metric string, _ labels.Selector) (*customv1beta2.MetricValueList, error) {
	reading, err := c.step.reading(metric)
	if err != nil {
		return nil, err
	}
	return &customv1beta2.MetricValueList{Items: reading.Values}, nil
}

type externalMetrics struct{ cluster *Cluster }

func (e externalMetrics) NamespacedMetrics(namespace string) externalclient.MetricsInterface {
	return externalReadings{e.cluster.byNamespace[namespace].step()}
}

type externalReadings struct{ step *Step }

func (e externalReadings) List(metric string, _ labels.Selector) (*externalv1beta1.ExternalMetricValueList, error) {
	reading, err := e.step.reading(metric)
	if err != nil {
		return nil, err
	}
	return &externalv1beta1.ExternalMetricValueList{Items: reading.ExternalValues}, nil
}

// noEvents discards all events.
type noEvents struct{ coreclient.EventInterface }

func (n noEvents) Events(string) coreclient.EventInterface { return n }

func (noEvents) CreateWithEventNamespace(event *corev1.Event) (*corev1.Event, error) {
	return event, nil
}

func (noEvents) PatchWithEventNamespace(event *corev1.Event, _ []byte) (*corev1.Event, error) {
	return event, nil
}
