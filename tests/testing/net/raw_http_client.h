#ifndef CPSIZER_TESTS_TESTING_NET_RAW_HTTP_CLIENT_H_
#define CPSIZER_TESTS_TESTING_NET_RAW_HTTP_CLIENT_H_

#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "tests/testing/net/loopback_socket.h"

namespace cpsizer::testing {

// One connection to a server on 127.0.0.1 by somebody who wants to see every byte of the answers. Nothing waits for
// more than a minute.
class RawHttpClient {
 public:
  struct Reply {
    int code = 0;                                           // 0 where the connection ended before the answer did
    absl::flat_hash_map<std::string, std::string> headers;  // names in lower case
    std::string body;
  };

  explicit RawHttpClient(absl::string_view url);

  // Sends a request; `headers` are whole lines without their ends.
  void Begin(absl::string_view method, absl::string_view path, absl::string_view body = "",
             const std::vector<std::string>& headers = {});
  // Sends bytes as they are; false where the other side wants no more.
  bool Send(absl::string_view bytes);
  // The answer to it, which must have a length.
  Reply Read();
  // Begins to read an answer of chunks; its code, 0 where none comes.
  int ReadHead();
  // The next line of those chunks; absent where they end, or the connection.
  absl::optional<std::string> ReadLine();
  // The other side sees the end of what this one sends.
  void EndSending();
  // So many bytes; fewer where the connection ends.
  std::string ReadBytes(size_t count);
  // Every byte until the connection ends.
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
