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

// One connection to a FakeHttpServer. The script of the test controls the connection.
class FakeHttpConnection {
 public:
  explicit FakeHttpConnection(int socket) : socket_(socket) {}

  // Returns the next request; absent if the client has closed the connection or the server stops.
  absl::optional<FakeHttpRequest> Read();
  // Sends bytes unchanged. Returns false if the client does not accept more.
  bool Send(absl::string_view bytes);
  // Sends a complete response.
  bool Answer(int code, absl::string_view body, absl::string_view headers = "Content-Type: application/json\r\n");
  // These functions send the head of a response of unknown length, its chunks, and its end.
  bool BeginChunks();
  bool SendChunk(absl::string_view bytes);
  bool EndChunks() { return Send("0\r\n\r\n"); }
  // Closes the connection. Nothing can be sent or read afterwards.
  void Close();
  // Ends the connection with a reset.
  void Reset();
  // Waits until the client closes the connection or the server stops.
  void WaitForClose();
  // Waits until `file` is readable. Returns false if the client closes the connection or the server stops.
  bool WaitFor(int file);

 private:
  bool Fill();

  const int socket_;
  std::string buffer_;
};

// An HTTP server on a port of 127.0.0.1. The test controls every byte of the responses. Each connection has a thread
// that runs the script. When the script returns, the connection is closed.
class FakeHttpServer {
 public:
  using Script = std::function<void(FakeHttpConnection&)>;

  explicit FakeHttpServer(Script script);
  // Breaks open connections and waits until the scripts have returned.
  ~FakeHttpServer();
  FakeHttpServer(const FakeHttpServer&) = delete;
  FakeHttpServer& operator=(const FakeHttpServer&) = delete;

  std::string url() const;
  // Returns the number of connections so far.
  int connections() const;

 private:
  void Accept();
  void Serve(int socket);
  // Joins the threads of connections that have ended.
  void JoinEnded();

  const Script script_;
  int port_ = 0;
  int listener_ = -1;
  mutable std::mutex mutex_;
  bool stopping_ = false;               // guarded by mutex_
  std::vector<int> sockets_;            // guarded by mutex_; the open sockets
  std::vector<std::thread> threads_;    // used by the acceptor thread, and then by the destructor
  std::vector<std::thread::id> ended_;  // guarded by mutex_
  int connections_ = 0;                 // guarded by mutex_
  std::thread acceptor_;
};

}  // namespace cpsizer::testing

#endif  // CPSIZER_TESTS_TESTING_NET_FAKE_HTTP_SERVER_H_
