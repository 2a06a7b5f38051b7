package client

import (
	"bytes"
	"encoding/json"
	"fmt"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	v1 "github.com/cpsizer/cpsizer/client/go/cpsizer/v1"
)

// ConfigurationOf makes a message from a ClusterSizingConfiguration. The object may have any Go type that marshals to
// the JSON of the API server: HyperShift's own type (by value or pointer), an *unstructured.Unstructured, a map, or
// json.RawMessage.
//
// A type marshals only its own fields. If the type is older than the CPU fields of the resource, the message does not
// have these fields, and memory alone decides. If the type has no status, the service does not hold smaller sizes after
// the CRD has lost fields ([RuleFieldsNotStored]). An *unstructured.Unstructured has all fields.
func ConfigurationOf(object any) (*v1.ClusterSizingConfiguration, error) {
	return messageOf(object, &v1.ClusterSizingConfiguration{})
}

// VpaStatusOf makes a message from the status of a VerticalPodAutoscaler of any Go type, as in [ConfigurationOf]. If
// the VPA has no status, the message is empty, and the service returns VPA_RECOMMENDATION_MISSING.
func VpaStatusOf(object any) (*v1.VerticalPodAutoscalerStatus, error) {
	parts, err := vpaPartsOf(object)
	if err != nil {
		return nil, err
	}
	if parts.Status == nil {
		return &v1.VerticalPodAutoscalerStatus{}, nil
	}
	return messageOf(parts.Status, &v1.VerticalPodAutoscalerStatus{})
}

// VpaResourcePolicyOf makes a message from spec.resourcePolicy of a VerticalPodAutoscaler of any Go type, as in
// [ConfigurationOf]. It returns nil if the VPA has no resource policy. Send the policy together with the status.
// Without the policy, the service cannot detect that a VPA omits CPU on purpose, and holds the size (VPA_CPU_MISSING).
func VpaResourcePolicyOf(object any) (*v1.PodResourcePolicy, error) {
	parts, err := vpaPartsOf(object)
	if err != nil || parts.Spec.ResourcePolicy == nil {
		return nil, err
	}
	return messageOf(parts.Spec.ResourcePolicy, &v1.PodResourcePolicy{})
}

// vpaParts are the parts of a VerticalPodAutoscaler that a request contains. A part is nil if it is absent or null.
type vpaParts struct {
	Spec struct {
		ResourcePolicy *json.RawMessage `json:"resourcePolicy"`
	} `json:"spec"`
	Status *json.RawMessage `json:"status"`
}

func vpaPartsOf(object any) (vpaParts, error) {
	var parts vpaParts
	text, err := json.Marshal(object)
	if err != nil {
		return parts, err
	}
	if err := json.Unmarshal(text, &parts); err != nil {
		return parts, fmt.Errorf("this is not a VerticalPodAutoscaler: %w", err)
	}
	return parts, nil
}

// MachineSetOf makes a message from a MachineSet of any Go type, as in [ConfigurationOf].
func MachineSetOf(object any) (*v1.MachineSet, error) {
	return messageOf(object, &v1.MachineSet{})
}

// messageOf reads the JSON of an object into the corresponding message. Unknown fields, such as the fields of newer
// servers, are ignored, as in the clients of the API server.
func messageOf[M proto.Message](object any, message M) (M, error) {
	var none M
	text, err := json.Marshal(object)
	if err != nil {
		return none, err
	}
	descriptor := message.ProtoReflect().Descriptor()
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	var tree any
	if err := decoder.Decode(&tree); err != nil {
		return none, err
	}
	if text, err = json.Marshal(withQuotedQuantities(tree, descriptor)); err != nil {
		return none, err
	}
	if err := (protojson.UnmarshalOptions{DiscardUnknown: true}).Unmarshal(text, message); err != nil {
		return none, fmt.Errorf("this is not a %s: %w", descriptor.Name(), err)
	}
	return message, nil
}

// withQuotedQuantities converts a number to text if the field of the message is text. In an object, a quantity may be a
// number or text: for example `cpu: 8`.
func withQuotedQuantities(value any, descriptor protoreflect.MessageDescriptor) any {
	switch value := value.(type) {
	case []any:
		for i := range value {
			value[i] = withQuotedQuantities(value[i], descriptor)
		}
	case map[string]any:
		for name, inner := range value {
			field := descriptor.Fields().ByJSONName(name)
			if field == nil || field.IsMap() {
				continue
			}
			if number, isNumber := inner.(json.Number); isNumber && field.Kind() == protoreflect.StringKind {
				value[name] = number.String()
			} else if field.Message() != nil {
				value[name] = withQuotedQuantities(inner, field.Message())
			}
		}
	}
	return value
}
