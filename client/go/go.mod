module github.com/cpsizer/cpsizer/client/go

go 1.22

// The oldest versions that work. grpc.NewClient came with 1.63; 1.64.1 is the first one that requires a
// golang.org/x/net without CVE-2023-45288, and protobuf 1.33.0 the first without CVE-2024-24786. A module that
// requires newer versions gets those.
require (
	google.golang.org/genproto/googleapis/rpc v0.0.0-20240318140521-94a12d6c2237
	google.golang.org/grpc v1.64.1
	google.golang.org/protobuf v1.33.0
)

require (
	golang.org/x/net v0.26.0 // indirect
	golang.org/x/sys v0.21.0 // indirect
	golang.org/x/text v0.16.0 // indirect
)
