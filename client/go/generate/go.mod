module github.com/cpsizer/cpsizer/client/go/generate

go 1.26.0

// What the messages and stubs of client/go are made with: as old as what they are to run with.
tool (
	google.golang.org/grpc/cmd/protoc-gen-go-grpc
	google.golang.org/protobuf/cmd/protoc-gen-go
)

require (
	google.golang.org/grpc/cmd/protoc-gen-go-grpc v1.3.0 // indirect
	google.golang.org/protobuf v1.33.0 // indirect
)
