// The webhook that cpsizer-webhook is compared with. It uses the standard library of Go, and makes the most expensive
// checks of a configuration. It reads the same reviews as cpsizer-webhook, and its responses have the same form.
package main

import (
	"crypto/tls"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
)

const maxBody = 8 << 20

type review struct {
	APIVersion string    `json:"apiVersion"`
	Kind       string    `json:"kind"`
	Request    *request  `json:"request,omitempty"`
	Response   *response `json:"response,omitempty"`
}

type request struct {
	UID       string          `json:"uid"`
	Operation string          `json:"operation"`
	Kind      groupKind       `json:"kind"`
	Object    json.RawMessage `json:"object"`
}

type groupKind struct {
	Group   string `json:"group"`
	Version string `json:"version"`
	Kind    string `json:"kind"`
}

type response struct {
	UID      string   `json:"uid"`
	Allowed  bool     `json:"allowed"`
	Status   *status  `json:"status,omitempty"`
	Warnings []string `json:"warnings,omitempty"`
}

type status struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

func decide(asked *request) *response {
	answer := &response{UID: asked.UID, Allowed: true}
	if asked.Kind.Kind != "ClusterSizingConfiguration" {
		return answer
	}
	var object configuration
	if err := json.Unmarshal(asked.Object, &object); err != nil {
		answer.Allowed = false
		answer.Status = &status{Code: 422, Message: err.Error()}
		return answer
	}
	found := check(&object)
	if len(found.errors) > 0 {
		answer.Allowed = false
		answer.Status = &status{Code: 422, Message: found.message()}
		return answer
	}
	answer.Warnings = found.warnings
	return answer
}

func serve(writer http.ResponseWriter, asked *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(writer, asked.Body, maxBody))
	if err != nil {
		http.Error(writer, err.Error(), http.StatusRequestEntityTooLarge)
		return
	}
	var in review
	if err := json.Unmarshal(body, &in); err != nil || in.Request == nil {
		http.Error(writer, "the body is not an AdmissionReview", http.StatusBadRequest)
		return
	}
	out, err := json.Marshal(review{APIVersion: in.APIVersion, Kind: in.Kind, Response: decide(in.Request)})
	if err != nil {
		http.Error(writer, err.Error(), http.StatusInternalServerError)
		return
	}
	writer.Header().Set("Content-Type", "application/json")
	if _, err := writer.Write(out); err != nil {
		log.Print(err)
	}
}

func main() {
	certificate := flag.String("tls-cert-file", "", "certificate to serve with")
	key := flag.String("tls-private-key-file", "", "its key")
	flag.Parse()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("serving on", listener.Addr())
	http.HandleFunc("/validate", serve)
	server := &http.Server{TLSConfig: &tls.Config{MinVersion: tls.VersionTLS12, NextProtos: []string{"http/1.1"}}}
	log.Fatal(server.ServeTLS(listener, *certificate, *key))
}
