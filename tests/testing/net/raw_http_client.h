#ifndef CPSIZER_TESTS_TESTING_NET_RAW_HTTP_CLIENT_H_
#define CPSIZER_TESTS_TESTING_NET_RAW_HTTP_CLIENT_H_

#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "tests/testing/net/loopback_socket.h"

namespace cpsizer::testing {

// One connection to a server on 127.0.0.1 for tests of every byte of the responses. All waits are limited to a
// minute.
class RawHttpClient {
 public:
  struct Reply {
    int code = 0;                                           // 0 if the connection ended before the response did
    absl::flat_hash_map<std::string, std::string> headers;  // names in lower case
    std::string body;
  };

  explicit RawHttpClient(absl::string_view url);

  // Sends a request; `headers` are whole lines without their ends.
  void Begin(absl::string_view method, absl::string_view path, absl::string_view body = "",
             const std::vector<std::string>& headers = {});
  // Sends bytes unchanged; false if the other side does not accept more.
  bool Send(absl::string_view bytes);
  // Returns the response to it, which must have a length.
  Reply Read();
  // Begins to read a chunked response; returns its code, 0 if none comes.
  int ReadHead();
  // Returns the next line of those chunks; absent at their end, or that of the connection.
  absl::optional<std::string> ReadLine();
  // Ends the sending direction of the connection.
  void EndSending();
  // Returns `count` bytes; fewer if the connection ends.
  std::string ReadBytes(size_t count);
  // Returns every byte until the connection ends.
  std::string ReadAll();

 private:
  bool Fill();
  absl::optional<std::string> TakeUntil(absl::string_view end);

  const LoopbackSocket socket_;
  std::string buffer_;
  std::string line_;  // of the stream, unfinished
};

}  // namespace cpsizer::testing

#endif  // CPSIZER_TESTS_TESTING_NET_RAW_HTTP_CLIENT_H_
