#ifndef CPSIZER_TESTS_TESTING_NET_RAW_HTTP_CLIENT_H_
#define CPSIZER_TESTS_TESTING_NET_RAW_HTTP_CLIENT_H_

#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "tests/testing/net/loopback_socket.h"

namespace cpsizer::testing {

// One connection to a server on 127.0.0.1, for tests of every byte of the responses. Each wait is limited to a minute.
class RawHttpClient {
 public:
  struct Reply {
    int code = 0;  // 0 if the connection ended before the response was complete
    absl::flat_hash_map<std::string, std::string> headers;  // names in lower case
    std::string body;
  };

  explicit RawHttpClient(absl::string_view url);

  // Sends a request. `headers` are complete lines without line feeds.
  void Begin(absl::string_view method, absl::string_view path, absl::string_view body = "",
             const std::vector<std::string>& headers = {});
  // Sends bytes unchanged. Returns false if the other side does not accept more.
  bool Send(absl::string_view bytes);
  // Returns the response to the request. The response must have a Content-Length or no body.
  Reply Read();
  // Begins to read a chunked response. Returns its code, or 0 if there is no response.
  int ReadHead();
  // Returns the next line of the chunked response; absent at the end of the response or of the connection.
  absl::optional<std::string> ReadLine();
  // Ends the sending direction of the connection.
  void EndSending();
  // Returns `count` bytes, or fewer if the connection ends.
  std::string ReadBytes(size_t count);
  // Returns all bytes until the connection ends.
  std::string ReadAll();

 private:
  bool Fill();
  absl::optional<std::string> TakeUntil(absl::string_view end);

  const LoopbackSocket socket_;
  std::string buffer_;
  std::string line_;  // the incomplete last line of the chunked response
};

}  // namespace cpsizer::testing

#endif  // CPSIZER_TESTS_TESTING_NET_RAW_HTTP_CLIENT_H_
