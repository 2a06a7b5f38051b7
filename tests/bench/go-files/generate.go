package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"sigs.k8s.io/yaml"
)

type fields = map[string]any

const configuration = `{
  "apiVersion": "scheduling.hypershift.openshift.io/v1alpha1",
  "kind": "ClusterSizingConfiguration",
  "metadata": {"name": "cluster", "generation": 4},
  "spec": {
    "resourceBasedAutoscaling": {"kubeAPIServerMemoryFraction": "0.65", "kubeAPIServerCPUFraction": "0.50"},
    "sizes": [
      {"name": "small", "criteria": {"from": 0, "to": 10}, "capacity": {"memory": "32Gi", "cpu": "8"}},
      {"name": "medium", "criteria": {"from": 11, "to": 100}, "capacity": {"memory": "64Gi", "cpu": "16"}},
      {"name": "large", "criteria": {"from": 101}, "capacity": {"memory": "128Gi", "cpu": "32"}}
    ]
  }
}`

func metadata(i int, uid string, more fields) fields {
	all := fields{
		"creationTimestamp": "2026-01-04T08:00:00Z",
		"generation":        3,
		"resourceVersion":   fmt.Sprint(100_000 + i),
		"uid":               fmt.Sprintf("%s-8a0b-4c58-9f5e-%012d", uid, i),
	}
	for key, value := range more {
		all[key] = value
	}
	return all
}

func hostedCluster(i int) fields {
	sizes := []string{"small", "medium", "large"}
	service := func(name, kind string) fields {
		return fields{"service": name, "servicePublishingStrategy": fields{"type": kind}}
	}
	return fields{
		"apiVersion": hypershift + "v1beta1",
		"kind":       "HostedCluster",
		"metadata": metadata(i, "5d2f0a7e", fields{
			"namespace": "clusters",
			"name":      fmt.Sprintf("cluster-%05d", i),
			"labels":    fields{hypershift + "hosted-cluster-size": sizes[i%3]},
			"annotations": fields{
				hypershift + "topology":                       "dedicated-request-serving-components",
				hypershift + "resource-based-cp-auto-scaling": "true",
				hypershift + "recommended-cluster-size":       sizes[i%3],
			},
		}),
		"spec": fields{
			"autoscaling": fields{},
			"platform":    fields{"type": "None"},
			"pullSecret":  fields{"name": "pull-secret"},
			"release":     fields{"image": "registry.example.com/ocp-release:4.17.0-x86_64"},
			"services":    []fields{service("APIServer", "LoadBalancer"), service("OAuthServer", "Route")},
		},
		"status": fields{"conditions": []fields{{
			"lastTransitionTime": "2026-02-20T08:00:00Z",
			"message":            "The hosted control plane is available",
			"reason":             "AsExpected",
			"status":             "True",
			"type":               "Available",
		}}},
	}
}

func verticalPodAutoscaler(i int) fields {
	name := fmt.Sprintf("cluster-%05d", i)
	container := func(name, cpu, memory string) fields {
		demand := fields{"cpu": cpu, "memory": memory}
		return fields{"containerName": name, "target": demand, "uncappedTarget": demand}
	}
	// Demands of all sizes, and some above the largest size.
	memory, cpu := fmt.Sprint((1+i*37%90)<<30+i), fmt.Sprintf("%dm", 500+i*7919%17_000)
	return fields{
		"apiVersion": "autoscaling.k8s.io/v1",
		"kind":       "VerticalPodAutoscaler",
		"metadata": metadata(i, "6d2f0a7e", fields{
			"namespace": "clusters-" + name,
			"name":      "kube-apiserver",
			"annotations": fields{
				hypershift + "cluster-namespace": "clusters",
				hypershift + "cluster-name":      name,
			},
		}),
		"spec": fields{
			"targetRef":    fields{"apiVersion": "apps/v1", "kind": "Deployment", "name": "kube-apiserver"},
			"updatePolicy": fields{"updateMode": "Off"},
		},
		"status": fields{
			"conditions": []fields{{
				"lastTransitionTime": "2026-02-20T08:00:00Z",
				"status":             "True",
				"type":               "RecommendationProvided",
			}},
			"recommendation": fields{"containerRecommendations": []fields{
				container("konnectivity-server", "11m", "65536k"),
				container("kube-apiserver", cpu, memory),
			}},
		},
	}
}

// generate writes the objects of a fleet as `kubectl get -o json` and `kubectl get -o yaml` print them: a list for each
// kind, in the folders json and yaml.
func generate(clusters int, folder string) error {
	kinds := map[string][]any{"configuration": {json.RawMessage(configuration)}}
	for i := range clusters {
		kinds["hostedclusters"] = append(kinds["hostedclusters"], hostedCluster(i))
		kinds["verticalpodautoscalers"] = append(kinds["verticalpodautoscalers"], verticalPodAutoscaler(i))
	}
	for name, items := range kinds {
		list := fields{"apiVersion": "v1", "kind": "List", "metadata": fields{"resourceVersion": ""}, "items": items}
		text, err := json.MarshalIndent(list, "", "    ")
		if err != nil {
			return err
		}
		if err := write(filepath.Join(folder, "json", name+".json"), text); err != nil {
			return err
		}
		if text, err = yaml.JSONToYAML(text); err != nil {
			return err
		}
		if err := write(filepath.Join(folder, "yaml", name+".yaml"), text); err != nil {
			return err
		}
	}
	return nil
}

func write(path string, text []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, text, 0o644)
}
