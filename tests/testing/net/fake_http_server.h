#ifndef CPSIZER_TESTS_TESTING_NET_FAKE_HTTP_SERVER_H_
#define CPSIZER_TESTS_TESTING_NET_FAKE_HTTP_SERVER_H_

#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "absl/types/optional.h"

namespace cpsizer::testing {

struct FakeHttpRequest {
  std::string method;
  std::string path;                                       // with the query
  absl::flat_hash_map<std::string, std::string> headers;  // names in lower case
  std::string body;
};

// One connection to the server below, in the hands of the test's script.
class FakeHttpConnection {
 public:
  explicit FakeHttpConnection(int socket) : socket_(socket) {}

  // The next request; absent once the client has closed the connection, or the server stops.
  absl::optional<FakeHttpRequest> Read();
  // Sends bytes as they are. False once nobody takes them.
  bool Send(absl::string_view bytes);
  // A whole answer.
  bool Answer(int code, absl::string_view body, absl::string_view headers = "Content-Type: application/json\r\n");
  // The head of an answer of unknown length, then its pieces, then its end.
  bool BeginChunks();
  bool SendChunk(absl::string_view bytes);
  bool EndChunks() { return Send("0\r\n\r\n"); }
  // Closes the connection: nothing more can be sent or read.
  void Close();
  // Lets the end of the connection be a reset.
  void Reset();
  // Waits until the client closes the connection, or the server stops.
  void WaitForClose();
  // Waits until `file` can be read; false once the client closes the connection, or the server stops.
  bool WaitFor(int file);

 private:
  bool Fill();

  const int socket_;
  std::string buffer_;
};

// An HTTP server on a port of 127.0.0.1 that does what a test says, byte by byte. Each connection has a thread that
// runs the script, and is closed when the script returns.
class FakeHttpServer {
 public:
  using Script = std::function<void(FakeHttpConnection&)>;

  explicit FakeHttpServer(Script script);
  // Breaks what is open and waits for the scripts.
  ~FakeHttpServer();
  FakeHttpServer(const FakeHttpServer&) = delete;
  FakeHttpServer& operator=(const FakeHttpServer&) = delete;

  std::string url() const;
  // Connections so far.
  int connections() const;

 private:
  void Accept();
  void Serve(int socket);
  // Joins the threads of the connections that have ended.
  void JoinEnded();

  const Script script_;
  int port_ = 0;
  int listener_ = -1;
  mutable std::mutex mutex_;
  bool stopping_ = false;               // guarded by mutex_
  std::vector<int> sockets_;            // guarded by mutex_; open ones
  std::vector<std::thread> threads_;    // of the acceptor, then of the destructor
  std::vector<std::thread::id> ended_;  // guarded by mutex_
  int connections_ = 0;                 // guarded by mutex_
  std::thread acceptor_;
};

}  // namespace cpsizer::testing

#endif  // CPSIZER_TESTS_TESTING_NET_FAKE_HTTP_SERVER_H_
