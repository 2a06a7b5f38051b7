package client

import (
	_ "embed"
	"encoding/json"
)

// ServiceConfig is docs/service-config.json: the call settings of gRPC for this service. [New] uses it. It is exported
// for callers that make their own channel.
//
//go:embed service-config.json
var ServiceConfig string

// serviceConfigWithoutTimeout returns the service config without the timeout. The interceptor sets the deadline of a
// call instead, because that deadline includes the time in which gRPC has no address yet.
func serviceConfigWithoutTimeout() string {
	var config struct {
		LoadBalancingConfig json.RawMessage  `json:"loadBalancingConfig"`
		HealthCheckConfig   json.RawMessage  `json:"healthCheckConfig"`
		MethodConfig        []map[string]any `json:"methodConfig"`
	}
	if err := json.Unmarshal([]byte(ServiceConfig), &config); err != nil {
		panic(err) // the service config is part of this package
	}
	for _, method := range config.MethodConfig {
		delete(method, "timeout")
	}
	text, err := json.Marshal(config)
	if err != nil {
		panic(err)
	}
	return string(text)
}
