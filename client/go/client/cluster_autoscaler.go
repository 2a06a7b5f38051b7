package client

import (
	"encoding/json"
	"fmt"
	"strings"

	v1 "github.com/cpsizer/cpsizer/client/go/cpsizer/v1"
)

// ClusterAutoscalerOf makes a message from a ClusterAutoscaler (autoscaling.openshift.io/v1) of any Go type, as in
// [ConfigurationOf].
func ClusterAutoscalerOf(object any) (*v1.ClusterAutoscaler, error) {
	return messageOf(object, &v1.ClusterAutoscaler{})
}

// MachineAutoscalerOf makes a message from a MachineAutoscaler (autoscaling.openshift.io/v1beta1) of any Go type, as in
// [ConfigurationOf].
func MachineAutoscalerOf(object any) (*v1.MachineAutoscaler, error) {
	return messageOf(object, &v1.MachineAutoscaler{})
}

// CurrentObjectOf makes a message from the current state of an object that the operator of the cluster-autoscaler
// writes. The object may have any Go type, as in [ConfigurationOf]. The object must have a kind; objects from typed
// clients often have no kind. `metadata.managedFields` is removed.
func CurrentObjectOf(object any) (*v1.ClusterAutoscalerCurrentObject, error) {
	text, err := json.Marshal(object)
	if err != nil {
		return nil, fmt.Errorf("the object cannot be written as JSON: %w", err)
	}
	decoder := json.NewDecoder(strings.NewReader(string(text)))
	decoder.UseNumber()
	var content map[string]any
	if err := decoder.Decode(&content); err != nil {
		return nil, fmt.Errorf("the object is not a JSON object: %w", err)
	}
	metadata, _ := content["metadata"].(map[string]any)
	delete(metadata, "managedFields")
	current := &v1.ClusterAutoscalerCurrentObject{Fields: map[string]string{}}
	current.Kind, _ = content["kind"].(string)
	if current.Kind == "" {
		return nil, fmt.Errorf("the object has no kind")
	}
	current.Namespace, _ = metadata["namespace"].(string)
	current.Name, _ = metadata["name"].(string)
	addScalars(content, "", current.Fields)
	return current, nil
}

// addScalars adds each scalar of value with its path, such as spec.ports[0].port. Keys with a dot or a slash are
// written in brackets. An object without members is written as {}.
func addScalars(value any, path string, fields map[string]string) {
	switch value := value.(type) {
	case nil:
	case map[string]any:
		// Empty objects are added, because an empty rule of a NetworkPolicy allows everything.
		if len(value) == 0 && path != "" {
			fields[path] = "{}"
		}
		for key, member := range value {
			addScalars(member, memberPath(path, key), fields)
		}
	case []any:
		for i, item := range value {
			addScalars(item, fmt.Sprintf("%s[%d]", path, i), fields)
		}
	default:
		fields[path] = fmt.Sprint(value)
	}
}

func memberPath(path, key string) string {
	if strings.ContainsAny(key, "./") {
		return path + "[" + key + "]"
	}
	if path == "" {
		return key
	}
	return path + "." + key
}
