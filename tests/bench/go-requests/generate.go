package main

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"time"
)

const (
	sizes      = 5
	containers = 10
	step       = 5 * time.Minute
	hypershift = "hypershift.openshift.io/"
)

func sizeName(i int) string      { return fmt.Sprintf("size%d", i) }
func containerName(i int) string { return fmt.Sprintf("component-%d", i) }

// generate writes a fleet, and what one replica of each of its containers uses.
func generate(clusters, days int, folder string) error {
	if err := os.MkdirAll(filepath.Join(folder, "fleet"), 0o755); err != nil {
		return err
	}
	fleet, err := os.Create(filepath.Join(folder, "fleet", "fleet.yaml"))
	if err != nil {
		return err
	}
	defer fleet.Close()
	fmt.Fprintf(fleet, "apiVersion: scheduling.%sv1alpha1\nkind: ClusterSizingConfiguration\nmetadata: {name: cluster}\nspec:\n  sizes:\n",
		hypershift)
	for size := range sizes {
		until := ""
		if size+1 < sizes {
			until = fmt.Sprintf(", to: %d", 100*size+99)
		}
		fmt.Fprintf(fleet, "  - name: %s\n    criteria: {from: %d%s}\n    effects:\n      resourceRequests:\n", sizeName(size), 100*size, until)
		for i := range containers {
			fmt.Fprintf(fleet, "      - {deploymentName: %s, containerName: main, memory: 1Gi, cpu: 100m}\n", containerName(i))
		}
	}
	for cluster := range clusters {
		fmt.Fprintf(fleet, "---\napiVersion: %sv1beta1\nkind: HostedCluster\nmetadata: {namespace: clusters, name: c%d, labels: {%shosted-cluster-size: %s}}\n",
			hypershift, cluster, hypershift, sizeName(cluster%sizes))
	}
	file, err := os.Create(filepath.Join(folder, "usage.csv"))
	if err != nil {
		return err
	}
	defer file.Close()
	rows := bufio.NewWriterSize(file, 1<<20)
	fmt.Fprintln(rows, "time,namespace,cluster,pod,container,memory,cpu")
	random := rand.New(rand.NewPCG(1, 2))
	first := time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)
	for now := first; now.Before(first.AddDate(0, 0, days)); now = now.Add(step) {
		text := now.Format(time.RFC3339)
		for cluster := range clusters {
			for i := range containers {
				part := 0.5 + random.Float64()
				fmt.Fprintf(rows, "%s,clusters,c%d,%s-5d8c7b9f6d-x2k7b,main,%d,%.3f\n", text, cluster, containerName(i),
					int64(part*float64(cluster%sizes+1)*1e9), part)
			}
		}
	}
	return rows.Flush()
}
