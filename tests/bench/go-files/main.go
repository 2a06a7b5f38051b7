// The tool that the command cpsizer is compared with: it reads the same files with encoding/json and sigs.k8s.io/yaml,
// makes the same decisions with the code of ../go-peer, and prints a table. It is written as most tools are: it decodes
// a list, then each item into a type with the fields that it needs.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"google.golang.org/protobuf/encoding/protojson"
	"sigs.k8s.io/yaml"

	"cpsizer/tests/bench/go-peer/v1"
)

type object struct {
	APIVersion string            `json:"apiVersion"`
	Kind       string            `json:"kind"`
	Items      []json.RawMessage `json:"items"`
	Metadata   struct {
		Namespace   string            `json:"namespace"`
		Name        string            `json:"name"`
		Labels      map[string]string `json:"labels"`
		Annotations map[string]string `json:"annotations"`
	} `json:"metadata"`
	Status struct {
		Recommendation struct {
			ContainerRecommendations []struct {
				ContainerName  string            `json:"containerName"`
				Target         map[string]string `json:"target"`
				UncappedTarget map[string]string `json:"uncappedTarget"`
			} `json:"containerRecommendations"`
		} `json:"recommendation"`
	} `json:"status"`
}

type cluster struct{ namespace, name string }

type fleet struct {
	config  *v1.ClusterSizingConfiguration
	current map[cluster]string
	demands map[cluster]*v1.SizeDemand
}

const hypershift = "hypershift.openshift.io/"

func (f *fleet) add(text []byte) error {
	var read object
	if err := json.Unmarshal(text, &read); err != nil {
		return err
	}
	switch read.Kind {
	case "ClusterSizingConfiguration":
		f.config = &v1.ClusterSizingConfiguration{}
		return protojson.UnmarshalOptions{DiscardUnknown: true}.Unmarshal(text, f.config)
	case "HostedCluster":
		current := read.Metadata.Annotations[hypershift+"recommended-cluster-size"]
		if current == "" {
			current = read.Metadata.Labels[hypershift+"hosted-cluster-size"]
		}
		f.current[cluster{read.Metadata.Namespace, read.Metadata.Name}] = current
	case "VerticalPodAutoscaler":
		owner := cluster{read.Metadata.Annotations[hypershift+"cluster-namespace"], read.Metadata.Annotations[hypershift+"cluster-name"]}
		for _, container := range read.Status.Recommendation.ContainerRecommendations {
			if container.ContainerName != "kube-apiserver" {
				continue
			}
			target := container.UncappedTarget
			if target == nil {
				target = container.Target
			}
			memory, cpu := target["memory"], target["cpu"]
			f.demands[owner] = &v1.SizeDemand{Memory: &memory, Cpu: &cpu}
		}
	}
	for _, item := range read.Items {
		if err := f.add(item); err != nil {
			return err
		}
	}
	return nil
}

func (f *fleet) addFile(path string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if filepath.Ext(path) != ".json" {
		if text, err = yaml.YAMLToJSON(text); err != nil {
			return err
		}
	}
	return f.add(text)
}

func (f *fleet) print() error {
	names := make([]cluster, 0, len(f.current))
	for name := range f.current {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b cluster) int {
		if order := strings.Compare(a.namespace, b.namespace); order != 0 {
			return order
		}
		return strings.Compare(a.name, b.name)
	})
	out := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(out, "NAMESPACE\tNAME\tCURRENT\tRECOMMENDED\tDRIVER\tMEMORY\tCPU\tWHY")
	for _, name := range names {
		response, err := recommendSize(&v1.RecommendSizeRequest{
			ClusterSizingConfiguration: f.config,
			Observation:                &v1.RecommendSizeRequest_Demand{Demand: f.demands[name]},
			CurrentSize:                f.current[name],
		})
		if err != nil {
			return fmt.Errorf("%s/%s: %w", name.namespace, name.name, err)
		}
		fmt.Fprintf(out, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n", name.namespace, name.name, f.current[name],
			response.RecommendedSize, strings.TrimPrefix(response.Driver.String(), "SIZE_DRIVER_"),
			response.Memory.Demand, response.Cpu.Demand, response.Summary)
	}
	return out.Flush()
}

func decide(paths []string) error {
	f := fleet{current: map[cluster]string{}, demands: map[cluster]*v1.SizeDemand{}}
	for _, path := range paths {
		if err := f.addFile(path); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
	}
	return f.print()
}

func count(text string) int {
	number, err := strconv.Atoi(text)
	if err != nil || number <= 0 {
		fmt.Fprintf(os.Stderr, "go-files: %q is not a number above zero\n", text)
		os.Exit(2)
	}
	return number
}

func main() {
	var err error
	switch args := os.Args[1:]; {
	case len(args) > 1 && args[0] == "decide":
		err = decide(args[1:])
	case len(args) == 3 && args[0] == "generate":
		err = generate(count(args[1]), args[2])
	case len(args) == 4 && args[0] == "compare":
		err = comparePrograms(count(args[1]), args[2], args[3])
	default:
		fmt.Fprintln(os.Stderr, "Usage: go-files decide FILE... | generate CLUSTERS FOLDER | compare ROUNDS CPSIZER FOLDER")
		os.Exit(2)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "go-files:", err)
		os.Exit(1)
	}
}
