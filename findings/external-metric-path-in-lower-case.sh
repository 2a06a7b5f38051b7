#!/usr/bin/env bash
# The client for external metrics of Kubernetes asks for a metric by its name in lower case.
#
# Version: k8s.io/metrics v0.36.3 with k8s.io/client-go v0.36.3 (Go modules), Go 1.26. Seen on 2026-11-29.
#
# A HorizontalPodAutoscaler may name an External metric Queue_Depth; the API server accepts it, and the status has this
# name. The request of the controller is for queue_depth: the client passes the name as a resource, and client-go writes
# resources of a URL in lower case. The client for custom metrics passes the name as a subresource, which keeps its case.
#
# Output seen: .../namespaces/shop/queue_depth and .../namespaces/shop/pods/*/Queue_Depth.
#
# Why it matters here: names of Prometheus series are case-sensitive. With a series Queue_Depth the autoscaler gets a 404,
# and with a series queue_depth it scales by a metric whose name its spec does not have. A program that predicts the
# decision must ask in the same way.
#
# Source: packages pkg/client/external_metrics and pkg/client/custom_metrics of k8s.io/metrics.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
export GOTOOLCHAIN=local GOFLAGS=-mod=mod
go mod init example >/dev/null 2>&1
go get k8s.io/metrics@v0.36.3 k8s.io/client-go@v0.36.3 2>/dev/null

cat >main.go <<'END'
package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"

	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/rest"
	"k8s.io/metrics/pkg/client/custom_metrics"
	"k8s.io/metrics/pkg/client/external_metrics"
)

type version struct{}

func (version) PreferredVersion() (schema.GroupVersion, error) {
	return schema.GroupVersion{Group: "custom.metrics.k8s.io", Version: "v1beta2"}, nil
}
func (version) Invalidate() {}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func main() {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Println(r.URL.Path)
		w.WriteHeader(http.StatusNotFound)
	}))
	defer server.Close()
	config := &rest.Config{Host: server.URL}
	const metric = "Queue_Depth"
	external := must(external_metrics.NewForConfig(config))
	external.NamespacedMetrics("shop").List(metric, labels.Everything())
	mapper := meta.NewDefaultRESTMapper([]schema.GroupVersion{{Version: "v1"}})
	mapper.Add(schema.GroupVersionKind{Version: "v1", Kind: "Pod"}, meta.RESTScopeNamespace)
	custom := custom_metrics.NewForConfig(config, mapper, version{})
	custom.NamespacedMetrics("shop").GetForObjects(schema.GroupKind{Kind: "Pod"}, labels.Everything(), metric, labels.Everything())
}
END
seen=$(go run . 2>/dev/null)
expected='/apis/external.metrics.k8s.io/v1beta1/namespaces/shop/queue_depth
/apis/custom.metrics.k8s.io/v1beta2/namespaces/shop/pods/*/Queue_Depth'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo "the behavior has changed; seen on 2026-11-29: $expected" >&2 && exit 1; }
