// The server that cpsizer-server is compared with: the same service on grpc-go. It makes the same decision for the
// requests of the benchmark. It is not tuned; the caller sets GOGC and the cores.
package main

import (
	"context"
	"fmt"
	"net"
	"os"
	"runtime"
	"runtime/debug"

	"google.golang.org/grpc"

	"cpsizer/tests/bench/go-peer/v1"
)

type service struct {
	v1.UnimplementedSizingServiceServer
}

func (service) RecommendSize(_ context.Context, request *v1.RecommendSizeRequest) (*v1.RecommendSizeResponse, error) {
	return recommendSize(request)
}

// description returns the build and run settings, because a ratio is meaningless without them.
func description() string {
	text := runtime.Version()
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, module := range info.Deps {
			switch module.Path {
			case "google.golang.org/grpc":
				text += ", grpc-go " + module.Version
			case "google.golang.org/protobuf":
				text += ", protobuf-go " + module.Version
			}
		}
		for _, setting := range info.Settings {
			if setting.Key == "-pgo" {
				text += ", PGO"
			}
		}
	}
	gogc := debug.SetGCPercent(100)
	debug.SetGCPercent(gogc)
	return fmt.Sprintf("%s, GOGC=%d, GOMAXPROCS=%d", text, gogc, runtime.GOMAXPROCS(0))
}

func newServer() *grpc.Server {
	server := grpc.NewServer()
	v1.RegisterSizingServiceServer(server, service{})
	return server
}

func serve() error {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	fmt.Println(description())
	fmt.Printf("serving %s\n", listener.Addr())
	return newServer().Serve(listener)
}

// Without arguments, serves until it is killed. With the name of a file, writes a CPU profile to it.
func main() {
	run := serve
	if len(os.Args) > 1 {
		run = func() error { return writeProfile(os.Args[1]) }
	}
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "go-peer:", err)
		os.Exit(1)
	}
}
