package client_test

import (
	"bytes"
	"encoding/binary"
	"net"
	"sync/atomic"
	"testing"
)

// fakeNames is a DNS server. The test sets its responses.
type fakeNames struct {
	socket net.PacketConn
	answer atomic.Int32
	spoken chan struct{} // closed when the server starts to respond
}

// The responses to all names.
const (
	namesLoopback  = iota // 127.0.0.1
	namesNoAddress        // the name exists without an address, as CoreDNS responds for a Service without ready pods
	namesNotKnown         // the name does not exist
	namesFailing
	namesSilent // no response until speak is called; then the name does not exist
)

func startNames(t *testing.T, answer int32) *fakeNames {
	t.Helper()
	socket, err := net.ListenPacket("udp", "127.0.0.1:0")
	must(t, err)
	t.Cleanup(func() { socket.Close() })
	f := &fakeNames{socket: socket, spoken: make(chan struct{})}
	f.answer.Store(answer)
	go f.serve()
	return f
}

// target returns a gRPC name for which gRPC resolves `host` with this server.
func (f *fakeNames) target(host, port string) string {
	return "dns://" + f.socket.LocalAddr().String() + "/" + host + ":" + port
}

// speak makes a server with namesSilent respond. Closing a client waits for the resolver, which needs a response.
func (f *fakeNames) speak() { close(f.spoken) }

func (f *fakeNames) serve() {
	buffer := make([]byte, 1500)
	for {
		count, from, err := f.socket.ReadFrom(buffer)
		if err != nil {
			return // the test has ended
		}
		answer := f.answer.Load()
		if answer == namesSilent {
			<-f.spoken
			answer = namesNotKnown
		}
		f.socket.WriteTo(answerTo(buffer[:count], answer), from)
	}
}

// answerTo makes a response from the bytes of a query. Source: RFC 1035, section 4.
func answerTo(question []byte, answer int32) []byte {
	const header, ofType, ipv4 = 12, 4, 1
	ends := header + bytes.IndexByte(question[header:], 0) + 1
	kind := binary.BigEndian.Uint16(question[ends:])
	reply := append([]byte(nil), question[:ends+ofType]...)
	codes := map[int32]byte{namesNotKnown: 3, namesFailing: 2}
	reply[2], reply[3] = 0x81, 0x80|codes[answer]
	copy(reply[4:header], []byte{0, 1, 0, 0, 0, 0, 0, 0})
	if answer == namesLoopback && kind == ipv4 {
		reply[7] = 1 // one answer: the name of the query, type A, class IN, TTL 0, four bytes
		reply = append(reply, 0xc0, header, 0, ipv4, 0, 1, 0, 0, 0, 0, 0, 4, 127, 0, 0, 1)
	}
	return reply
}
