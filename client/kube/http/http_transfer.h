#ifndef CPSIZER_CLIENT_KUBE_HTTP_HTTP_TRANSFER_H_
#define CPSIZER_CLIENT_KUBE_HTTP_HTTP_TRANSFER_H_

#include <curl/curl.h>

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "client/kube/http/curl_options.h"
#include "client/kube/http/http.h"

namespace cpsizer::kube {

// One request or stream of an HttpLoop. Owns the libcurl handle and the result. Not movable, because libcurl stores
// pointers to members of this object.
class HttpTransfer {
 public:
  // `bytes_in_flight` is the number of bytes that all transfers of the loop store together. The transfer changes this
  // number. `bytes_in_flight` must outlive the transfer.
  HttpTransfer(HttpRequest request, const HttpOptions& options, const TlsIdentity& identity, size_t& bytes_in_flight,
               bool stream);
  ~HttpTransfer();
  HttpTransfer(const HttpTransfer&) = delete;
  HttpTransfer& operator=(const HttpTransfer&) = delete;

  CURL* easy() const { return easy_; }
  // Returns FailedPrecondition if libcurl does not support an option of the request. In this case the transfer must not
  // be started.
  const absl::Status& prepared() const { return curl_.status(); }

  // Returns the bytes of a stream that arrived since the last call.
  std::string TakeStreamed() { return TakeBody(); }
  // Returns the result of the transfer, without the credentials of the request. `curl_code` is the result of libcurl.
  // Must be called after the transfer has ended.
  absl::Status Result(int curl_code) const;
  // Returns the body of a response and removes it from this object.
  std::string TakeBody();
  // Returns the number of bytes of the response or stream that were received.
  size_t received_bytes() const { return received_bytes_; }

  HttpLoop::Id id = 0;
  HttpLoop::OnAnswer on_answer;  // for a request
  HttpLoop::OnBytes on_bytes;    // for a stream
  HttpLoop::OnEnd on_end;
  std::vector<HttpLoop::Id>* arrived = nullptr;  // for a stream, which appends its id when bytes arrive

 private:
  static size_t TakeBytes(char* bytes, size_t size, size_t count, void* transfer);
  static size_t TakeHeader(char* bytes, size_t size, size_t count, void* transfer);

  absl::Status Outcome(int curl_code) const;
  void SetRequest(const HttpOptions& options);
  void AddHeader(const std::string& header);
  long HttpCode() const;
  std::string Server() const;
  // Returns whether libcurl has sent bytes of the request.
  bool WasSent() const;
  bool Succeeded() const;
  void ReadHeader(absl::string_view line);
  void Take(absl::string_view bytes);
  // Returns OK if the transfer may store `bytes` more bytes. If not, returns the error.
  absl::Status CheckRoom(size_t bytes) const;

  const HttpRequest request_;
  const bool stream_;
  size_t& bytes_in_flight_;
  CURL* const easy_;
  CurlOptions curl_;
  curl_slist* headers_ = nullptr;
  curl_slist* connect_to_ = nullptr;
  // The scheme and the address of the server. The URL can have another host, the name in the certificate.
  std::string server_;
  std::string body_;  // for a stream: the bytes that TakeStreamed() has not returned yet
  absl::optional<absl::Duration> retry_after_;
  bool is_text_ = true;
  bool head_is_whole_ = false;
  bool has_end_ = false;  // true if the end of the body is known from the headers
  size_t received_bytes_ = 0;
  absl::Status refused_;  // not OK if a limit refused more bytes
  char problem_[CURL_ERROR_SIZE] = "";
};

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_HTTP_HTTP_TRANSFER_H_
